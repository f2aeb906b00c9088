import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import {
  ITEM_COLUMN_IDS,
  type ItemColumn,
  orderItemColumns,
} from '@troupe/domain/discovery/creator-list-columns';
import { STATUS_TAGS } from '@troupe/domain/discovery/creator-list-status';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { PLATFORM_IDS, type Platform } from '@troupe/domain/discovery/platforms';
import type { SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { t } from './messages/messages.gen.ts';

/** How the items of a list can be sorted. */
const ITEM_SORTS = ['saved', 'updated', 'name', 'followers'] as const;
/** One of them, or a custom field. */
export type ItemSort = (typeof ITEM_SORTS)[number] | FieldColumn;

/** A custom field as a column or sort. */
type FieldColumn = `field.${string}`;

/** Labels of the sorts of a list. */
export const itemSortNames = (): Record<(typeof ITEM_SORTS)[number], string> => ({
  saved: t('sort.items.saved'),
  updated: t('sort.items.updated'),
  name: t('sort.items.name'),
  followers: t('sort.items.followers'),
});

/** What brand safety can know of a creator. */
export const SAFETY_STATES = ['open', 'none', 'unchecked'] as const satisfies SafetyFilter[];

/** How the lists of the overview can be sorted. */
const LIST_SORTS = ['updated', 'title', 'creators', 'created'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** Labels of the sorts of the overview. */
export const listSortNames = (): Record<ListSort, string> => ({
  updated: t('sort.lists.updated'),
  title: t('sort.lists.title'),
  creators: t('sort.lists.creators'),
  created: t('sort.lists.created'),
});

/** Search parameters of a list: the list, its filters and the open creator. */
export interface ItemsAddress {
  list?: string | undefined;
  q?: string | undefined;
  status?: StatusTag[] | undefined;
  platform?: Platform[] | undefined;
  safety?: SafetyFilter[] | undefined;
  /** Filters by custom fields. */
  where?: string[] | undefined;
  sort?: ItemSort | undefined;
  /** Defaults to the table; phones always show cards. */
  view?: 'cards' | 'board' | undefined;
  /** Columns of the table and of exports; the default ones if none are set. */
  columns?: (ItemColumn | FieldColumn)[] | undefined;
  creator?: string | undefined;
  /** Whether the drawer shows the engagement breakdown. */
  breakdown?: 'open' | undefined;
  /** Whether deep insights are shown on their own. */
  insights?: 'open' | undefined;
}

/** Search parameters of the overview. */
export interface ListsAddress {
  q?: string | undefined;
  sort?: ListSort | undefined;
  /** Only lists of the person. */
  owner?: 'me' | undefined;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
const text = (value: unknown): string | undefined => texts(value)[0];
const known = <T extends string>(values: readonly T[], value: unknown): T[] | undefined => {
  const found = values.filter((one) => texts(value).includes(one));
  return found.length > 0 ? found : undefined;
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const id = (value: unknown): string | undefined => {
  const found = text(value);
  return found && UUID.test(found) ? found : undefined;
};

const FIELD_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FIELD = new RegExp(`^field\\.${FIELD_ID}$`);
const CONDITION = new RegExp(`^${FIELD_ID}\\.(?:empty|(?:is|min|max|has)\\..+)$`);
const MAX_CONDITIONS = 20;

const fieldColumns = (value: unknown): FieldColumn[] =>
  texts(value).filter((one): one is FieldColumn => FIELD.test(one));

const columnsIn = (value: unknown): ItemsAddress['columns'] => {
  const found = [...(known(ITEM_COLUMN_IDS, value) ?? []), ...fieldColumns(value)];
  return found.length > 0 ? found : undefined;
};

const conditionsIn = (value: unknown): string[] | undefined => {
  const found = texts(value).filter((one) => one.length <= 300 && CONDITION.test(one));
  return found.length > 0 ? found.slice(0, MAX_CONDITIONS) : undefined;
};

/** Search parameters of the overview, or of a list if it names one. */
export type ListsScreenAddress = Omit<ItemsAddress, 'sort'> &
  Pick<ListsAddress, 'owner'> & { sort?: ItemSort | ListSort | undefined };

/** Parses the search parameters; drops invalid values. */
export function readListsAddress(raw: Record<string, unknown>): ListsScreenAddress {
  // Keep invalid list IDs, so that the screen can say that the list doesn't exist.
  const list = text(raw.list);
  return {
    list,
    q: text(raw.q)?.slice(0, 120),
    status: list ? known(STATUS_TAGS, raw.status) : undefined,
    platform: list ? known(PLATFORM_IDS, raw.platform) : undefined,
    safety: list ? known(SAFETY_STATES, raw.safety) : undefined,
    where: list ? conditionsIn(raw.where) : undefined,
    sort: list
      ? (known(ITEM_SORTS, raw.sort)?.[0] ?? fieldColumns(raw.sort)[0])
      : known(LIST_SORTS, raw.sort)?.[0],
    owner: !list && raw.owner === 'me' ? 'me' : undefined,
    view: list && (raw.view === 'cards' || raw.view === 'board') ? raw.view : undefined,
    columns: list ? columnsIn(raw.columns) : undefined,
    creator: id(raw.creator),
    breakdown: raw.breakdown === 'open' ? 'open' : undefined,
    insights: raw.insights === 'open' && raw.breakdown !== 'open' ? 'open' : undefined,
  };
}

/** The query part of the call that lists the items of a list. */
export const itemsQueryOf = ({ q, status, platform, safety, where, sort }: ItemsAddress) => ({
  search: q,
  tag: status,
  platform,
  safety,
  where,
  sort,
  // The drawer reads the rest of a profile.
  profile: 'summary' as const,
});

/** Which lists of a brand are read: `ownerId` is the member whose lists are shown. */
export interface ListsRequest extends Omit<ListsAddress, 'owner'> {
  archived?: boolean;
  ownerId?: string | undefined;
}

/** The query part of the call that lists the lists of a brand. */
export const listsQueryOf = ({ q, sort, archived, ownerId }: ListsRequest) => ({
  search: q,
  sort,
  owner: ownerId,
  archived: archived ? ('true' as const) : undefined,
});

/** Whether filters are set, so that an empty result means 'nothing matches'. */
export const isNarrowed = ({ q, status, platform, safety, where }: ItemsAddress): boolean =>
  Boolean(q || status || platform || safety || where);

/** Clears all filters. */
export const NO_FILTERS = {
  q: undefined,
  status: undefined,
  platform: undefined,
  safety: undefined,
  where: undefined,
} as const;

/** Parameters that a saved view keeps: all but the list and the open creator. */
const VIEW_PARTS = ['q', 'status', 'platform', 'safety', 'where', 'sort', 'view', 'columns'] as const;

type ListView = Pick<ItemsAddress, (typeof VIEW_PARTS)[number]>;

/** Returns the parameters that a view keeps, as a query string. */
export function viewQueryOf(address: ItemsAddress): string {
  const kept = Object.fromEntries(VIEW_PARTS.map((part) => [part, address[part]]));
  return writeAddressQuery(kept).replace(/^\?/, '');
}

/** Returns the parameters that a saved view sets; the others are undefined. */
export function readView(query: string): ListView {
  const address = readListsAddress({ ...parseAddressQuery(query), list: 'any' });
  return Object.fromEntries(VIEW_PARTS.map((part) => [part, address[part]])) as ListView;
}

/** The columns that are shown and exported. */
export const columnsOf = ({ columns }: Pick<ItemsAddress, 'columns'>): ItemColumn[] =>
  columns ? ITEM_COLUMN_IDS.filter((id) => columns.includes(id)) : orderItemColumns([]);

/** The custom fields that are shown and exported: all unless columns were chosen. */
export const shownFieldsOf = (
  { columns }: Pick<ItemsAddress, 'columns'>,
  fields: readonly ListField[],
): ListField[] => fields.filter(({ id }) => !columns || columns.includes(`field.${id}`));
