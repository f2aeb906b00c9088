import { AUDIENCE_SHARES_VERSION } from '@troupe/domain/discovery/insight/audience-shares';
import { TOPICS_VERSION } from '@troupe/domain/discovery/topics/topic-vocabulary';
import { withClient } from '@troupe/scripts/postgres/databases';
import type pg from 'pg';

/** Words of generated creators, written by the seed and searched by the measurements. */
const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bra cle dri flo gru sta tre pli sno chu'.split(
    ' ',
  );
export const COMMON =
  'love life travel fitness food fashion beauty music art coach mum vegan yoga photography style recipes gaming dance makeup skincare running coffee books nature design comedy family health wellness tech business hello contact email world daily creator based living happy'.split(
    ' ',
  );
/** Their frequencies. */
export const COUNTRIES =
  'US US US US US BR BR IN IN IN GB GB DE FR ES IT ID ID MX JP KR TR CA AU NL PL AR SE NO CH AT PT IE NZ ZA IS'.split(
    ' ',
  );
export const LANGUAGES = 'en en en en en es es pt de fr it id ja ko tr nl pl sv no hi ar is'.split(' ');
/** Frequent ones first. */
export const CATEGORIES =
  'Fashion Beauty Fitness Food Travel Music Gaming Comedy Family Technology Art Sports Business Books Pets Home Cars Photography Dance Education Health Nature Weddings Science Chess Falconry'.split(
    ' ',
  );
/** Interests of followers. */
export const INTERESTS = CATEGORIES.map((category) => category.toLowerCase());
/** Creators whose report the brand bought, at most; never more than a fifth. */
const REPORTS = 20_000;

/**
 * Words are numbered by frequency according to the Zipf-Mandelbrot law: 1 / (n + {@link
 * FLATTENED}).
 */
const WORDS = 60_000;
/** Limits the most common words: the first is in 1 of 7, the 1000th in 1 of 600. */
const FLATTENED = 10;

/** Maps a number between 0 and 1 to a word number. */
export const wordNumber = (random: number): number =>
  Math.max(1, Math.ceil(FLATTENED * ((WORDS + FLATTENED) / FLATTENED) ** random) - FLATTENED);

const syllable = (n: number) => SYLLABLES[Math.floor(n) % SYLLABLES.length] ?? '';

/** Returns the word with a number; the seed does the same in SQL. */
export const word = (n: number): string => COMMON[n - 1] ?? syllable(n) + syllable(n / 30) + syllable(n / 7);

/** Returns the first name with a number. */
export const firstName = (n: number): string => `${syllable(n) + syllable(n / 13)}n`;

/** Returns the last name with a number. */
export const lastName = (n: number): string => syllable(n) + syllable(n / 29) + syllable(n / 5);

/** Result of {@link seed} for the measurements. */
export interface Seeded {
  brandId: string;
  subject: string;
}

const BATCH = 50_000;
const BRAND = '01900000-0000-7000-8000-00000000b001';
const OTHER_BRAND = '01900000-0000-7000-8000-00000000b002';
const LIST_PREFIX = '01900000-0000-7000-8000-0000000001';
const PERSON = '01900000-0000-7000-8000-00000000a001';

/**
 * Fills a migrated database with generated creators. Followers and views are log-normal, words
 * follow Zipf's law, countries and categories are uneven as in reality. Four percent of creators
 * are private, half of them to another brand. The 100,000 with the most followers have four posts
 * each. The first brand bought 20,000 reports about followers.
 */
export async function seed(url: string, creators: number, say: (text: string) => void): Promise<Seeded> {
  await withClient(url, async (client) => {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    await seedBrands(client);
    const indexes = await dropIndexes(client);
    await client.query('alter table creator set (autovacuum_enabled = off)');
    await client.query(`select setseed(0.42)`);
    await client.query(VOCABULARY);
    for (let from = 1; from <= creators; from += BATCH) {
      await client.query(CREATORS, [from, Math.min(creators, from + BATCH - 1)]);
      if ((from - 1) % (BATCH * 5) === 0) say(`creators ${from + BATCH - 1}`);
    }
    for (const definition of indexes) await client.query(definition);
    await client.query('alter table creator reset (autovacuum_enabled)');
    say('indexes');
    await client.query(CONTENT);
    await client.query(LISTS);
    await seedReports(client, Math.min(REPORTS, Math.floor(creators / 5)));
    await client.query('vacuum (analyze, freeze) creator');
    await client.query('vacuum analyze');
    say('analyzed');
  });
  return { brandId: BRAND, subject: 'bench' };
}

