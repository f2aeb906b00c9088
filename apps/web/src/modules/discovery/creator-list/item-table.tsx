import {
  IconArchive,
  IconChartDonut2,
  IconListDetails,
  IconMessageCircle,
  IconSend,
} from '@tabler/icons-react';
import { showsAverageViews, showsEngagement } from '@troupe/domain/discovery/creator';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import type { ItemColumn } from '@troupe/domain/discovery/creator-list-columns';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, memo, type ReactNode, type RefObject, Suspense } from 'react';
import { categoryName } from '../../../shared/category/category-name.ts';
import { CreatorFigure } from '../../../shared/creator/creator-figures.tsx';
import { countryName, languageName } from '../../../shared/creator/creator-labels.ts';
import { ContactMark, CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { WindowedRows } from '../../../shared/list/windowed-rows.tsx';
import { FlagMark } from '../../../shared/safety-flag/flag-mark.tsx';
import type { ItemSort } from './creator-list-address.ts';
import { commandsOf, type ItemActions, nameOf } from './item-card.tsx';
import { ItemField, ItemMeeting } from './item-fields.tsx';
import { t } from './messages/messages.gen.ts';
import { type ItemSaving, useItemSaving } from './use-item-saving.ts';
import './item-table.css';

const VoteCounts = lazy(() =>
  import('./review/vote-counts.tsx').then((module) => ({ default: module.VoteCounts })),
);
const CustomCell = lazy(() => import('./custom/custom-cell.tsx'));

/** The item of a cell and its fields as they are being edited. */
interface CellProps {
  item: CreatorListItem;
  saving: ItemSaving;
}

interface Column {
  numeric?: boolean;
  /** The sort that its header sets. */
  sort?: ItemSort;
  Cell: (props: CellProps) => ReactNode;
}

const COLUMNS: Record<ItemColumn, Column> = {
  followers: {
    numeric: true,
    sort: 'followers',
    Cell: ({ item }) => <CreatorFigure creator={item.socialProfile} name="followerCount" />,
  },
  engagement: {
    numeric: true,
    Cell: ({ item: { socialProfile: creator } }) =>
      showsEngagement(creator.platform) ? (
        <CreatorFigure creator={creator} name="engagement" />
      ) : (
        <NotShown />
      ),
  },
  views: {
    numeric: true,
    Cell: ({ item: { socialProfile: creator } }) =>
      showsAverageViews(creator.platform) ? (
        <CreatorFigure creator={creator} name="avgViews" />
      ) : (
        <NotShown />
      ),
  },
  country: { Cell: ({ item }) => <Text of={item.socialProfile.country} name={countryName} /> },
  language: { Cell: ({ item }) => <Text of={item.socialProfile.language} name={languageName} /> },
  categories: {
    Cell: ({ item }) => <Text of={item.socialProfile.categories.map(categoryName).join(', ')} />,
  },
  status: {
    Cell: ({ item, saving }) => <ItemField field="tags" name={nameOf(item)} saving={saving} tagsShown={1} />,
  },
  note: { Cell: ({ item, saving }) => <ItemField field="feedback" name={nameOf(item)} saving={saving} /> },
  contact: { Cell: ({ item }) => <ContactMark state={item.socialProfile.metaData} /> },
  saved: { sort: 'saved', Cell: ({ item }) => <Ago at={item.savedDate} /> },
  updated: { sort: 'updated', Cell: ({ item }) => <Ago at={item.updated} /> },
};

interface ItemTableProps {
  items: readonly CreatorListItem[];
  /** Whether these are all items. If not, rows are drawn without their buttons, which take as long as the rest. */
  whole: boolean;
  columns: readonly ItemColumn[];
  /** The custom fields that are shown. */
  fields: readonly ListField[];
  sort: ItemSort;
  onSort: (sort: ItemSort) => void;
  actions: ItemActions;
  /** Usernames of creators already invited. */
  invited: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChooseAll: (all: boolean) => void;
  openCreator: string | undefined;
  faded: boolean;
  rowProps: (id: string) => ArrowRowProps;
  active: string | undefined;
  /** Receives the function that scrolls to a row that isn't drawn. */
  reach: RefObject<((key: string) => void) | null>;
}

/** The creators on a list as rows, with status and note in place. */
export function ItemTable(props: ItemTableProps) {
  const { items, columns, fields, sort, onSort, actions, invited, chosen, onChooseAll, openCreator } = props;
  const reviewed = items.some(({ review }) => review !== null);
  const all = items.length > 0 && items.every(({ id }) => chosen.has(id));
  const open = items.find((item) => item.socialProfile.id === openCreator)?.id;
  const sorted = (by: ItemSort | undefined, direction: 'asc' | 'desc' = 'desc') =>
    by && { sort: by === sort ? direction : undefined, onSort: () => onSort(by) };
  return (
    <div className="item-table-place" data-custom={fields.length > 0 || undefined}>
      <Table
        label={t('items.label')}
        bleed
        className="item-table"
        aria-busy={props.faded || undefined}
        aria-rowcount={items.length + 1}
        style={fields.length > 0 ? { minWidth: widthOf(columns, fields) } : undefined}
      >
        <thead>
          <tr aria-rowindex={1}>
            <SelectTh
              label={t('select.all')}
              checked={all}
              indeterminate={!all && items.some(({ id }) => chosen.has(id))}
              onChange={onChooseAll}
            />
            <Th data-column="who" {...sorted('name', 'asc')}>
              {t('table.creator')}
            </Th>
            {columns.map((id) => (
              <Th
                key={id}
                data-column={id}
                {...(COLUMNS[id].numeric ? { numeric: true } : {})}
                {...sorted(COLUMNS[id].sort)}
              >
                {id === 'contact' ? (
                  <span title={t('column.contact')}>{t('column.contactShort')}</span>
                ) : (
                  t(`column.${id}`)
                )}
              </Th>
            ))}
            {reviewed && <Th data-column="review">{t('column.review')}</Th>}
            {fields.map(({ id, name, kind }) => (
              <Th
                key={id}
                data-column="custom"
                numeric={kind === 'number'}
                {...sorted(`field.${id}`, kind === 'number' || kind === 'date' ? 'desc' : 'asc')}
              >
                <span className="t-ellipsis" dir="auto" title={name}>
                  {name}
                </span>
              </Th>
            ))}
            <Th data-column="actions">
              <span className="t-hidden">{t('table.actions')}</span>
            </Th>
          </tr>
        </thead>
        <WindowedRows entries={items} reach={props.reach} keep={[props.active, open]}>
          {(item, rowIndex) => (
            <ItemRow
              item={item}
              columns={columns}
              fields={fields}
              reviewed={reviewed}
              whole={props.whole}
              actions={actions}
              invited={invited.has(item.socialProfile.username)}
              selected={chosen.has(item.id)}
              open={item.id === open}
              aria-rowindex={rowIndex}
              {...props.rowProps(item.id)}
            />
          )}
        </WindowedRows>
      </Table>
    </div>
  );
}

/** What a table with custom fields needs, in pixels; a narrower window scrolls it. */
const widthOf = (columns: readonly ItemColumn[], fields: readonly ListField[]): number =>
  440 + columns.length * 110 + fields.length * 148;

interface ItemRowProps extends ArrowRowProps {
  item: CreatorListItem;
  columns: readonly ItemColumn[];
  fields: readonly ListField[];
  /** Whether the table has a column of votes. */
  reviewed: boolean;
  whole: boolean;
  actions: ItemActions;
  invited: boolean;
  selected: boolean;
  open: boolean;
  'aria-rowindex': number;
}

const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, columns, fields, reviewed, whole, actions, invited, selected, open, ...row } = props;
  const saving = useItemSaving(item);
  const name = nameOf(item);
  return (
    <>
      <Tr {...row} aria-label={name} selected={selected} current={open} onOpen={() => actions.onOpen(item)}>
        <SelectTd
          label={t('select.one', { name })}
          checked={selected}
          onChange={(checked) => actions.onSelect(item, checked)}
        />
        <Td data-column="who">
          <CreatorWho
            creator={item.socialProfile}
            size={28}
            mark={<FlagMark categories={item.openFlags} />}
          />
        </Td>
        {columns.map((id) => {
          const { Cell, numeric } = COLUMNS[id];
          return (
            <Td key={id} data-column={id} {...(numeric ? { numeric } : {})}>
              <Cell item={item} saving={saving} />
            </Td>
          );
        })}
        {reviewed && (
          <Td data-column="review">
            {item.review && (
              <Suspense>
                <VoteCounts counts={item.review} name={name} onOpen={() => actions.onReview(item)} />
              </Suspense>
            )}
          </Td>
        )}
        {fields.map((field) => (
          <Td key={field.id} data-column="custom" numeric={field.kind === 'number'}>
            <Suspense>
              <CustomCell item={item} field={field} name={name} />
            </Suspense>
          </Td>
        ))}
        <Td data-column="actions">
          {whole && <RowCommands item={item} actions={actions} invited={invited} />}
        </Td>
      </Tr>
      {saving.conflict && (
        <tr>
          <td colSpan={columns.length + fields.length + 3 + (reviewed ? 1 : 0)}>
            <ItemMeeting saving={saving} />
          </td>
        </tr>
      )}
    </>
  );
});

