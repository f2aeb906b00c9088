import { useQuery } from '@tanstack/react-query';
import {
  getReportCsv,
  getReportEvidence,
  getReportPdf,
  getReportXlsx,
} from '@troupe/contract/analytics/report-run';
import type { ReportRun } from '@troupe/domain/analytics/report-run';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { evidenceBlob, ReportFiles, VerifyHint } from './report-files.tsx';
import { dayOf } from './report-labels.ts';
import { runOptions, runsOptions } from './report-queries.ts';
import { ChangesView, SnapshotView } from './snapshot-view.tsx';

interface RunsPanelProps {
  brandId: string;
  reportId: string;
  openRun: string | null;
}

/** Frozen reports, newest first: files, what changed, and the figures as they were. */
export function RunsPanel({ brandId, reportId, openRun }: RunsPanelProps) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(openRun);
  const query = useQuery(runsOptions(brandId, reportId, page));
  const { data } = query;
  if (!data)
    return (
      <LoadState what={t('run.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
    );
  if (data.runs.length === 0) return <EmptyState title={t('run.empty')} text={t('run.emptyText')} />;
  return (
    <div className="report-tab">
      <ul className="report-runs">
        {data.runs.map((run) => (
          <li key={run.id} className="t-panel">
            <div className="report-run-head">
              <div className="t-grow">
                <p className="t-name">{t('view.days', { from: dayOf(run.from), to: dayOf(run.to) })}</p>
                <p className="t-12 t-ink3">
                  {[
                    run.slot
                      ? t('run.scheduled', { moment: exactTime(run.slot) })
                      : t('run.by', { name: run.by ?? '', moment: exactTime(run.asOf) }),
                    run.outcome === 'sent'
                      ? t('run.outcome.sent', { count: run.recipients })
                      : t(`run.outcome.${run.outcome}`),
                    run.previousRunId ? t('run.corrections', { count: run.corrections }) : null,
                  ]
                    .filter((one) => one)
                    .join(' · ')}
                </p>
              </div>
              <Downloads brandId={brandId} reportId={reportId} run={run} />
              <Button
                aria-expanded={open === run.id}
                onClick={() => setOpen(open === run.id ? null : run.id)}
              >
                {open === run.id ? t('run.hide') : t('run.show')}
              </Button>
            </div>
            {open === run.id && <OpenRun brandId={brandId} reportId={reportId} run={run} />}
          </li>
        ))}
      </ul>
      <PageNav label={t('report.runs')} of={data} onPage={setPage} />
    </div>
  );
}

function OpenRun({ brandId, reportId, run }: { brandId: string; reportId: string; run: ReportRun }) {
  const query = useQuery(runOptions(brandId, reportId, run.id));
  const { data } = query;
  if (!data)
    return (
      <LoadState what={t('run.one')} query={query}>
        <SkeletonText lines={6} />
      </LoadState>
    );
  return (
    <div className="report-run-body">
      {data.snapshot.parts.every(({ kind }) => kind !== 'changes') && (
        <>
          <h3 className="t-16">{t('widget.changes')}</h3>
          <ChangesView changes={data.snapshot.changes} snapshot={data.snapshot} />
        </>
      )}
      <SnapshotView snapshot={data.snapshot} embedded />
      <p className="t-12 t-ink3 report-hash">
        SHA-256 <code>{run.sha256}</code>
      </p>
      <VerifyHint to={run.to} />
    </div>
  );
}

const FILES = { pdf: getReportPdf, xlsx: getReportXlsx, csv: getReportCsv } as const;

function Downloads({ brandId, reportId, run }: { brandId: string; reportId: string; run: ReportRun }) {
  const input = { params: { brandId, reportId, runId: run.id } };
  return (
    <ReportFiles
      to={run.to}
      load={async (format) =>
        format === 'json'
          ? evidenceBlob(await client.call(getReportEvidence, input))
          : client.download(FILES[format], input)
      }
    />
  );
}
