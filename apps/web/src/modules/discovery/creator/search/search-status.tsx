import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import { roundEstimate, roundMinimum } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { SourceLegend } from '@troupe/ui/content/source-mark';
import { Segmented } from '@troupe/ui/field/segmented';
import { numberLocale } from '@troupe/ui/lib/format';
import { Menu } from '@troupe/ui/overlay/menu';
import { Children, memo } from 'react';
import { SORTS } from '../creator-address.ts';
import type { SearchPage } from '../creator-queries.ts';
import { t } from '../messages/messages.gen.ts';

interface SearchStatusProps {
  page: SearchPage | undefined;
  sort: CreatorSort;
  onSort: (sort: CreatorSort) => void;
  view: 'cards' | 'table';
  onView: (view: 'cards' | 'table') => void;
}

/** Number of results, legend of the source marks, sorting and view. */
export const SearchStatus = memo(function SearchStatus(props: SearchStatusProps) {
  const { page, sort, onSort, view, onView } = props;
  return (
    <div className="creator-search-status">
      <Total page={page} />
      <span className="t-grow" />
      <span className="creator-search-legend t-12">
        <SourceLegend />
      </span>
      <Menu
        label={t('sort.label')}
        align="end"
        trigger={
          <Button kind="quiet" icon={<IconArrowsSort size={16} />}>
            {Children.toArray(
              t.rich('sort.current', {
                hidden: (words) => <span className="t-hidden">{words}</span>,
                sort: t(`sort.${sort}`),
              }),
            )}
          </Button>
        }
        items={SORTS.map((value) => ({
          label: t(`sort.${value}`),
          checked: value === sort,
          onClick: () => onSort(value),
        }))}
      />
      <Segmented
        label={t('view.label')}
        value={view}
        onChange={onView}
        iconsOnly
        options={[
          { value: 'cards', label: t('view.cards'), icon: <IconLayoutGrid size={16} /> },
          { value: 'table', label: t('view.table'), icon: <IconTable size={16} /> },
        ]}
      />
    </div>
  );
});

function Total({ page }: { page: SearchPage | undefined }) {
  if (!page) return <p className="t-ink3">{t('search.running')}</p>;
  const { total, totalIsExact, totalIsMinimum } = page;
  return (
    <p>
      <span className="t-name" role="status">
        {totalIsExact
          ? t('total.exact', { count: total })
          : totalIsMinimum
            ? t('total.moreThan', { count: roundMinimum(total) })
            : t('total.about', { count: roundEstimate(total) })}
      </span>{' '}
      <span className="t-ink3 t-num">{timeText(page)}</span>
    </p>
  );
}

/** 'exact count, 0.2 s'. Below a tenth of a second, differences don't matter. */
function timeText({ totalIsExact, tookMs }: SearchPage): string {
  if (tookMs < 100) return t(totalIsExact ? 'total.exactFast' : 'total.estimateFast');
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = new Intl.NumberFormat(numberLocale(), options).format(tookMs / 1000);
  return t(totalIsExact ? 'total.exactIn' : 'total.estimateIn', { seconds });
}
