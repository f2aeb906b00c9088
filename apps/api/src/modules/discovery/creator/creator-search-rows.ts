import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import type { Platform } from '@troupe/domain/discovery/platform';
import { isoMoment } from '../../../platform/column.ts';
import { isTrue, type Raw, textsOf } from '../../../platform/raw-json.ts';
import { creatorMembers, type RawCreator } from './creator.table.ts';
import {
  type FoundCreator,
  type SearchPage,
  type SearchPosition,
  type SearchRequest,
  sumTotals,
} from './creator-search.ts';

/** A row of a page as PostgreSQL writes it. Has no creator if nothing was found or a scope exceeds the limit. */
export type RawPageRow = RawCreator &
  Record<
    | 'tier'
    | 'key'
    | 'ownContact'
    /** Comma-separated. */
    | 'listNumbers'
    /** The lists by number, as a JSON array; only in the first row. */
    | 'allLists'
    | 'topics'
    | 'lastPostAt'
    | 'hasEmail'
    /** Whether it is a registered creator of whom the brand has its own copy. */
    | 'hasCopy'
    | 'known',
    Raw
  > & {
    sharedSize?: Raw;
    ownSize?: Raw;
    /** A JSON array; undefined if posts are left out. */
    content?: Raw;
  };

/** A found creator with its position. */
export interface FoundRow {
  tier: number;
  key: number | string;
  id: string;
  row: RawPageRow;
  lists: FoundCreator['lists'];
}

/** The rows of a statement, with the sizes of the scopes it gathered. */
export interface Page {
  rows: FoundRow[];
  sharedSize: number;
  ownSize: number;
  known: number | undefined;
}

/** Rows read for a page, with where the search continues; null if nothing follows. */
export interface ReadRows {
  rows: readonly FoundRow[];
  next: SearchPosition | null;
  totals: SearchPosition['totals'];
}

/**
 * Returns a page without the registered creators of whom the brand has its own copy, so that no one appears twice. Only if
 * the page has any, more rows are read. Totals of searches with several pages count those of later pages.
 */
export async function readShownPage(
  request: SearchRequest,
  read: (request: SearchRequest) => Promise<ReadRows>,
): Promise<SearchPage> {
  const { limit, filters } = request;
  let found = await read(request);
  const rows = [...found.rows];
  let shown = rows.filter(isShown);
  while (found.next && found.rows.length > 0 && shown.length < limit && shown.length < rows.length) {
    found = await read(Object.assign({}, request, { after: found.next }));
    rows.push(...found.rows);
    shown = rows.filter(isShown);
  }
  const cut = shown.length > limit ? shown[limit - 1] : null;
  const hidden = cut ? rows.indexOf(cut) + 1 - limit : rows.length - shown.length;
  const { shared, own } = found.totals;
  const totals = { shared: Object.assign({}, shared, { total: Math.max(0, shared.total - hidden) }), own };
  const last = cut ?? found.next;
  const next = last && { tier: last.tier, key: last.key, id: last.id, totals, widened: filters.widened };
  return Object.assign({ creators: shown.slice(0, limit).map(toFound), next }, sumTotals(totals));
}

const isShown = ({ row }: FoundRow) => !isTrue(row.hasCopy);

/** Returns a creator as the search returns it. */
const toFound = ({ id, row, lists }: FoundRow): FoundCreator => ({
  id,
  username: row.username ?? '',
  fullname: row.fullname ?? '',
  bio: row.bio ?? '',
  country: row.country,
  language: row.language,
  lists,
  categories: () => textsOf(row.categories),
  titles: () => (row.content ? JSON.parse(row.content).map(({ title }: { title: string }) => title) : []),
  topics: () => textsOf(row.topics),
  fitBasis: () => ({
    platform: row.platform as Platform,
    followerCount: row.followerCount === null ? null : Number(row.followerCount),
    engagement: row.engagement === null ? null : Number(row.engagement),
    freshAt: new Date(row.lastPostAt ?? row.updatedAt ?? 0),
    reach: reachOf(row),
  }),
  members: `${creatorMembers(row, isTrue(row.ownContact))},"content":${row.content ?? '[]'}`,
});

function reachOf(row: RawPageRow): 'known' | 'none' | 'unknown' {
  if (row.userId !== null || isTrue(row.hasEmail)) return 'known';
  return row.contactsError !== null || row.contactsFetchedAt !== null ? 'none' : 'unknown';
}

/** Reads the rows of a page: resolves list numbers, which are local to one statement. */
export function readPage(rows: RawPageRow[], sort: CreatorSort): Page {
  const [first] = rows;
  const all: FoundCreator['lists'] = first?.allLists ? JSON.parse(first.allLists) : [];
  const found: FoundRow[] = [];
  for (const row of rows) {
    const { id, key } = row;
    if (id === null || key === null) continue;
    const lists: FoundCreator['lists'] = [];
    for (const number of row.listNumbers?.split(',') ?? []) {
      const list = all[Number(number)];
      if (list) lists.push(list);
    }
    found.push({
      tier: Number(row.tier),
      key: sort === 'updated' ? isoMoment(key) : Number(key),
      id,
      row,
      lists,
    });
  }
  return {
    rows: found,
    sharedSize: Number(first?.sharedSize ?? 0),
    ownSize: Number(first?.ownSize ?? 0),
    known: first && Number(first.known),
  };
}

/** Compares rows of two statements in sort order. */
export function bestFirst(a: FoundRow, b: FoundRow): number {
  if (a.tier !== b.tier) return b.tier - a.tier;
  if (a.key !== b.key) return a.key < b.key ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
