import { useQuery } from '@tanstack/react-query';
import {
  getSharedCsv,
  getSharedEvidence,
  getSharedPdf,
  getSharedReport,
  getSharedXlsx,
  openSharedReport,
} from '@troupe/contract/analytics/report-share';
import { CallError } from '@troupe/contract/client';
import { SHARE_ACCESS_HEADER, SHARE_VIEW_HEADER } from '@troupe/contract/headers';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { exactTime } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { DocumentTitle, PageLoading } from '../../../shared/screen/screen.tsx';
import { StandaloneScreen } from '../../../shared/screen/standalone-screen.tsx';
import { SharePasswordScreen, useHiddenPage } from '../../../shared/share-link/share-link.tsx';
import { t } from './messages/messages.gen.ts';
import { evidenceBlob, ReportFiles, VerifyHint } from './report-files.tsx';
import { SnapshotView } from './snapshot-view.tsx';
import './report.css';

/** How long an entered password and a view last. */
const HOUR_MS = 3_600_000;

/** What a tab keeps of a link, so that reloading neither asks for the password again nor counts as another view. */
interface KeptVisit {
  view: string;
  access: string | null;
  at: number;
}

function readVisit(token: string): KeptVisit {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`shared.${token}`) ?? '') as KeptVisit;
    if (Date.now() - kept.at < HOUR_MS) return kept;
  } catch {
    // Nothing kept, or storage is turned off.
  }
  return { view: crypto.randomUUID(), access: null, at: Date.now() };
}

function keepVisit(token: string, visit: KeptVisit): void {
  try {
    sessionStorage.setItem(`shared.${token}`, JSON.stringify(visit));
  } catch {
    // Then it lasts as long as the page.
  }
}

function headersOf({ view, access }: KeptVisit): Record<string, string> {
  const headers: Record<string, string> = { [SHARE_VIEW_HEADER]: view };
  if (access) headers[SHARE_ACCESS_HEADER] = access;
  return headers;
}

const FILES = { pdf: getSharedPdf, xlsx: getSharedXlsx, csv: getSharedCsv } as const;

/** A shared report, for people with its link. */
export function SharedScreen({ token }: { token: string }) {
  useHiddenPage();
  const [visit, setVisit] = useState(() => readVisit(token));
  const change = (part: Partial<KeptVisit>) => {
    const next = Object.assign({}, visit, part);
    keepVisit(token, next);
    setVisit(next);
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-share', 'shared', token, visit.access],
    queryFn: async ({ signal }) => {
      keepVisit(token, visit);
      return client.call(getSharedReport, { params: { token } }, { signal, headers: headersOf(visit) });
    },
    // Figures stay what they were when the page was opened.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (error instanceof CallError && (error.status === 404 || error.status === 422))
    return (
      <StandaloneScreen title={t('shared.notFound')}>
        <p className="t-ink2">{t('shared.notFoundText')}</p>
      </StandaloneScreen>
    );
  if (error)
    return (
      <StandaloneScreen title={t('shared.failed')}>
        <ErrorState
          title={t('shared.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </StandaloneScreen>
    );
  if (!data) return <PageLoading whole />;
  const { snapshot, frozen, expires } = data.report;
  if (!snapshot)
    return (
      <SharePasswordScreen
        title={t('shared.locked')}
        action={t('shared.open')}
        check={(password) => client.call(openSharedReport, { params: { token }, body: { password } })}
        onOpen={(access) => change({ access, at: Date.now() })}
      />
    );
  return (
    <main className="shared-report">
      <DocumentTitle>{snapshot.name}</DocumentTitle>
      <div className="shared-tools">
        <ReportFiles
          to={snapshot.period.to}
          load={async (format) => {
            const input = { params: { token } };
            const extra = { headers: headersOf(visit) };
            return format === 'json'
              ? evidenceBlob(await client.call(getSharedEvidence, input, extra))
              : client.download(FILES[format], input, extra);
          }}
        />
      </div>
      <SnapshotView snapshot={snapshot} />
      <VerifyHint to={snapshot.period.to} />
      <p className="t-12 t-ink3">
        {[
          frozen ? t('shared.frozen') : t('shared.live'),
          expires ? t('links.ends', { moment: exactTime(expires) }) : null,
        ]
          .filter((one) => one)
          .join(' · ')}
      </p>
    </main>
  );
}
