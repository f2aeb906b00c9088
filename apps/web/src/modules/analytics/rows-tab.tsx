import { useQuery } from '@tanstack/react-query';
import type {
  Analytics,
  AnalyticsRow,
  AnalyticsSort,
  RankedRate as Rate,
} from '@troupe/domain/analytics/analytics';
import { ROWS_PER_PAGE } from '@troupe/domain/analytics/analytics';
import { formulaName } from '@troupe/domain/analytics/formula-text';
import { toCsv } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { isPerCurrency } from '@troupe/domain/figure-formula';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Pager } from '@troupe/ui/layout/pager';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { CsvButton } from '../../shared/download.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { AnalyticsAddress, TabProps } from './analytics-address.ts';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { boundsText, cellFigures, fullText, nameOf, periodText } from './analytics-labels.ts';
import { analyticsOptions } from './analytics-queries.ts';
import { FigureValue } from './figure-value.tsx';
import { t } from './messages/messages.gen.ts';

type Kind = 'campaigns' | 'creators' | 'content';

interface Column {
  id: FormulaId;
  sort?: AnalyticsSort;
  /** Hidden on phones (1), and on tablets (2). */
  wide?: '1' | '2';
}

interface Ranking {
  groupBy: 'campaign' | 'creator' | 'content';
  sort: AnalyticsSort;
  /** The rate that is drawn with its interval. */
  rate: 'conversion' | 'engagement' | null;
  columns: readonly Column[];
}

const RANKINGS: Record<Kind, Ranking> = {
  campaigns: {
    groupBy: 'campaign',
    sort: 'net-revenue',
    rate: null,
    columns: [
      { id: 'net-revenue', sort: 'net-revenue' },
      { id: 'spend', sort: 'spend', wide: '1' },
      { id: 'roas', sort: 'roas' },
      { id: 'orders', sort: 'orders', wide: '1' },
      { id: 'posts', wide: '2' },
      { id: 'views', sort: 'views', wide: '2' },
      { id: 'engagement-rate', wide: '2' },
      { id: 'cpe', wide: '2' },
    ],
  },
  creators: {
    groupBy: 'creator',
    sort: 'conversion',
    rate: 'conversion',
    columns: [
      { id: 'net-revenue', sort: 'net-revenue', wide: '1' },
      { id: 'spend', sort: 'spend', wide: '1' },
      { id: 'roas', sort: 'roas', wide: '2' },
      { id: 'orders', sort: 'orders', wide: '2' },
      { id: 'cpe', wide: '2' },
    ],
  },
  content: {
    groupBy: 'content',
    sort: 'engagement',
    rate: 'engagement',
    columns: [
      { id: 'views', sort: 'views', wide: '1' },
      { id: 'engagements', sort: 'engagements', wide: '1' },
    ],
  },
};

/** Campaigns, creators or content, ranked. Rates are ranked by the lower end of their interval. */
export default function RowsTab({ kind, address, onChange }: TabProps & { kind: Kind }) {
  const { groupBy, sort: usual } = RANKINGS[kind];
  const sort = (address.sort as AnalyticsSort | undefined) ?? usual;
  const query = useQuery(analyticsOptions(useBrandId(), address, { groupBy, sort }));
  const analytics = query.data?.analytics.groupBy === groupBy ? query.data.analytics : undefined;
  return (
    <>
      <div className="analytics-tools">
        <AnalyticsFilters address={address} onChange={onChange} zone={analytics?.zone} />
        {analytics && analytics.rows.length > 0 && <RowsFile kind={kind} analytics={analytics} />}
      </div>
      <LoadState what={t(`rows.what.${kind}`)} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {analytics && (
        <Rows kind={kind} analytics={analytics} sort={sort} address={address} onChange={onChange} />
      )}
    </>
  );
}

const rateOf = (kind: Kind, row: AnalyticsRow): Rate | null => {
  const { rate } = RANKINGS[kind];
  return rate === null ? null : row[rate];
};

