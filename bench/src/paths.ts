import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { withClient } from '@troupe/scripts/postgres/databases';
import pg from 'pg';
import { type AgainstBare, againstBare, type Sides, type Work } from './bare/against-bare.ts';
import { Client, percentile } from './load.ts';
import { COMMON, word } from './seed.ts';

/** A kind of everyday request, and the required share of the minimal handler's speed. */
interface Path extends Work {
  name: string;
  goal: number;
}

/** Its measurements. */
export type PathFigures = AgainstBare & Pick<Path, 'name' | 'goal'>;

const PLATFORMS = ['instagram', 'tiktok', 'youtube'];
/** Creators of a page. */
const PAGE = 24;
/** Searches with five filters that are asked in turn. */
const SEARCHES = 60;
const FOLLOWERS_MIN = 1000;
const LISTS = 200;
const ITEMS_PER_LIST = 200;
const CONVERSATIONS = 400;

/**
 * Requests per second for everyday requests, of the API and a minimal handler with the same
 * response.
 */
export async function measurePaths(
  options: Sides & { brandId: string; say: (text: string) => void },
): Promise<PathFigures[]> {
  const seeded = await seedPaths(options.databaseUrl, options.brandId);
  const found: PathFigures[] = [];
  for (const { name, goal, ...work } of pathsOf(options.brandId, seeded)) {
    options.say(name);
    found.push({ name, goal, ...(await againstBare({ ...options, ...work })) });
  }
  return found;
}

function pathsOf(brandId: string, { listIds, itemIds, optInIds, searches: asked }: Seeded): Path[] {
  const of = <T>(values: readonly T[], n: number) => values[n % values.length] as T;
  // As the dashboard does, in its table and with cards.
  const search = (filters: Record<string, string>, profile: 'summary' | 'card') =>
    `/brand/${brandId}/creators?${new URLSearchParams({ ...filters, sort: 'followers', lists: 'numbered', profile })}`;
  const searches = (
    name: string,
    goal: number,
    filtersOf: (n: number) => Record<string, string>,
    same: Path['same'],
  ): Path[] =>
    (['summary', 'card'] as const).map((profile) => ({
      name: profile === 'summary' ? name : `${name}, as cards with posts`,
      goal,
      ask: (n) => ({ address: search(filtersOf(n), profile) }),
      same,
    }));
  return [
    {
      name: 'list page',
      goal: 0.7,
      // As the dashboard does.
      ask: (n) => ({
        address: `/brand/${brandId}/creator-list-items/${of(listIds, n)}/1?profile=summary`,
      }),
      same: (api, bare) => deepStrictEqual(itemIdsOf(api), itemIdsOf(bare)),
    },
    ...searches(
      'search, five filters',
      0.8,
      (n) => of(asked, n),
      (api, bare) => {
        strictEqual(creatorIdsOf(bare).length, PAGE);
        deepStrictEqual(creatorIdsOf(api), creatorIdsOf(bare));
      },
    ),
    ...searches(
      'text search',
      0.7,
      (n) => ({ q: n % 2 === 0 ? of(COMMON, n) : word(100 + ((n * 37) % 5000)) }),
      // The API also finds a word inside names.
      (_, bare) => ok(creatorIdsOf(bare).length > 0),
    ),
    {
      name: 'change of tags and note',
      goal: 0.4,
      ask: (n) => ({
        // As the dashboard does.
        address: `/brand/${brandId}/creator-list-item/${of(itemIds, n)}?profile=summary`,
        method: 'PUT',
        body: { tags: [n % 2 === 0 ? 'Approved' : 'Invited'], feedback: `note ${n}` },
      }),
      same: (api, bare) => deepStrictEqual(changeOf(api), changeOf(bare)),
    },
    {
      name: 'message',
      goal: 0.4,
      ask: (n) => ({
        address: `/brand/${brandId}/inbox/${of(optInIds, n)}/messages`,
        method: 'POST',
        body: { clientId: randomUUID(), text: `bench ${n}` },
      }),
      same: (api, bare) => deepStrictEqual(textOf(api), textOf(bare)),
    },
  ];
}

const LIST_SIZES = [100, 1000, 10_000];

/**
 * Returns the duration of the first and middle page of a list in milliseconds, for growing lists.
 */
export async function measureListGrowth(
  { api, token, databaseUrl }: Pick<Sides, 'api' | 'token' | 'databaseUrl'>,
  brandId: string,
): Promise<{ items: number; first: number; middle: number }[]> {
  const lists = await seedGrowth(databaseUrl, brandId);
  const client = new Client(api.url, token);
  const found: { items: number; first: number; middle: number }[] = [];
  try {
    for (const { id, items } of lists) {
      const p50 = async (page: number) => {
        const times: number[] = [];
        for (let n = 0; n < 60; n++)
          times.push(await client.time(`/brand/${brandId}/creator-list-items/${id}/${page}?profile=summary`));
        return percentile(times.slice(20), 0.5);
      };
      found.push({ items, first: await p50(1), middle: await p50(Math.ceil(items / 48)) });
    }
    return found;
  } finally {
    client.close();
  }
}

