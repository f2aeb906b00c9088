import type { CampaignMetrics, Measured } from '@troupe/domain/campaigns/campaign-metrics';
import { type FigureProps, LabelledFigure } from '@troupe/ui/content/figure';
import {
  columnMoney,
  compactCount,
  counted,
  engagementRate,
  exactNumber,
  money,
  numberLocale,
} from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import type { ItemFigure } from './metrics-address.ts';

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat(numberLocale(), { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Money for one count, which may be less than the smallest coin. */
export function perOne(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(numberLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: digits + 2,
  }).format(minor / 10 ** digits);
}

/** What the smallest coin of a currency is: `1/100 USD`, `JPY`. */
export function smallestCoin(currency: string): string {
  const digits = decimalsOf(currency);
  return digits === 0 ? currency : `1/${10 ** digits} ${currency}`;
}

interface MetricsFiguresProps {
  metrics: CampaignMetrics;
  onOpen: (of: ItemFigure) => void;
  /** The tile of earned media value. */
  earned: ReactNode;
}

const foot = ({ items, unknown }: Measured) =>
  unknown > 0
    ? `${counted(items.length, 'item')}, ${exactNumber(unknown)} without it`
    : counted(items.length, 'item');

/** The figures in one row; each says how it was made and leads to its items. */
export function MetricsFigures({ metrics, onOpen, earned }: MetricsFiguresProps) {
  const { reach, views, engagements, currency, costPerEngagement, agreed, spent, asOf } = metrics;
  const { contentCount, engagementRate: rate, engagementRateOf } = metrics;
  const measured = (label: string, of: ItemFigure, figure: Measured, formula?: string): CellProps => ({
    label,
    value: figure.value === null ? null : compactCount(figure.value),
    exact: figure.value === null ? undefined : exactNumber(figure.value),
    formula,
    builtFrom: foot(figure),
    items: { label: 'Show posts', onClick: () => onOpen(of) },
    under: foot(figure),
  });
  const cells: CellProps[] = [
    measured('Reach', 'reach', reach),
    measured('Views', 'views', views),
    measured('Engagements', 'engagements', engagements, 'likes + comments + saves + shares'),
    {
      label: 'Engagement rate',
      value: rate === null ? null : engagementRate(rate),
      formula: engagementRateOf ? `engagements / ${engagementRateOf} × 100` : undefined,
      builtFrom: engagementRateOf ? `Posts with known ${engagementRateOf}` : undefined,
      items: { label: 'Show posts', onClick: () => onOpen(engagementRateOf ?? 'engagements') },
      under: engagementRateOf ? `of ${engagementRateOf}` : 'not known yet',
    },
    {
      label: 'Cost per engagement',
      value: costPerEngagement === null ? null : columnMoney(costPerEngagement, currency),
      exact: costPerEngagement === null ? undefined : perOne(costPerEngagement, currency),
      formula: 'agreed fees / engagements',
      builtFrom: `${money(agreed, currency)} agreed, ${money(spent, currency)} of it with completed creators`,
      items: { label: 'Show posts', onClick: () => onOpen('engagements') },
      under: `${money(agreed, currency)} agreed`,
    },
    {
      label: 'Content',
      value: compactCount(contentCount),
      exact: exactNumber(contentCount),
      builtFrom: 'Live posts and stories of this campaign',
      items: { label: 'Show all items', onClick: () => onOpen('views') },
      under: 'posts and stories',
    },
  ];
  return (
    <section className="metrics-figures" aria-label="Figures">
      {cells.map(({ under, ...figure }) => (
        <LabelledFigure
          key={figure.label}
          {...figure}
          size={20}
          readAt={asOf}
          foot={<span className="t-12 t-ink2">{under}</span>}
        />
      ))}
      {earned}
    </section>
  );
}

type CellProps = FigureProps & { under: string };
