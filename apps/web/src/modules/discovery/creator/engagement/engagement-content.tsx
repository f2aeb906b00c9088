import { IconArrowsSort, IconArrowUpRight } from '@tabler/icons-react';
import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { engagementRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Table, Td, Th } from '@troupe/ui/layout/data-table';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { Menu } from '@troupe/ui/overlay/menu';
import { Children, useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { COUNTING, interactionsOf, NotGiven, rateOf } from './engagement-table.tsx';

type Sort = 'rate' | 'date';

const SORTS: readonly Sort[] = ['rate', 'date'];

/** Every post behind the rate, with its reactions. */
export function ContentItems({ breakdown }: { breakdown: EngagementBreakdown }) {
  const [sort, setSort] = useState<Sort>('rate');
  const items = breakdown.content.toSorted((one, other) =>
    sort === 'rate'
      ? interactionsOf(other) - interactionsOf(one)
      : other.published_at.localeCompare(one.published_at),
  );
  return (
    <DrawerSection
      title={Children.toArray(
        t.rich('content.titleCount', {
          count: () => <span className="engagement-count">{exactNumber(breakdown.contentCount)}</span>,
        }),
      )}
      aside={
        <Menu
          label={t('sort.label')}
          align="end"
          trigger={
            <Button kind="quiet" size="row" icon={<IconArrowsSort size={16} />}>
              {Children.toArray(
                t.rich('sort.current', {
                  hidden: (words) => <span className="t-hidden">{words}</span>,
                  sort: t(`content.sort.${sort}`),
                }),
              )}
            </Button>
          }
          items={SORTS.map((value) => ({
            label: t(`content.sort.${value}`),
            checked: value === sort,
            onClick: () => setSort(value),
          }))}
        />
      }
    >
      <Table label={t('content.title')} bleed className="engagement-items">
        <thead>
          <tr>
            <Th aria-sort={sort === 'date' ? 'descending' : undefined}>{t('content.post')}</Th>
            {COUNTING.map(({ name }) => (
              <Th key={name} numeric>
                {t(`reaction.${name}`)}
              </Th>
            ))}
            <Th numeric aria-sort={sort === 'rate' ? 'descending' : undefined}>
              {t('content.rate')}
            </Th>
            <Th>
              <span className="t-hidden">{t('content.open')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Item key={item.url} item={item} breakdown={breakdown} />
          ))}
        </tbody>
      </Table>
    </DrawerSection>
  );
}

function Item({ item, breakdown }: { item: ContentItem; breakdown: EngagementBreakdown }) {
  const title = item.title || t('content.untitled');
  return (
    <tr>
      <Td>
        <div className="engagement-post">
          <span className="engagement-thumbnail">
            <Thumbnail src={item.persistent_thumbnail_url} title="" />
          </span>
          <span className="engagement-post-words">
            <span className="t-ellipsis t-medium" dir="auto" title={title}>
              {title}
            </span>
            <span className="t-12 t-ink2" title={exactTime(item.published_at)}>
              {t('content.about', { type: item.type, date: dayText(item.published_at) })}
            </span>
          </span>
        </div>
      </Td>
      {COUNTING.map(({ name, count }) => (
        <Td key={name} numeric>
          {item.engagement[count] === null ? <NotGiven /> : exactNumber(item.engagement[count])}
        </Td>
      ))}
      <Td numeric className="t-medium">
        {engagementRate(rateOf(item, breakdown))}
      </Td>
      <Td>
        <a
          className="engagement-open"
          href={item.url}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('content.openItem', { title })}
        >
          <IconArrowUpRight size={16} />
        </a>
      </Td>
    </tr>
  );
}
