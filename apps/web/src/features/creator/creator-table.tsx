import { IconChartDonut3, IconDots, IconLayoutSidebarRightExpand, IconSend } from '@tabler/icons-react';
import { showsAverageViews, showsEngagement } from '@troupe/domain/creator';
import type { CreatorResult, CreatorSort } from '@troupe/domain/creator-search';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/data-table';
import { IconButton } from '@troupe/ui/icon-button';
import { Menu } from '@troupe/ui/menu';
import { SourceMark } from '@troupe/ui/source-mark';
import type { ComponentProps } from 'react';
import { ContactMark } from '../../shared/creator/contact-mark.tsx';
import { CreatorFigure } from '../../shared/creator/creator-figures.tsx';
import { CreatorWho } from '../../shared/creator/creator-who.tsx';
import { countryName, freshestSource } from '../../shared/creator/creator-words.ts';
import type { CreatorActions } from './creator-card.tsx';
import { WhyMatched } from './why-matched.tsx';

interface CreatorTableProps {
  creators: CreatorResult[];
  actions: CreatorActions;
  selected: ReadonlySet<string>;
  openId: string | undefined;
  sort: CreatorSort | undefined;
  onSort: (sort: CreatorSort) => void;
  onSelectAll: (selected: boolean) => void;
  rowProps: (key: string) => Partial<ComponentProps<typeof Tr>>;
}

/** Search results as a table. */
export function CreatorTable(props: CreatorTableProps) {
  const { creators, actions, selected, openId, sort, onSort, onSelectAll, rowProps } = props;
  const chosen = creators.filter(({ id }) => selected.has(id)).length;
  const sorted = (name: CreatorSort) => (sort === name ? ('desc' as const) : undefined);
  return (
    <Table label="Creators" bleed className="creator-table">
      <thead>
        <tr>
          <SelectTh
            label="Select all that are shown"
            checked={chosen > 0 && chosen === creators.length}
            indeterminate={chosen > 0 && chosen < creators.length}
            onChange={onSelectAll}
          />
          <Th>Creator</Th>
          <Th numeric sort={sorted('followers')} onSort={() => onSort('followers')}>
            Followers
          </Th>
          <Th numeric sort={sorted('engagement')} onSort={() => onSort('engagement')}>
            Engagement
          </Th>
          <Th numeric sort={sorted('views')} onSort={() => onSort('views')}>
            Avg views
          </Th>
          <Th>Country</Th>
          <Th>Why it matched</Th>
          <Th>Contact</Th>
          <Th sort={sorted('updated')} onSort={() => onSort('updated')}>
            Figures
          </Th>
          <Th>
            <span className="t-hidden">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {creators.map((creator) => (
          <CreatorRow
            key={creator.id}
            creator={creator}
            actions={actions}
            selected={selected.has(creator.id)}
            open={openId === creator.id}
            row={rowProps(creator.id)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface CreatorRowProps {
  creator: CreatorResult;
  actions: CreatorActions;
  selected: boolean;
  open: boolean;
  row: Partial<ComponentProps<typeof Tr>>;
}

function CreatorRow({ creator, actions, selected, open, row }: CreatorRowProps) {
  const source = freshestSource(creator);
  const name = creator.fullname || creator.username;
  return (
    <Tr {...row} selected={selected} current={open} onOpen={() => actions.open(creator)}>
      <SelectTd
        label={`Select ${name}`}
        checked={selected}
        onChange={(checked) => actions.select(creator.id, checked)}
      />
      <Td>
        <CreatorWho creator={creator} size={28} inline />
      </Td>
      <Td numeric>
        <CreatorFigure creator={creator} name="followerCount" />
      </Td>
      <Td numeric>
        {showsEngagement(creator.platform) ? (
          <CreatorFigure
            creator={creator}
            name="engagement"
            onShowContent={() => actions.open(creator, true)}
          />
        ) : (
          '–'
        )}
      </Td>
      <Td numeric>
        {showsAverageViews(creator.platform) ? <CreatorFigure creator={creator} name="avgViews" /> : '–'}
      </Td>
      <Td className="t-ink2">{creator.country ? countryName(creator.country) : ''}</Td>
      <Td className="creator-table-why">
        <WhyMatched reasons={creator.why} most={1} />
      </Td>
      <Td>
        <ContactMark state={creator.metaData} />
      </Td>
      <Td>{source && <SourceMark kind={source.kind} readAt={source.readAt} />}</Td>
      <Td>
        <Menu
          label={`Actions for ${name}`}
          trigger={<IconButton label={`Actions for ${name}`} icon={<IconDots size={16} />} size="row" />}
          items={[
            {
              label: 'View details',
              icon: <IconLayoutSidebarRightExpand size={16} />,
              onClick: () => actions.open(creator),
            },
            {
              label: 'Invite to campaign',
              icon: <IconSend size={16} />,
              onClick: () => actions.invite(creator),
            },
            {
              label: 'Get deep insights',
              icon: <IconChartDonut3 size={16} />,
              onClick: () => actions.insights(creator),
            },
          ]}
        />
      </Td>
    </Tr>
  );
}
