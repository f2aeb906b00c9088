import { showsAverageViews, showsEngagement } from '@troupe/domain/discovery/creator';
import type { CreatorResult, CreatorSort } from '@troupe/domain/discovery/creator-search';
import type { ArrowRowProps, useArrowList } from '@troupe/ui/hooks';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactTime, shortAge } from '@troupe/ui/lib/date';
import { memo, type RefObject } from 'react';
import { CreatorFigure } from '../../../../shared/creator/creator-figures.tsx';
import { countryName, creatorName } from '../../../../shared/creator/creator-labels.ts';
import { ContactMark, CreatorWho } from '../../../../shared/creator/creator-who.tsx';
import { WindowedRows } from '../../../../shared/list/windowed-rows.tsx';
import { type CreatorActions, CreatorMenu } from '../creator-menu.tsx';
import { t } from '../messages/messages.gen.ts';
import { WhyMatched } from './why-matched.tsx';
import './creator-table.css';

interface CreatorTableProps {
  creators: readonly CreatorResult[];
  actions: CreatorActions;
  /** Usernames of creators already invited. */
  invited: ReadonlySet<string>;
  selected: ReadonlyMap<string, CreatorResult>;
  openId: string | undefined;
  sort: CreatorSort;
  onSort: (sort: CreatorSort) => void;
  onSelectAll: (selected: boolean) => void;
  list: ReturnType<typeof useArrowList>;
  /** Receives the function that scrolls to a row that isn't drawn. */
  reach: RefObject<((key: string) => void) | null>;
}

/** Search results as a table; only visible rows are drawn. */
export default function CreatorTable(props: CreatorTableProps) {
  const { creators, actions, invited, selected, openId, sort, onSort, onSelectAll, list, reach } = props;
  const chosen = creators.filter(({ id }) => selected.has(id)).length;
  const sorted = (name: CreatorSort) => (sort === name ? ('desc' as const) : undefined);
  return (
    <Table label={t('table.label')} bleed className="creator-table" aria-rowcount={creators.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <SelectTh
            label={t('select.all')}
            checked={chosen > 0 && chosen === creators.length}
            indeterminate={chosen > 0 && chosen < creators.length}
            onChange={onSelectAll}
          />
          <Th className="creator-table-who">{t('table.creator')}</Th>
          <Th
            numeric
            className="creator-table-followers"
            sort={sorted('followers')}
            onSort={() => onSort('followers')}
          >
            {t('table.followers')}
          </Th>
          <Th
            numeric
            className="creator-table-engagement"
            sort={sorted('engagement')}
            onSort={() => onSort('engagement')}
          >
            {t('table.engagement')}
          </Th>
          <Th numeric className="creator-table-views" sort={sorted('views')} onSort={() => onSort('views')}>
            {t('table.views')}
          </Th>
          <Th className="creator-table-country">{t('table.country')}</Th>
          <Th className="creator-table-why">{t('why.title')}</Th>
          <Th className="creator-table-contact">{t('table.contact')}</Th>
          <Th numeric className="creator-table-age" sort={sorted('updated')} onSort={() => onSort('updated')}>
            {t('table.updated')}
          </Th>
          <Th className="creator-table-actions">
            <span className="t-hidden">{t('table.actions')}</span>
          </Th>
        </tr>
      </thead>
      <WindowedRows entries={creators} reach={reach} keep={[list.active, openId]}>
        {(creator, rowIndex) => (
          <CreatorRow
            creator={creator}
            actions={actions}
            invited={invited.has(creator.username)}
            selected={selected.has(creator.id)}
            open={openId === creator.id}
            aria-rowindex={rowIndex}
            {...list.rowProps(creator.id)}
          />
        )}
      </WindowedRows>
    </Table>
  );
}

interface CreatorRowProps extends ArrowRowProps {
  creator: CreatorResult;
  actions: CreatorActions;
  invited: boolean;
  selected: boolean;
  open: boolean;
  'aria-rowindex': number;
}

const CreatorRow = memo(function CreatorRow(props: CreatorRowProps) {
  const { creator, actions, invited, selected, open, ...row } = props;
  return (
    <Tr {...row} selected={selected} current={open} onOpen={() => actions.open(creator)}>
      <SelectTd
        label={t('select.one', { name: creatorName(creator) })}
        checked={selected}
        onChange={(checked) => actions.select(creator, checked)}
      />
      <Td className="creator-table-who">
        <CreatorWho creator={creator} size={28} inline />
      </Td>
      <Td numeric className="creator-table-followers">
        <CreatorFigure creator={creator} name="followerCount" />
      </Td>
      <Td numeric className="creator-table-engagement">
        {showsEngagement(creator.platform) ? (
          <CreatorFigure
            creator={creator}
            name="engagement"
            onShowContent={() => actions.open(creator, true)}
          />
        ) : (
          <NotShown />
        )}
      </Td>
      <Td numeric className="creator-table-views">
        {showsAverageViews(creator.platform) ? (
          <CreatorFigure creator={creator} name="avgViews" />
        ) : (
          <NotShown />
        )}
      </Td>
      <Td className="creator-table-country t-ink2">{creator.country ? countryName(creator.country) : ''}</Td>
      <Td className="creator-table-why">
        <WhyMatched reasons={creator.why} most={1} />
      </Td>
      <Td className="creator-table-contact">
        <ContactMark state={creator.metaData} />
      </Td>
      <Td numeric className="creator-table-age">
        {creator.updated && (
          <time className="t-12 t-ink3" dateTime={creator.updated} title={exactTime(creator.updated)}>
            {shortAge(creator.updated)}
          </time>
        )}
      </Td>
      <Td className="creator-table-actions">
        <CreatorMenu creator={creator} actions={actions} invited={invited} />
      </Td>
    </Tr>
  );
});

/** Marks a figure that isn't shown for the platform. */
function NotShown() {
  return <span className="t-ink3">–</span>;
}
