import { type SearchTerm, searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import type pg from 'pg';
import type { SearchFilters } from './creator-search.ts';
import type { Indexed } from './creator-search-filter.queries.ts';
import { partNodes, topicalMeaning, type WordNode } from './creator-search-text.queries.ts';

/** Shares of creators with each of a column's most common values. */
interface Column {
  of: ReadonlyMap<string, number>;
  /** The values sorted by code unit, for prefix lookups. */
  sorted: readonly (readonly [value: string, share: number])[];
  /** Share of the rarest listed value; unlisted values are rarer. */
  rarest: number;
}

interface Statistics {
  sharedCreators: number;
  columns: ReadonlyMap<string, Column>;
}

/** Estimated matches among all creators. */
export interface Shares {
  /** Approximate number of shared creators. */
  sharedCreators: number;
  /** Share of matching creators, 0 to 1; too high for conditions without statistics. */
  share: number;
  /** Conditions for which other conditions are more selective than an index. */
  unindexed: ReadonlySet<Indexed>;
}

const FRESH_MS = 10 * 60_000;
/** Shorter parts of names are too common for an estimate. */
const TELLING = 5;

/**
 * Estimates the share of matching creators from the planner's statistics (`pg_stats`), multiplying
 * the shares of conditions as the planner does. Takes microseconds where EXPLAIN costs a plan and a
 * round trip, and is good enough to detect few matches.
 */
export function creatorShares(pool: pg.Pool): (filters: SearchFilters) => Shares | null {
  let known: Statistics | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  function refresh() {
    readAt = performance.now();
    readStatistics(pool).then(
      (read) => {
        known = read;
      },
      // Without statistics the planner is asked; this is retried soon.
      () => {},
    );
  }

  return (filters) => {
    if (performance.now() - readAt > FRESH_MS) refresh();
    return known && sharesOf(filters, known);
  };
}

/** Cost of reading an index entry without its creator, relative to reading both. */
const INDEX_ALONE = 0.1;

/** Ranges are usually the least selective. So would be an index on platforms alone. */
const UNLESS_WORDS = new Set<Indexed>(['country', 'language', 'category', 'range']);
const UNLESS_PLACES = new Set<Indexed>(['q', 'category', 'range']);
const UNLESS_CATEGORY = new Set<Indexed>(['q', 'country', 'platform', 'range']);
const UNLESS_VERIFIED = new Set<Indexed>(['q', 'range']);

/** Estimates the matches of filters; conditions without statistics count as matching all. */
function sharesOf(filters: SearchFilters, { columns, sharedCreators }: Statistics): Shares {
  const among = (name: string, values: readonly string[]) => {
    const column = columns.get(name);
    if (!column || values.length === 0) return 1;
    return Math.min(1, sum(values.map((value) => column.of.get(value) ?? column.rarest)));
  };
  const words = columns.get('words');
  const wordShare = words ? shareOfText(filters, words) : 1;
  const platform = among('platform', filters.platform);
  const country = among('country', filters.country);
  const language = among('language', filters.language);
  const category = among('categories', filters.category);
  const verified = filters.verified ? among('verified', ['t']) : 1;
  // The index on places starts with the country. Unless words are searched, it needs no table
  // access.
  const places = country < 1 ? country * platform * language * (wordShare < 1 ? 1 : INDEX_ALONE) : 1;
  const byCategory = category * (category < 1 ? language : 1);
  const least = Math.min(wordShare, places, byCategory, verified);
  const unindexed =
    least === verified && verified < 1
      ? UNLESS_VERIFIED
      : least === wordShare
        ? UNLESS_WORDS
        : least === places
          ? UNLESS_PLACES
          : UNLESS_CATEGORY;
  return {
    sharedCreators,
    share: wordShare * platform * country * language * category * verified,
    unindexed,
  };
}

function shareOfText(filters: SearchFilters, words: Column): number {
  const topical = topicalMeaning(filters);
  const shares = topical
    ? partNodes(topical, 1, filters.widened !== undefined).map((node) => shareOfNode(node, words))
    : searchTerms(filters.q ?? '').map((term) => shareOfTerm(term, words));
  return filters.widened === 'any' ? Math.min(1, sum(shares)) : Math.min(1, ...shares);
}

function shareOfNode(node: WordNode, words: Column): number {
  if ('all' in node) return Math.min(1, ...node.all.map((each) => shareOfNode(each, words)));
  if ('any' in node) return Math.min(1, sum(node.any.map((each) => shareOfNode(each, words))));
  if (node.prefix && node.word.length < TELLING) return 1;
  return node.prefix
    ? words.rarest + prefixShare(node.word, words.sorted)
    : (words.of.get(node.word) ?? words.rarest);
}

function shareOfTerm({ text, prefix, inName }: SearchTerm, words: Column): number {
  if ((prefix || inName) && text.length < TELLING) return 1;
  const forms = [text, `@${text}`];
  const listed = forms.map((form) =>
    prefix ? prefixShare(form, words.sorted) : (words.of.get(form) ?? words.rarest),
  );
  return Math.min(1, words.rarest + sum(listed));
}

/** Returns the total share of values with this prefix, by binary search. */
function prefixShare(text: string, sorted: Column['sorted']): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.[0] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  let share = 0;
  for (let at = from; sorted[at]?.[0].startsWith(text); at += 1) share += sorted[at]?.[1] ?? 0;
  return share;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

interface StatisticsRow {
  name: string;
  values: string[] | null;
  shares: number[] | null;
  creators: number;
  noBrand: number;
}

/** Reads the planner's statistics; null until the table has been analyzed. */
async function readStatistics(pool: pg.Pool): Promise<Statistics | null> {
  const { rows } = await pool.query<StatisticsRow>(STATISTICS);
  const [first] = rows;
  if (!first || first.creators < 0) return null;
  const columns = rows.flatMap(({ name, values, shares }): [string, Column][] => {
    if (!values || !shares) return [];
    const of = new Map(values.map((value, index) => [value.trim(), shares[index] ?? 0]));
    const sorted = [...of].sort(([a], [b]) => (a < b ? -1 : 1));
    return [[name, { of, sorted, rarest: Math.min(...of.values()) }]];
  });
  return { sharedCreators: first.creators * first.noBrand, columns: new Map(columns) };
}

// For arrays and words the elements are counted.
const STATISTICS = `
  select column_of.attname as name,
    case when column_of.attname in ('categories', 'words') then most_common_elems::text::text[]
      else most_common_vals::text::text[] end as values,
    case when column_of.attname in ('categories', 'words') then most_common_elem_freqs
      else most_common_freqs end as shares,
    class.reltuples::float8 as creators,
    (select null_frac from pg_stats
      where schemaname = column_of.schemaname and tablename = 'creator' and attname = 'brand_id') as "noBrand"
  from pg_stats column_of
  join pg_class class on class.oid = 'creator'::regclass
  join pg_namespace space on space.oid = class.relnamespace and space.nspname = column_of.schemaname
  where column_of.tablename = 'creator'
    and column_of.attname in ('platform', 'country', 'language', 'categories', 'verified', 'words')`;