interface RowsProps extends TabProps {
  kind: Kind;
  analytics: Analytics;
  sort: AnalyticsSort;
}

function Rows({ kind, analytics, sort, address, onChange }: RowsProps) {
  const { rows, current, currency, currencies, page, pages, rowsTotal, zone } = analytics;
  const { columns, rate, sort: usual } = RANKINGS[kind];
  const several = currency === null && currencies.length > 1;
  if (rows.length === 0)
    return (
      <EmptyState
        title={t(`rows.none.${kind}`)}
        text={t('noneText', { period: periodText(current) })}
        drawing="seats"
      />
    );
  const top = Math.max(...rows.map((row) => rateOf(kind, row)?.high ?? 0), 0.001);
  const sortBy = (next: AnalyticsSort) =>
    onChange({ sort: next === usual ? undefined : next, page: undefined });
  return (
    <>
      <p className="t-12 t-ink2">
        {t('period.line', { period: periodText(current), zone })} {rate !== null && t(`rows.fair.${rate}`)}
      </p>
      <Table label={t(`tab.${kind}`)} bleed>
        <thead>
          <tr>
            <Th numeric className="analytics-rank">
              <span aria-hidden="true">#</span>
              <span className="t-hidden">{t('rows.rank')}</span>
            </Th>
            <Th>{t(`rows.name.${kind}`)}</Th>
            {rate !== null && (
              <Th sort={sort === rate ? 'desc' : undefined} onSort={() => sortBy(rate)}>
                {t(`rows.rate.${rate}`)}
              </Th>
            )}
            {columns.map(({ id, sort: by, wide }) => (
              <Th
                key={id}
                numeric
                data-wide={wide}
                sort={by !== undefined && by === sort ? 'desc' : undefined}
                onSort={by === undefined ? undefined : () => sortBy(by)}
              >
                {formulaName(id)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Tr key={row.id ?? 'none'}>
              <Td numeric className="t-ink2 analytics-rank">
                {row.id === null ? '' : (page - 1) * ROWS_PER_PAGE + place + 1}
              </Td>
              <Td>
                <RowName kind={kind} row={row} />
              </Td>
              {rate !== null && (
                <Td>
                  <RateBar rate={rateOf(kind, row)} top={top} />
                </Td>
              )}
              {columns.map(({ id, wide }) => (
                <Td key={id} numeric data-wide={wide}>
                  {cellFigures(row.figures, id).map((figure) => (
                    <span key={figure.currency} className="analytics-cell">
                      <FigureValue
                        figure={figure}
                        address={narrowedTo(address, row)}
                        period={current}
                        several={several}
                      />
                    </span>
                  ))}
                  {row.figures.every(({ formula }) => formula !== id) && <span className="t-ink2">–</span>}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
      <Pager
        label={t('rows.pages')}
        page={page}
        pages={pages}
        total={rowsTotal}
        pageSize={ROWS_PER_PAGE}
        onPage={(next) => onChange({ page: String(next) })}
      />
    </>
  );
}

/** The evidence file of a row is that of the whole, narrowed to the row. Posts and rows of nothing have none. */
function narrowedTo(address: AnalyticsAddress, { kind, id }: AnalyticsRow): AnalyticsAddress | null {
  if (id === null || kind === 'content' || kind === 'platform') return null;
  return Object.assign({}, address, kind === 'campaign' ? { campaign: id } : { creator: id });
}

function RowName({ kind, row }: { kind: Kind; row: AnalyticsRow }) {
  const { id, name, username, platform, pictureUrl, url, published } = row;
  const words = name || (username ? `@${username}` : t('row.untitled'));
  if (id === null) return <span className="t-ink2">{t(`row.none.${kind}`)}</span>;
  if (kind === 'campaigns')
    return (
      <a className="t-name analytics-name t-ellipsis" dir="auto" href={`/campaigns/${id}/metrics`}>
        {words}
      </a>
    );
  return (
    <span className="analytics-who">
      {kind === 'creators' && <Avatar name={words} src={pictureUrl} size={28} />}
      <span className="analytics-who-text">
        {kind === 'content' && url && /^https?:\/\//i.test(url) ? (
          <a className="t-name t-ellipsis" dir="auto" href={url} target="_blank" rel="noreferrer noopener">
            {words}
          </a>
        ) : (
          <span className="t-name t-ellipsis" dir="auto">
            {words}
          </span>
        )}
        <span className="t-12 t-ink2 analytics-handle">
          {platform && <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} />}
          {username && <span className="t-ellipsis">@{username}</span>}
          {published && <span>{dayText(published)}</span>}
        </span>
      </span>
    </span>
  );
}

/** A rate as a mark on its interval. The mark is the rate drawn toward the usual one. */
function RateBar({ rate, top }: { rate: Rate | null; top: number }) {
  if (rate === null) return <span className="t-ink2">{t('rows.noRate')}</span>;
  const { low, high, shrunk, k, n } = rate;
  const at = (share: number) => `${Math.min(100, (share / top) * 100)}%`;
  const bounds = t('interval', { low: percent(low, 1), high: percent(high, 1) });
  return (
    <span className="analytics-rate" title={t('rows.rateTitle', { rate: percent(rate.rate, 1) })}>
      <span className="t-num">
        {percent(shrunk, 1)}{' '}
        <span className="t-12 t-ink2">
          {t('rows.cases', { k: exactNumber(k), n: exactNumber(n) })}
          <span className="t-hidden">, {bounds}</span>
        </span>
      </span>
      <svg className="analytics-interval" aria-hidden="true">
        <title>{bounds}</title>
        <line className="analytics-interval-track" x1="0" x2="100%" y1="5" y2="5" />
        <line className="analytics-interval-range" x1={at(low)} x2={at(high)} y1="5" y2="5" />
        <circle cx={at(shrunk)} cy="5" r="4" />
      </svg>
    </span>
  );
}

/** The rows as CSV, with exact values and intervals. */
function RowsFile({ kind, analytics }: { kind: Kind; analytics: Analytics }) {
  const { columns, rate } = RANKINGS[kind];
  const { current, rows, currencies, currency: converted } = analytics;
  const several = converted === null && currencies.length > 1;
  // A column for each currency, as files are added up by column.
  const files = columns.flatMap(({ id }): Pick<Figure, 'formula' | 'currency'>[] =>
    several && isPerCurrency(id)
      ? currencies.map((currency) => ({ formula: id, currency }))
      : [{ formula: id, currency: null }],
  );
  const cells = rows.map((row) => {
    const ranked = rateOf(kind, row);
    return [
      row.name,
      row.username ?? '',
      ...(rate === null
        ? []
        : [ranked?.shrunk ?? '', ranked?.low ?? '', ranked?.high ?? '', ranked?.k ?? '', ranked?.n ?? '']),
      ...files.map(({ formula, currency }) => {
        const figure = row.figures.find(
          (one) => one.formula === formula && (currency === null || one.currency === currency),
        );
        return figure?.value === null || figure === undefined
          ? ''
          : [fullText(figure.value, figure), boundsText(figure, figure)].filter(Boolean).join(' ');
      }),
    ];
  });
  const head = [
    t(`rows.name.${kind}`),
    t('rows.username'),
    ...(rate === null ? [] : [t(`rows.rate.${rate}`), t('rows.low'), t('rows.high'), 'k', 'n']),
    ...files.map((file) => nameOf(file, several)),
  ];
  return (
    <CsvButton
      fileName={`analytics-${kind}-${current.from}-${current.to}.csv`}
      download={async () => new Blob([toCsv([head, ...cells])], { type: 'text/csv;charset=utf-8' })}
    />
  );
}
