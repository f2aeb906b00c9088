import { useQuery } from '@tanstack/react-query';
import { getCreatorHistory } from '@troupe/contract/discovery/creator';
import type { Creator } from '@troupe/domain/discovery/creator';
import type {
  AverageViews,
  FigureHistory,
  FollowerGrowth,
} from '@troupe/domain/discovery/insight/figure-history';
import type { FigureChange } from '@troupe/domain/discovery/safety-flag';
import { tableRate } from '@troupe/domain/figure-text';
import { percentText } from '@troupe/i18n/number-text';
import { Link } from '@troupe/ui/action/link';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { TrendChart } from '@troupe/ui/chart/trend-chart';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { dayText, shortDayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { SOURCE_KINDS, sourceOf, sourceWord } from '../../../../shared/creator/creator-labels.ts';
import { downloadCsv } from '../../../../shared/download.tsx';
import { AVERAGE_VIEWS_ID } from '../creator-metrics.tsx';
import '../insight/insight.css';
import { t } from './messages/messages.gen.ts';

const FIGURES = ['followers', 'engagement', 'views'] as const;
type HistoryFigure = (typeof FIGURES)[number];

const valueText = (figure: HistoryFigure, value: number) =>
  figure === 'engagement' ? tableRate(value) : exactNumber(value);

/** Days are those of UTC. */
const utcDay = (day: string) => dayText(day, 'UTC');

/** How a creator's followers, engagement and average views changed over time, in the drawer. */
export default function CreatorHistory({ creator }: { creator: Creator }) {
  const input = { params: { brandId: useBrandId(), profileId: creator.id } };
  const { data, error, isFetching, refetch } = useQuery(callOptions(getCreatorHistory, input));
  return (
    <DrawerSection title={t('title')}>
      {error && !data && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <Loading label={t('loading')}>
          <Skeleton height={44} />
        </Loading>
      )}
      {data && data.readings.length < 2 && (
        <EmptyState drawing="none" title={t('none')} text={t('noneText')} />
      )}
      {data && data.readings.length > 1 && <Readings creator={creator} history={data} />}
      {data && creator.avgViews !== null && data.averageViews.posts.length > 0 && (
        <ViewedPosts creator={creator} views={data.averageViews} />
      )}
    </DrawerSection>
  );
}

function Readings({ creator, history }: { creator: Creator; history: FigureHistory }) {
  const [chosen, setChosen] = useState<HistoryFigure>('followers');
  const { readings, growth } = history;
  const known = FIGURES.filter((figure) => readings.some((reading) => reading[figure] !== null));
  const figure = known.includes(chosen) ? chosen : (known[0] ?? 'followers');
  const shown = readings.filter((reading) => reading[figure] !== null);
  const sources = [...new Set(shown.map(({ source }) => source))];
  const name = t(`${figure}`);
  const sourceText = (source: (typeof sources)[number]) => sourceWord(creator, SOURCE_KINDS[source]);
  const changes = readings.flatMap((reading) => reading.changes);
  return (
    <div className="creator-history">
      <div className="creator-drawer-metrics">
        <Growth days={30} growth={growth.days30} />
        <Growth days={90} growth={growth.days90} />
      </div>
      <Segmented
        label={t('figure')}
        value={figure}
        onChange={setChosen}
        options={known.map((value) => ({ value, label: t(`${value}`) }))}
      />
      <ChartFrame
        title={name}
        columns={[t('day'), name, t('source'), t('change')]}
        rows={shown.map((reading) => [
          reading.day,
          valueText(figure, reading[figure] ?? 0),
          sourceText(reading.source),
          reading.changes.map(changeText).join('; '),
        ])}
        onDownload={(rows) => downloadCsv(`history-${creator.username}-${figure}.csv`, rows)}
      >
        <TrendChart
          title={name}
          points={shown.map(({ day, source, changes: found, ...reading }) => ({
            key: day,
            label: shortDayText(day, 'UTC'),
            title: found.length > 0 ? t('changed', { day: utcDay(day) }) : utcDay(day),
            values: Object.fromEntries(sources.map((one) => [one, one === source ? reading[figure] : null])),
          }))}
          series={sources.map((source, place) => ({
            id: source,
            label: sourceText(source),
            colour: place === 0 ? 1 : 'other',
          }))}
          text={(value) => valueText(figure, value)}
          {...(figure === 'engagement' ? { axisText: (value: number) => percentText(value, 1) } : {})}
          height={180}
        />
      </ChartFrame>
      {changes.length > 0 && (
        <div>
          <h4 className="t-12">{t('changes')}</h4>
          <ul className="t-12 t-ink2">
            {changes.map((change) => (
              <li key={`${change.figure} ${change.toAt}`}>{changeText(change)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** The posts behind the average views. */
function ViewedPosts({
  creator,
  views: { average, posts, unknown },
}: {
  creator: Creator;
  views: AverageViews;
}) {
  const { avgViews } = creator;
  const source = sourceOf(creator, 'avgViews');
  return (
    <details id={AVERAGE_VIEWS_ID} className="insight-items creator-viewed">
      <summary className="t-12">{t('posts', { count: posts.length })}</summary>
      <p className="t-12 t-ink2">
        {t('postsAverage', { average: exactNumber(average ?? 0) })}
        {unknown > 0 && ` ${t('postsUnknown', { count: unknown })}`}
        {source &&
          avgViews !== null &&
          avgViews !== average &&
          ` ${t('postsDiffer', { shown: exactNumber(avgViews), source: sourceWord(creator, source.kind) })}`}
      </p>
      <ul className="t-12">
        {posts.map(({ url, title, published, views }) => (
          <li key={url} className="t-row">
            <Link className="t-link t-ellipsis" href={url}>
              {title || t('untitled')}
            </Link>
            <span className="t-ink3 creator-viewed-day">{shortDayText(published)}</span>
            <span className="t-num">{exactNumber(views)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Growth({ days, growth }: { days: 30 | 90; growth: FollowerGrowth | null }) {
  const label = t('growth', { days });
  if (!growth || growth.percent === null)
    return <LabelledFigure label={label} value={null} note={t('growthUnknown', { days })} />;
  const { percent, from, to, fromDay, toDay } = growth;
  const sign = percent > 0 ? '+' : '';
  return (
    <LabelledFigure
      label={label}
      value={`${sign}${percentText(percent, 1, 1)}`}
      exact={`${sign}${exactNumber(to - from)}`}
      formula={t('growthFormula', { from: utcDay(fromDay), to: utcDay(toDay) })}
      size={20}
    />
  );
}

function changeText({ figure, from, to, fromAt, toAt }: FigureChange): string {
  return t('changeText', {
    figure: t(`${figure}`),
    from: valueText(figure, from),
    to: valueText(figure, to),
    fromDay: utcDay(fromAt),
    toDay: utcDay(toAt),
  });
}
