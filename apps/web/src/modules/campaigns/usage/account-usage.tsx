import { useQuery } from '@tanstack/react-query';
import type { Usage } from '@troupe/domain/campaigns/usage';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Chart, preloadCharts } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { downloadCsv } from '../../../shared/download.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { axisTop, leftText, longMonth, shortDay, shortMonth } from './usage-labels.ts';
import { usageOptions } from './usage-queries.ts';
import './usage.css';

const CollaborationsDialog = lazy(() => import('./collaborations-dialog.tsx'));

/** What the brand uses of its plan, over time. */
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
        Usage
      </h2>
      <LoadState what="the usage" query={query}>
        <Skeleton height={232} />
      </LoadState>
      {data && !planned && <NoPlan />}
      {data && planned && <Credits usage={data} />}
      {data && planned && <Collaborations usage={data} />}
    </section>
  );
}

/** Stands for both charts: without a plan there is no limit to compare with, and mostly nothing to draw. */
const NoPlan = () => (
  <div className="t-panel usage-none">
    <EmptyState
      title="Choose a plan to see your usage"
      text="Credits used and collaborations against your plan's limit appear here."
      drawing="none"
      actions={<Button href="/pricing">See plans</Button>}
    />
  </div>
);

/** Stands for a chart of zeros, at the height of a chart. */
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
/** One day in so many has its date below; today always has. */
const DAYS_A_LABEL = 7;

function Credits({ usage: { credits, asOf } }: { usage: Usage }) {
  const { days } = credits;
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  return (
    <ChartFrame
      title="Credits used"
      subtitle={`${exactNumber(spent)} in ${days.length} days, 1 per Deep Insights report`}
      columns={['Day (UTC)', 'Credits']}
      rows={days.map((one) => [one.day, one.spent])}
      onDownload={(rows) => downloadCsv('credits-used.csv', rows)}
    >
      {spent === 0 ? (
        <NothingYet
          text="No credits used in the last 30 days."
          href="/creator-search"
          action="Find creators"
        />
      ) : (
        <Chart
          kind="columns"
          title="Credits used by day"
          hideTitle
          height={HEIGHT}
          axis={{ top: axisTop(Math.max(...days.map((one) => one.spent))) }}
          labelEvery={DAYS_A_LABEL}
          items={days.map(({ day, spent: value }) => ({
            label: shortDay(day),
            value,
            text: exactNumber(value),
            exact: `${shortDay(day)}: ${counted(value, 'credit')}`,
          }))}
        />
      )}
      <Foot asOf={asOf}>
        <Link href="/account/credits" className="t-link">
          View credit history
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
        title="Collaborations"
        subtitle={leftText(used, limit, resets, true)}
        columns={['Month (UTC)', 'Approved opt-ins']}
        rows={months.map((one) => [one.month, one.count])}
        onDownload={(rows) => downloadCsv('collaborations.csv', rows)}
      >
        {months.every(({ count }) => count === 0) ? (
          <NothingYet
            text="No approved opt-ins in the last six months."
            href="/campaigns"
            action="Open campaigns"
          />
        ) : (
          <Chart
            kind="columns"
            title="Approved opt-ins by month"
            hideTitle
            height={HEIGHT}
            axis={{ top: axisTop(Math.max(limit ?? 0, ...months.map(({ count }) => count))) }}
            limit={limit === null ? null : { value: limit, text: `Limit ${exactNumber(limit)}` }}
            valued
            items={months.map((one) => ({
              label: shortMonth(one.month),
              value: one.count,
              text: exactNumber(one.count),
              exact: `${longMonth(one.month)}: ${counted(one.count, 'approved opt-in')}`,
              earlier: one.month !== now,
            }))}
          />
        )}
        <Foot asOf={asOf}>
          <button type="button" className="t-link usage-link" onClick={() => setMonth(now)}>
            How this is counted
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
        Updated <Ago at={asOf} />
      </span>
      {children}
    </p>
  );
}