/** The actions of a row: buttons if there is room, else a menu. */
function RowCommands({ item, actions, invited }: Pick<ItemRowProps, 'item' | 'actions' | 'invited'>) {
  const { details, invite, insights, review, archive } = commandsOf(item, actions, invited);
  return (
    <>
      <span className="item-row-actions">
        <IconButton size="row" icon={<IconListDetails size={18} />} {...details} />
        <IconButton size="row" icon={<IconSend size={18} />} {...invite} />
        <IconButton size="row" icon={<IconChartDonut2 size={18} />} {...insights} />
        <IconButton size="row" icon={<IconMessageCircle size={18} />} {...review} />
        <IconButton size="row" icon={<IconArchive size={18} />} {...archive} />
      </span>
      <span className="item-row-menu">
        <MoreMenu
          label={t('item.actions', { name: nameOf(item) })}
          items={[
            { ...details, icon: <IconListDetails size={18} /> },
            { ...invite, icon: <IconSend size={18} /> },
            { ...insights, icon: <IconChartDonut2 size={18} /> },
            { ...review, icon: <IconMessageCircle size={18} /> },
            'divider',
            { ...archive, icon: <IconArchive size={18} /> },
          ]}
        />
      </span>
    </>
  );
}

/** Marks a figure that the platform doesn't have. */
const NotShown = () => <span className="t-ink3">–</span>;

function Text({ of, name = (text) => text }: { of: string | null; name?: (text: string) => string }) {
  return of ? (
    <span className="t-ink2 t-ellipsis" title={name(of)}>
      {name(of)}
    </span>
  ) : (
    <NotShown />
  );
}
