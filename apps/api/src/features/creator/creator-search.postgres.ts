import type { CreatorSort } from '@troupe/domain/creator-search';
import { EXACT_COUNT_LIMIT } from '@troupe/domain/creator-search';
import { searchTerms } from '@troupe/domain/creator-words';
import { problem } from '@troupe/domain/problem';
import pg from 'pg';
import type { CreatorRow } from './creator.table.ts';
import { toCreator } from './creator.table.ts';
import type { CreatorSearch, SearchPage, SearchPosition, SearchRequest } from './creator-search.ts';
import { conditions, middle, tsquery, Values } from './creator-search.where.ts';

/**
 * What the planner is told for searches: everything lies in memory, so index order wins; and each statement is
 * planned for its own values, because a generic plan took 89 ms where a fitting one took 0.5.
 */
const SETTINGS = {
  random_page_cost: '0.12',
  seq_page_cost: '0.1',
  jit: 'off',
  work_mem: '64MB',
  plan_cache_mode: 'force_custom_plan',
  max_parallel_workers_per_gather: '0',
};

const SORT_KEYS: Record<Exclude<CreatorSort, 'relevance'>, { column: string; type: string }> = {
  followers: { column: 'followers_key', type: 'bigint' },
  engagement: { column: 'engagement_key', type: 'float8' },
  views: { column: 'views_key', type: 'bigint' },
  updated: { column: 'updated_at', type: 'timestamptz' },
};

const COLUMNS = `id, brand_id as "brandId", platform, social_id as "socialId", username, fullname, bio,
  profile_pic_url as "profilePicUrl", profile_url as "profileUrl", country, language, categories,
  follower_count as "followerCount", engagement, avg_views as "avgViews", figures, verified,
  user_id as "userId", contacts_fetched_at as "contactsFetchedAt", contacts_error as "contactsError",
  updated_at as "updatedAt"`;

type FoundRow = CreatorRow & { ownContact: boolean; key: number | string };

/** The creator search on PostgreSQL; its indexes are made by the migration `creator_search`. */
export function postgresSearch(options: {
  connectionString: string;
  connections: number;
  timeoutMs: number;
}): CreatorSearch {
  const settings = { ...SETTINGS, statement_timeout: String(options.timeoutMs) };
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connections,
    application_name: 'troupe-search',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  pool.on('error', () => {});

  async function run<Row extends pg.QueryResultRow>(statement: string, values: Values): Promise<Row[]> {
    try {
      return (await pool.query<Row>(statement, values.list)).rows;
    } catch (error) {
      if ((error as pg.DatabaseError).code === CANCELLED) throw tookTooLong(error);
      throw error;
    }
  }

  return {
    async find(request) {
      const rows: FoundRow[] = [];
      let tier = 0;
      const tiers = tiersOf(request);
      let position: SearchPosition | null = null;
      for (tier of tiers) {
        if (request.after && tier > request.after.tier) continue;
        const wanted = request.limit + 1 - rows.length;
        const found = await run<FoundRow>(...pageStatement(request, tier, wanted));
        rows.push(...found);
        const last = rows[request.limit - 1];
        if (last && !position) position = { tier, key: last.key, id: last.id };
        if (rows.length > request.limit) break;
      }
      const more = rows.length > request.limit;
      return {
        creators: rows.slice(0, request.limit).map((row) => toCreator(row, row.ownContact)),
        next: more ? position : null,
      } satisfies SearchPage;
    },

    async count({ brandId, filters }) {
      if (findsNothing(filters.q)) return { total: 0, exact: true };
      const values = new Values();
      const where = conditions(filters, brandId, values, 'visible').join(' and ');
      const [row] = await run<{ found: number }>(
        `select count(*) as found from (select from creator where ${where} limit ${EXACT_COUNT_LIMIT + 1}) capped`,
        values,
      );
      const found = row?.found ?? 0;
      if (found <= EXACT_COUNT_LIMIT) return { total: found, exact: true };
      const [plan] = await run<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
        `explain (format json) select from creator where ${where}`,
        values,
      );
      const estimate = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
      return { total: Math.max(Math.round(estimate), EXACT_COUNT_LIMIT + 1), exact: false };
    },

    stop: () => pool.end(),
  };
}

const CANCELLED = '57014';

const tookTooLong = (detail: unknown) =>
  problem('unavailable', {
    message: 'This search took too long. Add a filter or a longer word, then search again.',
    detail,
  });

/** A search for something that holds no word, such as `%`, finds nothing. */
const findsNothing = (q = '') => q.trim() !== '' && searchTerms(q).length === 0;

function tiersOf({ filters, sort }: SearchRequest): number[] {
  if (findsNothing(filters.q)) return [];
  if (sort !== 'relevance' || !filters.q?.trim()) return [0];
  return [5, 4, 3, 2, 1];
}

const typedHandle = (q: string) => q.trim().replace(/^@/, '').toLowerCase();

/** The conditions of one tier of relevance, without what the tiers above it found. */
function tierConditions(tier: number, q: string, values: Values): string[] {
  if (tier === 0) return [];
  const terms = searchTerms(q);
  const handle = typedHandle(q);
  const prefix = () => `lower(username) like ${values.add(`${handle.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`;
  if (tier === 5) return [`lower(username) = ${values.add(handle, 'text')}`];
  if (tier === 4) return [prefix(), `lower(username) <> ${values.add(handle, 'text')}`];
  const begins = () => `words @@ ${values.add(tsquery(terms, '@'), 'tsquery')}`;
  if (tier === 3) return [begins(), `not ${prefix()}`];
  const inside = () =>
    terms.every((term) => term.inName)
      ? terms.map((term) => `name_text like ${values.add(middle(term), 'text')}`).join(' and ')
      : 'false';
  if (tier === 2) return [`(${inside()})`, `not ${begins()}`, `not ${prefix()}`];
  return [`not (${inside()})`, `not ${begins()}`, `not ${prefix()}`];
}

function pageStatement(request: SearchRequest, tier: number, limit: number): [string, Values] {
  const { brandId, filters, after } = request;
  const values = new Values();
  const { column, type } = SORT_KEYS[request.sort === 'relevance' ? 'followers' : request.sort];
  const where = [
    ...conditions(filters, brandId, values, 'visible'),
    ...tierConditions(tier, filters.q ?? '', values),
  ];
  if (after && after.tier === tier)
    where.push(`(${column}, id) < (${values.add(after.key, type)}, ${values.add(after.id, 'uuid')})`);
  return [
    `select ${COLUMNS}, ${column} as key,
      exists (select from creator_contact contact where contact.creator_id = creator.id
        and contact.brand_id = ${values.add(brandId, 'uuid')}) as "ownContact"
    from creator where ${where.join(' and ')}
    order by ${column} desc, id desc limit ${limit}`,
    values,
  ];
}