async function seedBrands(client: pg.Client): Promise<void> {
  await client.query(
    `insert into brand (id, name, website, description) values
       ($1, 'Bench', 'https://bench.example', ''), ($2, 'Other', 'https://other.example', '')`,
    [BRAND, OTHER_BRAND],
  );
  await client.query(`insert into person (id, subject, email) values ($1, 'bench', 'bench@bench.example')`, [
    PERSON,
  ]);
  await client.query(`insert into brand_member (brand_id, user_id, role) values ($1, $2, 'owner')`, [
    BRAND,
    PERSON,
  ]);
}

/** Buys reports: their shares add up to 1 for each kind, and followers live mostly in the creator's country. */
async function seedReports(client: pg.Client, count: number): Promise<void> {
  await client.query(REPORTS_BOUGHT, [count]);
  await client.query(
    `insert into creator_audience (brand_id, creator_id, report_id, created_at, known, version)
      select brand_id, creator_id, id, created_at, true, ${AUDIENCE_SHARES_VERSION} from audience_report`,
  );
  await client.query(SHARES);
}

/** Building indexes afterwards is faster than updating them; returns how to rebuild them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'creator'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const list = (words: readonly string[]) => `(array['${words.join("','")}'])`;
const syllableSql = (expression: string) => `${list(SYLLABLES)}[1 + (${expression}) % ${SYLLABLES.length}]`;

const VOCABULARY = `
create function pg_temp.word(i int) returns text language sql immutable return
  case when i <= ${COMMON.length} then ${list(COMMON)}[i]
  else ${syllableSql('i')} || ${syllableSql('i / 30')} || ${syllableSql('i / 900')} || ${syllableSql('i / 27000')} end;
create function pg_temp.first_name(i int) returns text language sql immutable return
  ${syllableSql('i')} || ${syllableSql('i / 13')} || 'n';
create function pg_temp.last_name(i int) returns text language sql immutable return
  ${syllableSql('i')} || ${syllableSql('i / 29')} || ${syllableSql('i / 5')};`;

/** Picks from a list; a power above 1 prefers the first entries. */
const one = (words: readonly string[], power: number) =>
  `${list(words)}[1 + floor(power(random(), ${power}) * ${words.length})::int]`;

const BIO_WORDS = Array.from({ length: 14 }, (_, n) => `w${n + 1}`);
const normal = 'sqrt(-2 * ln(1 - random())) * cos(6.283185307 * random())';

/** Topics are derived in the background; the seed gives every creator those of its categories. */
const topicSql = (category: string) =>
  `case ${category} when 'Sports' then 'sport' when 'Chess' then 'boardgames' when 'Falconry' then 'wildlife' else lower(${category}) end`;

// The Box-Muller transform gives the normal distribution; words follow `wordNumber`.
const CREATORS = `
insert into creator (id, brand_id, platform, social_id, username, fullname, bio, profile_pic_url, profile_url,
  country, language, categories, follower_count, engagement, avg_views, figures, verified, user_id,
  contact_email, contacts_fetched_at, updated_at, topics, topic_words, topics_version)
select
  (lpad(to_hex(1700000000000 + i * 37), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
  case when own < 0.02 then '${BRAND}'::uuid when own < 0.04 then '${OTHER_BRAND}'::uuid end,
  platform, i::text,
  case when shape < 0.4 then first || '.' || last || i when shape < 0.7 then first || pg_temp.word(named) || i else pg_temp.word(named) || '_' || last || i end,
  initcap(first || ' ' || last),
  concat_ws(' ', ${BIO_WORDS.map((word) => `pg_temp.word(${word})`).join(', ')}),
  'http://localhost:4002/avatar/' || i || '.jpg', 'https://social.example/' || i,
  country, language, array[category1, category2],
  case when gap > 0.02 then followers end,
  case when gap > 0.1 then round((exp(1 + 0.7 * spread))::numeric, 3)::float8 end,
  case when platform <> 'instagram' and gap > 0.1 then round(followers * exp(-1 + 0.6 * spread)) end,
  jsonb_build_object('followerCount', origin, 'engagement', origin, 'avgViews', origin),
  own > 1 - least(0.5, followers / 2000000.0), case when shape < 0.004 then 'creator-' || i end,
  case when shape > 0.65 then 'hello' || i || '@mail.example' end, now(),
  timestamptz '2026-11-01' - age * interval '90 days', array[topic1, topic2],
  format('''#%1$s'' ''#%1$s+'' ''#%1$s++'' ''#%2$s'' ''=%3$s'' ''=%4$s'' ''=%5$s''', topic1, topic2,
    pg_temp.word(w2), pg_temp.word(w5), pg_temp.word(w9))::tsvector, ${TOPICS_VERSION}
from (
  select *, pg_temp.first_name(first_number) as first, pg_temp.last_name(last_number) as last,
    ${topicSql('category1')} as topic1, ${topicSql('category2')} as topic2,
    case when kind < 0.42 then 'instagram' when kind < 0.75 then 'tiktok' when kind < 0.95 then 'youtube' else 'tiktok-shop' end as platform,
    jsonb_build_object('source', case when age < 0.6 then 'platform' else 'provider' end, 'asOf', '2026-10-0' || 1 + i % 9 || 'T08:00:00.000Z') as origin
  from (
    select i, random() as kind, random() as age, random() as gap, random() as own, random() as shape, ${normal} as spread,
      least(400000000, round(exp(9.8 + 1.5 * ${normal})))::bigint as followers,
      floor(power(random(), 1.6) * 600)::int as first_number, floor(power(random(), 1.4) * 4000)::int as last_number,
      case when random() < 0.9 then ${one(COUNTRIES, 1.5)} end as country,
      case when random() < 0.92 then ${one(LANGUAGES, 1.3)} end as language,
      ${one(CATEGORIES, 2)} as category1,
      ${one(CATEGORIES, 2)} as category2,
      1 + floor(power(random(), 2) * 20000)::int as named,
      ${BIO_WORDS.map((word) => `greatest(1, ceil(${FLATTENED} * power(${(WORDS + FLATTENED) / FLATTENED}, random())) - ${FLATTENED})::int as ${word}`).join(', ')}
    from generate_series($1::int, $2::int) i offset 0
  ) dice
) invented`;

