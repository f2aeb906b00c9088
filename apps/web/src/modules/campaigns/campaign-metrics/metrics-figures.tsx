import type { CampaignMetrics, Measured } from '@troupe/domain/campaigns/campaign-metrics';
import { engagementRate, tableRate } from '@troupe/domain/figure-text';
import { columnMoney, groupMoney } from '@troupe/domain/money';
import { type FigureProps, LabelledFigure } from '@troupe/ui/content/figure';
import { compactCount, exactNumber, numberLocale } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { lowered } from '../../../shared/lowered.ts';
import { t } from '../messages/messages.gen.ts';
import type { ItemFigure } from './metrics-address.ts';

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat(numberLocale(), { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Money for one count, which may be less than the smallest coin: at most three decimals, unless it would be 0.000. */
export function perOne(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  const amount = minor / 10 ** digits;
  const isTiny = amount > 0 && amount < 0.001;
  return new Intl.NumberFormat(numberLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: Math.min(digits + 2, 3),
    maximumSignificantDigits: isTiny ? 1 : undefined,
  }).format(amount);
}

/** The smallest coin of a currency: `1/100 USD`, `JPY`. */
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
    ? t('metrics.itemsWithout', { count: items.length, unknown })
    : t('metrics.items', { count: items.length });

/** The figures in one row, each with its formula and a link to its items. */
export function MetricsFigures({ metrics, onOpen, earned }: MetricsFiguresProps) {
  const { reach, views, engagements, currency, costPerEngagement, agreed, spent, asOf } = metrics;
  const costs = groupMoney([agreed, spent], currency);
  const { contentCount, engagementRate: rate, engagementRateOf } = metrics;
  const measured = (label: string, of: ItemFigure, figure: Measured, formula?: string): CellProps => ({
    label,
    value: figure.value === null ? null : compactCount(figure.value),
    exact: figure.value === null ? undefined : exactNumber(figure.value),
    formula,
    builtFrom: foot(figure),
    items: { label: t('metrics.showPosts'), onClick: () => onOpen(of) },
    under: foot(figure),
  });
  const cells: CellProps[] = [
    measured(t('figure.reach'), 'reach', reach),
    measured(t('figure.views'), 'views', views),
    measured(t('figure.engagements'), 'engagements', engagements, t('metrics.engagementsFormula')),
    {
      label: t('metrics.rate'),
      value: rate === null ? null : tableRate(rate),
      exact: rate === null ? undefined : engagementRate(rate),
      formula: engagementRateOf
        ? t('metrics.rateFormula', { figure: lowered(t(`figure.${engagementRateOf}`)) })
        : undefined,
      builtFrom: engagementRateOf
        ? t('metrics.rateFrom', { figure: lowered(t(`figure.${engagementRateOf}`)) })
        : undefined,
      items: { label: t('metrics.showPosts'), onClick: () => onOpen(engagementRateOf ?? 'engagements') },
      under: engagementRateOf
        ? t('metrics.rateOf', { figure: lowered(t(`figure.${engagementRateOf}`)) })
        : t('metrics.unknown'),
    },
    {
      label: t('metrics.cost'),
      value: costPerEngagement === null ? null : columnMoney(costPerEngagement, currency),
      exact: costPerEngagement === null ? undefined : perOne(costPerEngagement, currency),
      formula: t('metrics.costFormula'),
      builtFrom: t('metrics.costFrom', { agreed: costs(agreed), spent: costs(spent) }),
      items: { label: t('metrics.showPosts'), onClick: () => onOpen('engagements') },
      under: t('metrics.agreed', { amount: costs(agreed) }),
    },
    {
      label: t('metrics.content'),
      value: compactCount(contentCount),
      exact: exactNumber(contentCount),
      builtFrom: t('metrics.contentFrom'),
      items: { label: t('metrics.showAll'), onClick: () => onOpen('views') },
      under: t('metrics.postsAndStories'),
    },
  ];
  return (
    <section className="metrics-figures" aria-label={t('metrics.figures')}>
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
