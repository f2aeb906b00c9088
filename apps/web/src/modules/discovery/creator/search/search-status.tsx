import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import { Button } from '@troupe/ui/action/button';
import { SourceLegend } from '@troupe/ui/content/source-mark';
import { Segmented } from '@troupe/ui/field/segmented';
import { exactNumber } from '@troupe/ui/lib/format';
import { Menu } from '@troupe/ui/overlay/menu';
import { SORTS } from '../creator-address.ts';
import type { SearchPage } from '../creator-queries.ts';
import type { CreatorSearchState } from './use-creator-search.ts';

interface SearchStatusProps {
  search: CreatorSearchState;
  sort: CreatorSort;
  onSort: (sort: CreatorSort) => void;
  view: 'cards' | 'table';
  onView: (view: 'cards' | 'table') => void;
}

/** How many were found, what the marks mean, how it is sorted and shown. */
export function SearchStatus({ search, sort, onSort, view, onView }: SearchStatusProps) {
  return (
    <div className="creator-search-status">
      <Total page={search.first} />
      <span className="t-grow" />
      <span className="creator-search-legend t-12">
        <SourceLegend />
      </span>
      <Menu
        label="Sort by"
        align="end"
        trigger={
          <Button kind="quiet" icon={<IconArrowsSort size={16} />}>
            <span className="t-hidden">Sorted by </span>
            {SORTS.find(({ value }) => value === sort)?.label}
          </Button>
        }
        items={SORTS.map(({ value, label }) => ({
          label,
          checked: value === sort,
          onClick: () => onSort(value),
        }))}
      />
      <Segmented
        label="View as"
        value={view}
        onChange={onView}
        iconsOnly
        options={[
          { value: 'cards', label: 'Cards', icon: <IconLayoutGrid size={16} /> },
          { value: 'table', label: 'Table', icon: <IconTable size={16} /> },
        ]}
      />
    </div>
  );
}

function Total({ page }: { page: SearchPage | undefined }) {
  if (!page) return <p className="t-ink3">Searching</p>;
  const count = exactNumber(page.total);
  const noun = page.total === 1 ? 'creator' : 'creators';
  return (
    <p>
      <span className="t-name" role="status">
        {page.totalIsExact ? `${count} ${noun}` : `About ${count} ${noun}`}
      </span>{' '}
      <span className="t-ink3 t-num">
        {page.totalIsExact ? 'exact count' : 'estimate'}, {seconds(page.tookMs)}
      </span>
    </p>
  );
}

/** '0.2 s'; what is too short to be felt is not told apart. */
const seconds = (ms: number) => (ms < 100 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`);