const CONTENT = `
insert into content (id, creator_id, url, published_at, title, type, format, thumbnail_url, like_count, comment_count)
select gen_random_uuid(), creator.id, 'https://social.example/p/' || creator.id || '/' || n,
  now() - n * interval '17 days' - interval '20 days', 'Post about ' || split_part(creator.bio, ' ', n), 'Video', 'video',
  'http://localhost:4002/thumb/' || n || '.jpg', creator.follower_count / 50, creator.follower_count / 900
from (select id, bio, follower_count from creator where follower_count is not null order by follower_count desc limit 100000) creator,
  generate_series(1, 4) n`;

const LISTS = `
with list as (
  insert into creator_list (id, brand_id, title)
  select ('${LIST_PREFIX}' || lpad(n::text, 2, '0'))::uuid, '${BRAND}', 'List ' || n
  from generate_series(1, 10) n returning id
), item as (
  insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
  select gen_random_uuid(), '${BRAND}', list.id, creator.id, now() - random() * interval '90 days'
  from list, lateral (
    select id from creator where brand_id is null and follower_count is not null and list.id is not null
    order by follower_count desc limit 300 offset 5 * right(list.id::text, 2)::int) creator
  returning 1
)
insert into creator_contact (id, brand_id, creator_id, email)
select gen_random_uuid(), '${BRAND}', id, 'own@mail.example' from creator tablesample system (0.2)`;

const REPORTS_BOUGHT = `
insert into audience_report (id, brand_id, creator_id, provider_report_id, created_at, report, original)
select gen_random_uuid(), '${BRAND}', id, id::text, now() - random() * interval '90 days', '{}', '{}'
from creator where brand_id is null and follower_count is not null order by md5(id::text) limit $1`;

const SHARES = `
insert into audience_share (brand_id, creator_id, kind, code, weight)
select '${BRAND}', id, kind, code, parts / sum(parts) over (partition by id, kind)
from (
  select creator.id, kind, code, sum(parts * (0.2 + random())) as parts
  from creator_audience audience join creator on creator.id = audience.creator_id, lateral (
    select 'country' as kind, creator.country as code, 8.0 as parts where creator.country is not null
    union all select 'country', ${one(COUNTRIES, 1.5)}, 1 from generate_series(1, 14) where creator.id is not null
    union all select 'language', creator.language, 8 where creator.language is not null
    union all select 'language', ${one(LANGUAGES, 1.3)}, 1 from generate_series(1, 6) where creator.id is not null
    union all select 'gender', code, 1 from unnest(array['FEMALE', 'MALE']) code
    union all select 'age', code, size from unnest(array['13-17', '18-24', '25-34', '35-44', '45-64', '65-'],
      array[1.0, 4, 5, 2.5, 1.2, 0.3]) age (code, size)
    union all select 'interest', ${one(INTERESTS, 1.5)}, 1 from generate_series(1, 12) where creator.id is not null
  ) share
  group by 1, 2, 3
) invented`;
