import { IconCalendarTime, IconPlayerPlay, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeReport } from '@troupe/contract/analytics/report';
import { runReport } from '@troupe/contract/analytics/report-run';
import { CallError } from '@troupe/contract/client';
import type { Report, ReportForm } from '@troupe/domain/analytics/report';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { ScreenLoading } from '@troupe/ui/feedback/skeleton';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { ViewTabs } from '@troupe/ui/layout/view-tabs';
import { exactTime } from '@troupe/ui/lib/date';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { DocumentTitle, LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { ReportBuilder } from './report-builder.tsx';
import { reportOptions, scheduleOptions, useReportWrite } from './report-queries.ts';
import { RunsPanel } from './runs-panel.tsx';
import { SharesTab } from './shares-tab.tsx';
import './report.css';

const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx'));
const ShareDialog = lazy(() => import('./share-dialog.tsx'));

type View = 'build' | 'runs' | 'links';

/** One report: what it shows, when it is sent, how it was, and who may open it. */
export function ReportScreen({
  brandId,
  reportId,
  runId,
  share = false,
}: {
  brandId: string;
  reportId: string;
  runId: string | null;
  /** Asks how to share it at once. */
  share?: boolean;
}) {
  const query = useQuery(reportOptions(brandId, reportId));
  if (query.data)
    return (
      <OpenReport key={reportId} brandId={brandId} report={query.data.report} runId={runId} share={share} />
    );
  return (
    <LoadState what={t('report.what')} query={query}>
      <ScreenLoading label={t('report.loading')} />
    </LoadState>
  );
}

const formOf = ({
  name,
  subtitle,
  widgets,
  filters,
  window,
  zone,
  currency,
  compare,
}: Report): ReportForm => ({
  name,
  subtitle,
  widgets,
  filters,
  window,
  zone,
  currency,
  compare,
});

interface OpenReportProps {
  brandId: string;
  report: Report;
  runId: string | null;
  share: boolean;
}

function OpenReport({ brandId, report, runId, share }: OpenReportProps) {
  const [view, setView] = useState<View>(runId ? 'runs' : 'build');
  const [dialog, setDialog] = useState<'schedule' | 'share' | null>(share ? 'share' : null);
  const params = { brandId, reportId: report.id };
  const schedule = useQuery(scheduleOptions(brandId, report.id)).data?.schedule;
  const form = useDraftForm<ReportForm>({ draft: `report.${report.id}`, saved: formOf(report) });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(formOf(report));
  const save = useReportWrite(
    (body: ReportForm) =>
      client.call(changeReport, { params, body: Object.assign({ version: report.version }, body) }),
    {
      failed: t('report.saveFailed'),
      onError: (error) => {
        if (error instanceof CallError && error.code === 'conflict') return false;
        return form.refused(error);
      },
      onDone: () => notify.success(t('report.saved')),
    },
  );
  const saveButton = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  // With its reason for being disabled, the button is another element, which would lose the focus.
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (save.isSuccess && !isChanged && lost) saveButton.current?.focus();
  }, [save.isSuccess, isChanged]);
  const run = useReportWrite(
    () => client.call(runReport, { params }, { idempotencyKey: crypto.randomUUID() }),
    {
      failed: t('run.failed'),
      onDone: () => {
        notify.success(t('run.done'));
        setView('runs');
      },
    },
  );
  const [next] = schedule?.next ?? [];
  return (
    <div className="t-page report-screen">
      <DocumentTitle>{report.name}</DocumentTitle>
      <PageHeader
        title={report.name}
        crumbs={[{ label: t('report.crumb'), href: '/analytics/reports' }]}
        subtitle={next ? t('report.next', { moment: exactTime(next.at) }) : t('report.notScheduled')}
        actions={
          <>
            <Button icon={<IconShare2 size={16} />} onClick={() => setDialog('share')}>
              {t('share.action')}
            </Button>
            <Button icon={<IconCalendarTime size={16} />} onClick={() => setDialog('schedule')}>
              {t('schedule.action')}
            </Button>
            <Button
              icon={<IconPlayerPlay size={16} />}
              busy={run.isPending}
              disabledReason={isChanged ? t('run.saveFirst') : undefined}
              onClick={() => run.mutate(undefined)}
            >
              {t('run.action')}
            </Button>
            <Button
              kind="main"
              ref={saveButton}
              busy={save.isPending}
              disabledReason={isChanged ? undefined : t('report.nothingToSave')}
              onClick={() => save.mutate(form.values)}
            >
              {t('report.save')}
            </Button>
          </>
        }
      />
      <ViewTabs<View>
        label={t('report.views')}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: 'build',
            label: t('report.build'),
            keep: true,
            panel: (
              <ReportBuilder
                brandId={brandId}
                values={form.values}
                errors={form.errors}
                change={form.change}
              />
            ),
          },
          {
            value: 'runs',
            label: t('report.runs'),
            panel: <RunsPanel brandId={brandId} reportId={report.id} openRun={runId} />,
          },
          {
            value: 'links',
            label: t('report.links'),
            panel: <SharesTab brandId={brandId} reportId={report.id} />,
          },
        ]}
      />
      <Suspense>
        {dialog === 'schedule' && schedule !== undefined && (
          <ScheduleDialog
            // Filled in again when the schedule is saved or changes elsewhere.
            key={schedule?.version ?? 0}
            brandId={brandId}
            reportId={report.id}
            zone={report.zone}
            schedule={schedule}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'share' && (
          <ShareDialog
            brandId={brandId}
            reportId={report.id}
            onClose={() => setDialog(null)}
            onMade={() => setView('links')}
          />
        )}
      </Suspense>
    </div>
  );
}
