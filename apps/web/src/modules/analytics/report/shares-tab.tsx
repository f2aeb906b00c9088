import { useQuery } from '@tanstack/react-query';
import { revokeReportShare, rotateReportShare } from '@troupe/contract/analytics/report-share';
import type { ReportShare } from '@troupe/domain/analytics/report-share';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { sharesOptions, useReportWrite, viewsOptions } from './report-queries.ts';
import './report.css';

/** Links to reports, of one or of all: copy, replace, revoke, and who opened them. */
export function SharesTab({ brandId, reportId = null }: { brandId: string; reportId?: string | null }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ share: ReportShare; to: 'rotate' | 'revoke' } | null>(null);
  const query = useQuery(sharesOptions(brandId, reportId, page));
  const { data } = query;
  const rotate = useReportWrite(
    (shareId: string) => client.call(rotateReportShare, { params: { brandId, shareId } }),
    {
      failed: t('links.rotateFailed'),
      onDone: () => {
        setAsking(null);
        notify.success(t('links.rotated'));
      },
    },
  );
  const revoke = useReportWrite(
    (shareId: string) => client.call(revokeReportShare, { params: { brandId, shareId } }),
    {
      failed: t('links.revokeFailed'),
      onDone: () => {
        setAsking(null);
        notify.success(t('links.revoked'));
      },
    },
  );
  if (!data)
    return (
      <LoadState what={t('links.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
    );
  if (data.shares.length === 0) return <EmptyState title={t('links.empty')} text={t('links.emptyText')} />;
  return (
    <div className="report-tab">
      <ul className="report-runs">
        {data.shares.map((share) => (
          <li key={share.id} className="t-panel">
            <div className="report-run-head">
              <div className="t-grow">
                <p className="t-name" dir="auto">
                  {share.label || share.reportName}
                </p>
                <p className="t-12 t-ink3" dir="auto">
                  {about(share, reportId === null).join(' · ')}
                </p>
              </div>
              <Pill tone={share.state === 'active' ? 'green' : 'neutral'}>
                {t(`links.state.${share.state}`)}
              </Pill>
              {share.url && <CopyButton text={share.url} label={t('share.copy')} />}
              <Button
                aria-expanded={open === share.id}
                onClick={() => setOpen(open === share.id ? null : share.id)}
              >
                {t('links.views', { count: share.views })}
              </Button>
              {share.state === 'active' && (
                <>
                  <Button onClick={() => setAsking({ share, to: 'rotate' })}>{t('links.rotate')}</Button>
                  <Button kind="danger" onClick={() => setAsking({ share, to: 'revoke' })}>
                    {t('links.revoke')}
                  </Button>
                </>
              )}
            </div>
            {open === share.id && <Views brandId={brandId} shareId={share.id} />}
          </li>
        ))}
      </ul>
      <PageNav label={t('report.links')} of={data} onPage={setPage} />
      {asking && (
        <ConfirmDialog
          open
          title={t(`links.${asking.to}Title`)}
          text={t(`links.${asking.to}Text`)}
          confirm={t(`links.${asking.to}`)}
          danger={asking.to === 'revoke'}
          onConfirm={() => (asking.to === 'rotate' ? rotate : revoke).mutate(asking.share.id)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function about(share: ReportShare, withReport: boolean): string[] {
  return [
    ...(withReport && share.label ? [share.reportName] : []),
    share.runAsOf ? t('share.frozen', { moment: exactTime(share.runAsOf) }) : t('share.live'),
    share.hasPassword ? t('links.password') : t('links.noPassword'),
    share.expires ? t('links.ends', { moment: exactTime(share.expires) }) : t('links.never'),
    ...(share.viewLimit === null ? [] : [t('links.limit', { count: share.viewLimit })]),
  ];
}

function Views({ brandId, shareId }: { brandId: string; shareId: string }) {
  const query = useQuery(viewsOptions(brandId, shareId));
  const { data } = query;
  if (!data)
    return (
      <LoadState what={t('links.viewLog')} query={query}>
        <SkeletonText lines={3} />
      </LoadState>
    );
  if (data.views.length === 0) return <p className="t-ink3 report-run-body">{t('links.noViews')}</p>;
  return (
    <ol className="report-views" aria-label={t('links.viewLog')}>
      {data.views.map((view) => (
        <li key={`${view.at} ${view.kind}`}>
          <Ago at={view.at} /> · {t(`agent.${view.agent}`)}
          {view.browser && ` · ${view.browser}`}
          {view.kind === 'wrong-password' && ` · ${t('links.wrongPassword')}`}
        </li>
      ))}
    </ol>
  );
}
