import { useQuery } from '@tanstack/react-query';
import type { Usage } from '@troupe/domain/campaigns/usage';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Chart, preloadCharts } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { exactNumber } from '@troupe/ui/lib/format';
import { Children, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { downloadCsv } from '../../../shared/download.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { shortDay } from '../../../shared/short-day.ts';
import { axisTop, leftText, longMonth, shortMonth } from './usage-labels.ts';
import { usageOptions } from './usage-queries.ts';
import './usage.css';
import { t } from '../messages/messages.gen.ts';

const CollaborationsDialog = lazy(() => import('./collaborations-dialog.tsx'));

/** How much of its plan the brand uses, over time. */
export default function AccountUsage() {
  const brandId = useBrandId();
  const query = useQuery(usageOptions(brandId));
  const { data: brand } = useQuery(brandOptions(brandId));
  const { data } = query;
  const planned = brand?.activeSubscriptions.length !== 0;
  const title = useId();
  useEffect(preloadCharts, []);
  return (
    <section id="usage" className="usage" aria-labelledby={title}>
      <h2 id={title} className="t-hidden" tabIndex={-1}>
        {t('usage.title')}
      </h2>
      <LoadState what={t('usage.what')} query={query}>
        <Skeleton height={232} />
      </LoadState>
      {data && !planned && <NoPlan />}
      {data && planned && <Credits usage={data} />}
      {data && planned && <Collaborations usage={data} />}
    </section>
  );
}

/** Replaces both charts: without a plan there is no limit to compare with, and mostly nothing to draw. */
const NoPlan = () => (
  <div className="t-panel usage-none">
    <EmptyState
      title={t('usage.noPlan')}
      text={t('usage.noPlanText')}
      drawing="none"
      actions={<Button href="/pricing">{t('barrier.plans')}</Button>}
    />
  </div>
);

/** Replaces a chart without data, at the same height. */
function NothingYet({ text, href, action }: { text: string; href: string; action: string }) {
  return (
    <div className="usage-nothing" style={{ height: HEIGHT }}>
      <p className="t-ink2">{text}</p>
      <Button size="row" href={href}>
        {action}
      </Button>
    </div>
  );
}

/** Height of a chart, px. */
const HEIGHT = 162;
/** Every seventh day has a label, and today always has. */
const DAYS_A_LABEL = 7;

function Credits({ usage: { credits, asOf } }: { usage: Usage }) {
  const { days } = credits;
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  return (
    <ChartFrame
      title={t('usage.credits')}
      subtitle={t('usage.creditsText', { count: exactNumber(spent), days: days.length })}
      columns={[t('usage.dayColumn'), t('usage.creditsColumn')]}
      rows={days.map((one) => [one.day, one.spent])}
      onDownload={(rows) => downloadCsv('credits-used.csv', rows)}
    >
      {spent === 0 ? (
        <NothingYet text={t('usage.noCredits')} href="/creator-search" action={t('action.findCreators')} />
      ) : (
        <Chart
          kind="columns"
          title={t('usage.creditsByDay')}
          hideTitle
          height={HEIGHT}
          axis={{ top: axisTop(Math.max(...days.map((one) => one.spent))) }}
          labelEvery={DAYS_A_LABEL}
          items={days.map(({ day, spent: value }) => ({
            label: shortDay(day),
            value,
            text: exactNumber(value),
            exact: t('usage.dayCredits', { day: shortDay(day), count: value }),
          }))}
        />
      )}
      <Foot asOf={asOf}>
        <Link href="/account/credits" className="t-link">
          {t('usage.creditHistory')}
        </Link>
      </Foot>
    </ChartFrame>
  );
}

function Collaborations({ usage: { collaborations, asOf } }: { usage: Usage }) {
  const { months, used, limit, resets } = collaborations;
  const [month, setMonth] = useState<string | null>(null);
  const now = months.at(-1)?.month ?? '';
  return (
    <>
      <ChartFrame
        title={t('usage.collaborations')}
        subtitle={leftText(used, limit, resets, true)}
        columns={[t('usage.monthColumn'), t('usage.approvedColumn')]}
        rows={months.map((one) => [one.month, one.count])}
        onDownload={(rows) => downloadCsv('collaborations.csv', rows)}
      >
        {months.every(({ count }) => count === 0) ? (
          <NothingYet text={t('usage.noApproved')} href="/campaigns" action={t('invite.openCampaigns')} />
        ) : (
          <Chart
            kind="columns"
            title={t('usage.approvedByMonth')}
            hideTitle
            height={HEIGHT}
            axis={{ top: axisTop(Math.max(limit ?? 0, ...months.map(({ count }) => count))) }}
            limit={
              limit === null ? null : { value: limit, text: t('usage.limit', { count: exactNumber(limit) }) }
            }
            valued
            items={months.map((one) => ({
              label: shortMonth(one.month),
              value: one.count,
              text: exactNumber(one.count),
              exact: t('usage.monthApproved', { month: longMonth(one.month), count: one.count }),
              earlier: one.month !== now,
            }))}
          />
        )}
        <Foot asOf={asOf}>
          <button type="button" className="t-link usage-link" onClick={() => setMonth(now)}>
            {t('usage.how')}
          </button>
        </Foot>
      </ChartFrame>
      {month !== null && (
        <Suspense>
          <CollaborationsDialog
            month={month}
            months={months.map((one) => one.month)}
            onMonth={setMonth}
            onClose={() => setMonth(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Foot({ asOf, children }: { asOf: string; children: ReactNode }) {
  return (
    <p className="usage-foot t-12 t-ink3">
      <span className="t-grow">
        {Children.toArray(t.rich('usage.updated', { ago: () => <Ago at={asOf} /> }))}
      </span>
      {children}
    </p>
  );
}
