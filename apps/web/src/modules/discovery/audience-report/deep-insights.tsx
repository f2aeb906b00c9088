import { IconChartDonut3 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { listAudienceReports } from '@troupe/contract/discovery/audience-report';
import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import { Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { preloadCharts } from '@troupe/ui/chart/chart';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { Spinner } from '@troupe/ui/feedback/spinner';
import { exactTime } from '@troupe/ui/lib/date';
import { useEffect, useRef } from 'react';
import { BUY_CREDITS, useBalance } from '../../../shared/brand/credit.tsx';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { type HeldReport, type ReportCreator, reportOptions } from './audience-report-queries.ts';
import { t } from './messages/messages.gen.ts';
import { purchasedNotice } from './report-labels.ts';
import { ReportView } from './report-view.tsx';
import { useBuyReport } from './use-buy-report.ts';
import './deep-insights.css';

/** The audience report on a creator, or the button to buy one. */
export function DeepInsights({ creator }: { creator: ReportCreator }) {
  const { data, error, isFetching, refetch } = useQuery(reportOptions(useBrandId(), creator));
  const { buy, busy } = useBuyReport(creator);
  useUnderWay(creator, data, busy);
  useEffect(preloadCharts, []);
  const underWay = data?.underWay ?? null;
  const place = useFocusKept(data?.id);
  return (
    <div ref={place} tabIndex={-1} className="deep-insights">
      {error && (
        <ErrorState
          title={t('report.failed')}
          text={data ? t('report.stale', { failure: errorText(error) }) : errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting />}
      {underWay !== null && (
        <p className="deep-insights-under-way t-ink2" role="status">
          <Spinner size={16} />
          <span>
            {t(data?.report ? 'report.updateUnderWay' : 'report.underWay', { time: exactTime(underWay) })}
          </span>
        </p>
      )}
      {data?.report && (
        <ReportView
          key={creator.id}
          held={data}
          report={data.report}
          creator={creator}
          buy={buy}
          busy={busy || underWay !== null}
        />
      )}
      {data && !data.report && underWay === null && <NoReport busy={busy} onBuy={() => buy(false)} />}
    </div>
  );
}

/**
 * Keeps the focus in the panel: buying removes the pressed button, so the focus moves to the new report. `reportId` is
 * undefined while loading.
 */
function useFocusKept(reportId: string | null | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(reportId);
  useEffect(() => {
    const came = before.current !== undefined && before.current !== reportId && Boolean(reportId);
    before.current = reportId;
    if (!came) return;
    const later = setTimeout(() => {
      const now = document.activeElement;
      if (!now || now === document.body) place.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(later);
  }, [reportId]);
  return place;
}

function NoReport({ busy, onBuy }: { busy: boolean; onBuy: () => void }) {
  const balance = useBalance();
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  const noPlan = brand?.activeSubscriptions.length === 0;
  return (
    <>
      <p className="t-ink2">{t('report.none')}</p>
      <p className="deep-insights-words t-12 t-ink3">
        {t('report.about')}{' '}
        {noPlan ? (
          <>
            {t('plan.needed')}{' '}
            <Link className="t-link" href="/pricing">
              {t('plan.see')}
            </Link>
          </>
        ) : balance === undefined ? null : balance < REPORT_CREDITS ? (
          <>
            {t('credits.none')}{' '}
            <Link className="t-link" href={BUY_CREDITS}>
              {t('credits.buy')}
            </Link>
          </>
        ) : (
          t('credits.have', { credits: balance })
        )}
      </p>
      <div>
        <Button
          size="row"
          icon={<IconChartDonut3 size={16} />}
          busy={busy}
          disabledReason={noPlan ? t('plan.reason') : undefined}
          onClick={onBuy}
        >
          {t('report.buy')} <Cost>{t('credits.cost', { credits: REPORT_CREDITS })}</Cost>
        </Button>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Loading label={t('report.loading')}>
      <span className="deep-insights">
        <Skeleton width={240} height={28} />
        <span className="audience-charts">
          <Skeleton height={104} />
          <Skeleton height={104} />
          <Skeleton height={60} />
          <Skeleton height={60} />
        </span>
      </span>
    </Loading>
  );
}

/**
 * Shows the result of a purchase that was in progress when the panel opened: a teammate's, or one's own before a
 * reload. `busy` while this page is buying, which shows its own notice.
 */
function useUnderWay(creator: ReportCreator, held: HeldReport | undefined, busy: boolean): void {
  const queryClient = useQueryClient();
  const waiting = useRef<{ reportId: string | null } | null>(null);
  const { id = null, underWay = null } = held ?? {};
  useEffect(() => {
    if (busy || !held) {
      waiting.current = null;
      return;
    }
    if (underWay !== null) {
      waiting.current ??= { reportId: id };
      return;
    }
    const before = waiting.current;
    waiting.current = null;
    if (!before) return;
    for (const queryKey of [[listCredits.noun], [listAudienceReports.noun, listAudienceReports.name]])
      void queryClient.invalidateQueries({ queryKey });
    if (id !== before.reportId) {
      const { text } = purchasedNotice({ found: false }, creator.username);
      notify.success(text, { detail: t('bought.saved', { username: creator.username }) });
    } else {
      notify.warning(t('bought.unavailable', { username: creator.username }), {
        detail: t('bought.noCredit'),
      });
    }
  }, [busy, held, id, underWay, creator.username, queryClient]);
}