/** Creates a list of each size. */
async function seedGrowth(databaseUrl: string, brandId: string): Promise<{ id: string; items: number }[]> {
  return withClient(databaseUrl, async (client) => {
    const lists: { id: string; items: number }[] = [];
    for (const items of LIST_SIZES) {
      const id = randomUUID();
      await client.query('insert into creator_list (id, brand_id, title) values ($1, $2, $3)', [
        id,
        brandId,
        `Growth ${items}`,
      ]);
      await client.query(
        `insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
        select gen_random_uuid(), $1, $2, id, now() - random() * interval '90 days'
        from (select id from creator where brand_id is null order by id limit $3) creator`,
        [brandId, id, items],
      );
      lists.push({ id, items });
    }
    await client.query('vacuum analyze creator_list_item');
    return lists;
  });
}

type Answer = {
  items: { id: string; itemId?: string }[];
  creators: { id: string }[];
  item: { id: string; tags: string[]; feedback: string };
  message: { text: string };
};
const itemIdsOf = (answer: unknown) => (answer as Answer).items.map(({ id, itemId }) => itemId ?? id);
const creatorIdsOf = (answer: unknown) => (answer as Answer).creators.map(({ id }) => id);
const changeOf = (answer: unknown) => {
  const { id, tags, feedback } = (answer as Answer).item;
  return { id, tags, feedback };
};
const textOf = (answer: unknown) => (answer as Answer).message.text;

interface Seeded {
  listIds: string[];
  itemIds: string[];
  optInIds: string[];
  searches: FiveFilters[];
}

type FiveFilters = Record<'country' | 'platform' | 'language' | 'category' | 'followersMin', string>;

/** Chooses searches that fill a page, whatever the number of creators, without preferring common filters. */
async function chooseSearches(client: pg.Client): Promise<FiveFilters[]> {
  const { rows } = await client.query<FiveFilters>(
    `select country, platform, language, category, $1::text as "followersMin"
      from creator cross join lateral unnest(categories) category
      where brand_id is null and platform = any($4) and followers_key >= $1::int and country is not null and language is not null
      group by country, platform, language, category having count(distinct id) >= $2
      order by md5(concat_ws(' ', country, platform, language, category)) limit $3`,
    [FOLLOWERS_MIN, PAGE, SEARCHES, PLATFORMS],
  );
  ok(
    rows.length > 0,
    'Too few creators for a full page of a search with five filters: use --creators 20000 or more',
  );
  return rows;
}

/** Creates 200 lists of 200 creators, and 400 conversations with creators who have accounts. */
async function seedPaths(databaseUrl: string, brandId: string): Promise<Seeded> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = async (text: string) => {
    const { rows } = await client.query<{ id: string }>(text, [brandId]);
    return rows.map(({ id }) => id);
  };
  try {
    const listIds = await ids(`
      insert into creator_list (id, brand_id, title) select gen_random_uuid(), $1, 'Path ' || n
      from generate_series(1, ${LISTS}) n returning id`);
    const itemIds = await ids(`
      insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
      select gen_random_uuid(), $1, list.id, creator.id, now() - random() * interval '90 days'
      from (select id, row_number() over () as n from creator_list where brand_id = $1 and title like 'Path %') list,
        lateral (select id from creator where brand_id is null and list.id is not null
          order by followers_key desc limit ${ITEMS_PER_LIST} offset 20 * (list.n % 50)) creator
      returning id`);
    const optInIds = await ids(CONVERSATION_SEED);
    await client.query('vacuum analyze');
    return { listIds, itemIds, optInIds, searches: await chooseSearches(client) };
  } finally {
    await client.end();
  }
}

const CONVERSATION_SEED = `
  with campaign as (
    insert into campaign (id, brand_id, title, slug, status)
    values (gen_random_uuid(), $1, 'Bench paths', 'bench-paths', 'publish') returning id
  ), account as (
    insert into person (id, subject, email, first_name, role)
    select gen_random_uuid(), 'path-' || n, 'path' || n || '@bench.example', 'Person', 'creator'
    from generate_series(1, ${CONVERSATIONS}) n returning id
  ), numbered as (select id, row_number() over () as n from account
  ), creator as (
    select id, row_number() over () as n from (
      select id from creator where brand_id is null and user_id is null order by id limit ${CONVERSATIONS}) found
  )
  insert into opt_in (id, brand_id, campaign_id, creator_id, user_id, agreement, shipment, terms_version, terms_accepted_at)
  select gen_random_uuid(), $1, campaign.id, creator.id, numbered.id, '{"deliverables":[]}', '{"state":"none"}', 1, now()
  from campaign, numbered join creator using (n) returning id`;
