import type { CampaignMetrics, MetricItem } from '@troupe/domain/campaigns/campaign-metrics';
import { engagementsOf } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Ago } from '@troupe/ui/content/ago';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { Segmented } from '@troupe/ui/field/segmented';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { useEffect, useRef } from 'react';
import { ITEM_FIGURES, type ItemFigure } from './metrics-address.ts';

interface MetricsItemsProps {
  metrics: CampaignMetrics;
  of: ItemFigure | undefined;
  onOf: (of: ItemFigure | undefined) => void;
}

const NAMES: Record<ItemFigure, string> = {
  reach: 'Reach',
  views: 'Views',
  engagements: 'Engagements',
  likes: 'Likes',
  comments: 'Comments',
  saves: 'Saves',
  shares: 'Shares',
};

const countOf = (item: MetricItem, of: ItemFigure) => (of === 'engagements' ? engagementsOf(item) : item[of]);

/** The posts and stories that a figure was added up from. */
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
  return (
    <section className="metrics-items" aria-labelledby="metrics-items">
      <div className="metrics-items-head">
        <h2 id="metrics-items" className="t-16" ref={head} tabIndex={-1}>
          {of ? `Items behind ${NAMES[of].toLowerCase()}` : 'All items'}
        </h2>
        <span className="t-ink2 t-grow">{counted(items.length, 'item')}</span>
        <Segmented
          label="Items behind"
          value={of ?? 'all'}
          onChange={(value) => onOf(value === 'all' ? undefined : value)}
          options={[
            { value: 'all' as const, label: 'All' },
            ...(['reach', 'views', 'engagements'] as const).map((value) => ({ value, label: NAMES[value] })),
          ]}
        />
      </div>
      <Table label="Items" bleed density="ledger" className="metrics-table">
        <thead>
          <tr>
            <Th>Item</Th>
            <Th numeric data-wide>
              Published
            </Th>
            {ITEM_FIGURES.map((name) => (
              <Th key={name} numeric data-wide={name === (of ?? 'engagements') ? undefined : true}>
                {NAMES[name]}
              </Th>
            ))}
            <Th numeric data-wide>
              Read
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
                      {item.kind === 'story' ? 'Story' : 'Post'} of @{item.username}
                    </a>
                  ) : (
                    <span className="t-ellipsis">
                      {item.kind === 'story' ? 'Story' : 'Post'} of @{item.username}
                    </span>
                  )}
                </span>
              </Td>
              <Td numeric data-wide>
                {item.published ? <Ago at={item.published} /> : '–'}
              </Td>
              {ITEM_FIGURES.map((name) => {
                const count = countOf(item, name);
                return (
                  <Td key={name} numeric data-wide={name === (of ?? 'engagements') ? undefined : true}>
                    {count === null ? '–' : exactNumber(count)}
                  </Td>
                );
              })}
              <Td numeric data-wide>
                {item.asOf ? <Ago at={item.asOf} short /> : 'Not yet'}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
