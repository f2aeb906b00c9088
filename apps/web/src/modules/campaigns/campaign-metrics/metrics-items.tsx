import type { CampaignMetrics, MetricItem } from '@troupe/domain/campaigns/campaign-metrics';
import { engagementsOf } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Ago } from '@troupe/ui/content/ago';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { Segmented } from '@troupe/ui/field/segmented';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { useEffect, useRef } from 'react';
import { lowered } from '../../../shared/lowered.ts';
import { t } from '../messages/messages.gen.ts';
import { ITEM_FIGURES, type ItemFigure } from './metrics-address.ts';

interface MetricsItemsProps {
  metrics: CampaignMetrics;
  of: ItemFigure | undefined;
  onOf: (of: ItemFigure | undefined) => void;
}

/** `Post of @cleo`. */
const itemText = ({ kind, username }: MetricItem): string =>
  t(kind === 'story' ? 'metrics.storyOf' : 'metrics.postOf', { username });

const countOf = (item: MetricItem, of: ItemFigure) => (of === 'engagements' ? engagementsOf(item) : item[of]);

/** The posts and stories behind a figure. */
export function MetricsItems({ metrics, of, onOf }: MetricsItemsProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const before = useRef(of);
  useEffect(() => {
    if (of && of !== before.current && document.activeElement?.closest('.metrics-items') == null) {
      head.current?.scrollIntoView({ block: 'start' });
      head.current?.focus({ preventScroll: true });
    }
    before.current = of;
  }, [of]);
  const behind = of ? new Set(metrics[of].items) : null;
  const items = behind ? metrics.items.filter(({ id }) => behind.has(id)) : metrics.items;
  /** Phones show one figure, tablets all but the last two. */
  const wideOf = (name: (typeof ITEM_FIGURES)[number]) => {
    if (name === (of ?? 'engagements')) return undefined;
    return name === 'saves' || name === 'shares' ? 'desktop' : true;
  };
  return (
    <section className="metrics-items" aria-labelledby="metrics-items">
      <div className="metrics-items-head">
        <h2 id="metrics-items" className="t-16" ref={head} tabIndex={-1}>
          {of ? t('metrics.itemsBehind', { figure: lowered(t(`figure.${of}`)) }) : t('metrics.allItems')}
        </h2>
        <span className="t-ink2 t-grow">{t('metrics.items', { count: items.length })}</span>
        <Segmented
          label={t('metrics.behind')}
          value={of ?? 'all'}
          onChange={(value) => onOf(value === 'all' ? undefined : value)}
          options={[
            { value: 'all' as const, label: t('metrics.all') },
            ...(['reach', 'views', 'engagements'] as const).map((value) => ({
              value,
              label: t(`figure.${value}`),
            })),
          ]}
        />
      </div>
      <Table label={t('metrics.itemsLabel')} bleed density="ledger" className="metrics-table">
        <thead>
          <tr>
            <Th>{t('metrics.item')}</Th>
            <Th numeric data-wide>
              {t('metrics.published')}
            </Th>
            {ITEM_FIGURES.map((name) => (
              <Th key={name} numeric data-wide={wideOf(name)}>
                {t(`figure.${name}`)}
              </Th>
            ))}
            <Th numeric data-wide="desktop">
              {t('metrics.read')}
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Tr key={item.id}>
              <Td>
                <span className="metrics-item">
                  <PlatformIcon platform={item.platform} label={PLATFORM_NAMES[item.platform]} />
                  {/^https?:\/\//i.test(item.url) ? (
                    <a href={item.url} target="_blank" rel="noreferrer noopener" className="t-ellipsis">
                      {itemText(item)}
                    </a>
                  ) : (
                    <span className="t-ellipsis">{itemText(item)}</span>
                  )}
                </span>
              </Td>
              <Td numeric data-wide>
                {item.published ? <Ago at={item.published} /> : '–'}
              </Td>
              {ITEM_FIGURES.map((name) => {
                const count = countOf(item, name);
                return (
                  <Td key={name} numeric data-wide={wideOf(name)}>
                    {count === null ? '–' : exactNumber(count)}
                  </Td>
                );
              })}
              <Td numeric data-wide="desktop">
                {item.asOf ? <Ago at={item.asOf} /> : t('metrics.notYet')}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
