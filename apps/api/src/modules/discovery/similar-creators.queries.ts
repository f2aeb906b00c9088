import type { AudienceReport } from '@troupe/domain/discovery/audience-report';
import type { Creator } from '@troupe/domain/discovery/creator';
import { type CommonProfile, type Comparable, SIZE_REACH } from '@troupe/domain/discovery/similarity';
import { deriveTopics } from '@troupe/domain/discovery/topics/derive-topics';
import { topicWord } from '@troupe/domain/discovery/topics/index-words';
import type pg from 'pg';
import { type CreatorRow, creatorColumnsSql, hasCopySql, toCreator } from './creator/creator.table.ts';

/** A creator with what it is compared by. */
export interface ComparedCreator extends Comparable {
  creator: Creator;
  onList: boolean;
  invited: boolean;
  optedIn: boolean;
}

type ComparedRow = CreatorRow & {
  topics: string[];
  ownContact: boolean;
  report: AudienceReport | null;
  onList: boolean;
  invited: boolean;
  optedIn: boolean;
};

/** Compared properties of the creators in `chosen`, for the brand `$1`. Reports are the brand's own. */
const COMPARED = `select ${creatorColumnsSql('creator')}, creator.topics,
    exists (select from creator_contact contact
      where contact.brand_id = $1 and contact.creator_id = creator.id) as "ownContact",
    (select report from audience_report where brand_id = $1 and creator_id = creator.id
      order by created_at desc, id desc limit 1) as report,
    exists (select from creator_list_item item join creator_list list on list.id = item.list_id
      where item.creator_id = creator.id and item.brand_id = $1
        and item.archived_at is null and list.archived_at is null) as "onList",
    exists (select from invite where invite.creator_id = creator.id and invite.brand_id = $1
      and invite.cancelled_at is null) as invited,
    exists (select from opt_in where opt_in.creator_id = creator.id and opt_in.brand_id = $1) as "optedIn"
  from chosen join creator on creator.id = chosen.id`;

const toCompared = (row: ComparedRow): ComparedCreator => {
  const creator = toCreator(row, row.ownContact);
  return {
    creator,
    topics: row.topics.length > 0 ? row.topics : topicsNow(creator),
    categories: creator.categories,
    followers: creator.followerCount,
    engagement: creator.engagement,
    language: creator.language,
    country: creator.country,
    report: row.report,
    onList: row.onList,
    invited: row.invited,
    optedIn: row.optedIn,
  };
};

/** Topics of a creator that the background job hasn't reached yet. */
const topicsNow = ({ username, fullname, bio, categories, language }: Creator): string[] =>
  deriveTopics({ username, fullname, bio, categories, titles: [], language }).map(({ id }) => id);

/** Returns those of some creators that the brand can see, in the given order. */
export async function readCompared(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<ComparedCreator[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<ComparedRow>(
    `with chosen as (select id, at from unnest($2::uuid[]) with ordinality as wanted(id, at))
    ${COMPARED} where creator.brand_id is null or creator.brand_id = $1 order by chosen.at`,
    [brandId, ids],
  );
  return rows.map(toCompared);
}

/** Creators of a walk in one direction of size. */
const WALKED = 60;
const MOST_TOPICS = 3;
const MOST_COUNTRIES = 2;

/** Creators to compare, and whether a walk ended at its limit. */
export interface Candidates {
  creators: ComparedCreator[];
  bounded: boolean;
}

/**
 * Finds creators worth comparing: of each main topic those nearest in size, above and below, in the same countries and
 * anywhere, shared and the brand's own. Each walk follows an index and ends after {@link WALKED} creators.
 */
export async function readCandidates(
  pool: pg.Pool,
  brandId: string,
  common: CommonProfile,
  seeds: readonly string[],
): Promise<Candidates> {
  const values: unknown[] = [brandId];
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const not = param(seeds, 'uuid[]');
  const middle = Math.round(common.followers ?? 10_000);
  const at = param(middle, 'bigint');
  const lowest = param(Math.floor(middle / SIZE_REACH), 'bigint');
  const highest = param(Math.ceil(middle * SIZE_REACH), 'bigint');
  const ranges = [
    { within: `followers_key >= ${at} and followers_key <= ${highest}`, order: 'followers_key asc, id asc' },
    { within: `followers_key < ${at} and followers_key >= ${lowest}`, order: 'followers_key desc, id desc' },
  ];
  const topics = [...common.topics.keys()].slice(0, MOST_TOPICS);
  const about = topics.map((topic) => `words @@ ${param(`'${topicWord(topic)}'`, 'tsquery')}`);
  const countries = [...common.countries.keys()].slice(0, MOST_COUNTRIES);
  const places = [...countries.map((country) => `country = ${param(country, 'bpchar')}`), 'true'];
  const scopes = [
    { scope: 'brand_id is null', places },
    { scope: 'brand_id = $1', places: ['true'] },
  ];
  const walks = scopes.flatMap(({ scope, places }) =>
    (about.length > 0 ? about : ['true']).flatMap((topic) =>
      places.flatMap((place) =>
        ranges.map(
          ({ within, order }) => `(select id from creator
            where ${[scope, topic, place, within, `id <> all(${not})`].join(' and ')}
            order by ${order} limit ${WALKED})`,
        ),
      ),
    ),
  );
  const { rows } = await pool.query<ComparedRow & { full: boolean }>(
    `with ${walks.map((walk, index) => `walk${index} as materialized ${walk}`).join(', ')},
    chosen as materialized (${walks.map((_, index) => `select id from walk${index}`).join(' union ')})
    ${COMPARED.replace('select ', `select ${fullSql(walks.length)} as full, `)} where not ${hasCopySql('$1')}`,
    values,
  );
  return { creators: rows.map(toCompared), bounded: rows[0]?.full ?? false };
}

const fullSql = (count: number): string =>
  `(${Array.from({ length: count }, (_, index) => `(select count(*) from walk${index}) = ${WALKED}`).join(' or ')})`;

const NEWEST_OF_LIST = 20;

/** Returns the newest creators of a list; null if the brand has no such list. */
export async function readListSeeds(
  pool: pg.Pool,
  brandId: string,
  listId: string,
): Promise<string[] | null> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select array(select creator_id from creator_list_item
        where list_id = list.id and brand_id = $1 and archived_at is null
        order by saved_at desc, id desc limit ${NEWEST_OF_LIST}) as ids
      from creator_list list where list.id = $2 and list.brand_id = $1 and list.archived_at is null`,
    [brandId, listId],
  );
  return rows[0]?.ids ?? null;
}
