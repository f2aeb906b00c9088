import type { SourceKind } from '@troupe/domain/listening/listening-source';
import {
  type Mention,
  type MentionChange,
  type MentionFilter,
  type MentionState,
  MOST_UNREAD,
  type Sentiment,
} from '@troupe/domain/listening/mention';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Sorting by reach or relevance covers this many of the latest mentions. */
const MOST_SORTED = 2000;

/** Columns of a mention: `t` is the monitor's row, `m` the post, `o` the monitor, `a` the author. */
const MENTION = `t.id, t.monitor_id as "monitorId", o.name as "monitorName", m.source_kind as source, m.url, m.title, m.text,
  m.lang as language, m.lang_sure as "languageSure", t.published_at as published, t.seen_at as seen,
  m.edited_at as edited, m.reply_to as "replyTo", m.links, m.tags, m.figures, m.figures_at as "figuresAt",
  t.cluster_id as "clusterId",
  (select count(distinct c.mention_id) from monitor_mention c
    where c.brand_id = t.brand_id and c.cluster_id = t.cluster_id)::int as "clusterSize",
  t.query_version as "queryVersion", t.why, t.spans, t.relevance, t.person_relevant as "relevantByPerson", t.state,
  t.assignee_id as "assigneeId", t.tags as "brandTags", t.note, t.version, t.forget_at as forgets,
  t.sentiment as value, t.sentiment_p as probabilities, t.model_version as "modelVersion",
  t.person_sentiment as "byPerson",
  jsonb_build_object('id', a.id, 'source', a.source_kind, 'handle', a.handle, 'name', a.name, 'url', a.url,
    'followers', a.followers, 'asOf', to_char(a.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'creatorId', k.creator_id) as author`;
const JOINED = `join mention m on m.id = t.mention_id join monitor o on o.id = t.monitor_id
  join mention_author a on a.id = t.author_id
  left join author_creator k on k.brand_id = t.brand_id and k.author_id = t.author_id`;

type Row = Omit<Mention, 'sentiment'> & Mention['sentiment'];

const NO_FIGURES = { likes: null, replies: null, reposts: null, quotes: null, views: null };

const toMention = ({ value, probabilities, modelVersion, byPerson, figures, ...row }: Row): Mention =>
  Object.assign(row, {
    figures: figures ?? NO_FIGURES,
    sentiment: { value, probabilities, modelVersion, byPerson },
  });

const SENTIMENTS = { negative: -1, neutral: 0, positive: 1 };

/** Conditions with numbered values. */
class Conditions {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Returns the condition on a monitor's row, as SQL for one of its aliases. */
function filterSql(brandId: string, filter: Omit<MentionFilter, 'sort' | 'folded'>, to: Conditions) {
  const list = (
    values: readonly unknown[],
    sql: (place: string) => string,
  ): ((alias: string) => string)[] => {
    if (values.length === 0) return [];
    const place = to.add([...values]);
    return [(alias) => `${alias}.${sql(place)}`];
  };
  const one = (value: unknown, sql: (place: string) => string): ((alias: string) => string)[] => {
    if (value === undefined) return [];
    const place = to.add(value);
    return [(alias) => `${alias}.${sql(place)}`];
  };
  const brand = to.add(brandId);
  const judged = filter.sentiment
    .filter((sentiment) => sentiment !== 'unknown')
    .map((name) => SENTIMENTS[name]);
  const sentiments = to.add(judged);
  const isUnknown = filter.sentiment.includes('unknown');
  const relevant = filter.relevant.map((name) =>
    name === 'yes' ? '= true' : name === 'no' ? '= false' : 'is null',
  );
  // Few mentions are judged: an index has only those.
  const isJudged = relevant.length > 0 && !filter.relevant.includes('unknown');
  const words = filter.text?.trim() ? to.add(containing(filter.text)) : null;
  const parts: ((alias: string) => string)[] = [
    (alias) => `${alias}.brand_id = ${brand}`,
    ...list(filter.monitorId, (place) => `monitor_id = any(${place})`),
    ...list(filter.source, (place) => `source_kind = any(${place})`),
    ...list(filter.language, (place) => `lang = any(${place})`),
    ...list(filter.tag, (place) => `tags <> '{}' and tags && ${place}::text[]`),
    ...(filter.state.length > 0 ? list(filter.state, (place) => `state = any(${place})`) : [hidden]),
    ...one(filter.assigneeId, (place) => `assignee_id = ${place}`),
    ...one(filter.authorId, (place) => `author_id = ${place}`),
    ...one(filter.clusterId, (place) => `cluster_id = ${place}`),
    ...one(filter.from, (place) => `published_at >= ${place}`),
    ...one(filter.to, (place) => `published_at < ${place}`),
    (alias) =>
      relevant.length > 0
        ? `${isJudged ? `${alias}.person_relevant is not null and ` : ''}(${relevant
            .map((is) => `${alias}.person_relevant ${is}`)
            .join(' or ')})`
        : `${alias}.person_relevant is distinct from false`,
    (alias) => {
      const value = `coalesce(${alias}.person_sentiment, ${alias}.sentiment)`;
      const known = `${value} = any(${sentiments}::smallint[])`;
      if (filter.sentiment.length === 0) return `${sentiments}::smallint[] is not null`;
      return isUnknown ? `(${known} or ${value} is null)` : known;
    },
    ...(words
      ? [
          (alias: string) => `exists (select from mention w where w.id = ${alias}.mention_id
            and (coalesce(w.title, '') || ' ' || w.text) ilike ${words})`,
        ]
      : []),
  ];
  return (alias: string) => parts.map((part) => part(alias)).join(' and ');
}

const hidden = (alias: string) => `${alias}.state <> 'hidden'`;

/** Where a page starts: time and ID of the last mention, or how many were before it. */
type After = { published: string; id: string } | { offset: number };

function readAfter(after: string | undefined): After | null {
  if (!after) return null;
  try {
    const [published, id] = JSON.parse(Buffer.from(after, 'base64url').toString('utf8')) as [
      unknown,
      unknown,
    ];
    if (typeof published === 'number' && Number.isSafeInteger(published) && published >= 0)
      return { offset: Math.min(published, MOST_SORTED) };
    if (typeof published !== 'string' || typeof id !== 'string') return null;
    if (Number.isNaN(Date.parse(published)) || !/^[0-9a-f-]{36}$/.test(id)) return null;
    return { published, id };
  } catch {
    return null;
  }
}

const writeAfter = (...values: (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Filters and page of a list of mentions. */
export interface MentionPage extends MentionFilter {
  after?: string | undefined;
  limit: number;
}

/** Returns a page of a brand's mentions. */
export async function readMentions(
  pool: Connection,
  brandId: string,
  { after, limit, sort, folded, ...filter }: MentionPage,
): Promise<{ mentions: Mention[]; next: string | null }> {
  const to = new Conditions();
  const matches = filterSql(brandId, filter, to);
  const isOldest = sort === 'oldest';
  const [than, order] = isOldest ? ['<', 'asc'] : ['>', 'desc'];
  // Of posts that say the same, the first one of this order is shown. A scalar subquery looks into the index for each row
  // of the page; the planner would turn `not exists` into a join with all mentions. It expects half of the rows to pass.
  const fold = folded
    ? `and not coalesce((select true from monitor_mention c where c.brand_id = t.brand_id
        and c.cluster_id = t.cluster_id and (c.published_at, c.id) ${than} (t.published_at, t.id)
        and ${matches('c')} limit 1), false)`
    : '';
  const start = readAfter(after);
  if (sort === 'reach' || sort === 'relevance') {
    const offset = start && 'offset' in start ? start.offset : 0;
    const by = sort === 'reach' ? 'a.followers' : 't.relevance';
    const { rows } = await pool.query<Row>(
      `select ${MENTION} from (
          select t.* from (select * from monitor_mention t where ${matches('t')} ${fold}
            order by t.published_at desc, t.id desc limit ${MOST_SORTED}) t
          join mention_author a on a.id = t.author_id
          order by ${by} desc nulls last, t.published_at desc, t.id desc limit ${to.add(limit + 1)}
          offset ${to.add(offset)}) t ${JOINED}
        order by ${by} desc nulls last, t.published_at desc, t.id desc`,
      to.values,
    );
    return {
      mentions: rows.slice(0, limit).map(toMention),
      next: rows.length > limit ? writeAfter(offset + limit) : null,
    };
  }
  const from =
    start && 'id' in start
      ? `and (t.published_at, t.id) ${isOldest ? '>' : '<'} (${to.add(start.published)}, ${to.add(start.id)}::uuid)`
      : '';
  const { rows } = await pool.query<Row>(
    `select ${MENTION} from (select * from monitor_mention t where ${matches('t')} ${fold} ${from}
        order by t.published_at ${order}, t.id ${order} limit ${to.add(limit + 1)}) t ${JOINED}
      order by t.published_at ${order}, t.id ${order}`,
    to.values,
  );
  const mentions = rows.slice(0, limit).map(toMention);
  const lastOne = mentions.at(-1);
  return {
    mentions,
    next: rows.length > limit && lastOne ? writeAfter(lastOne.published, lastOne.id) : null,
  };
}

/** Returns a brand's mention; null if there is none. */
export async function readMention(pool: Connection, brandId: string, id: string): Promise<Mention | null> {
  const { rows } = await pool.query<Row>(
    `select ${MENTION} from monitor_mention t ${JOINED} where t.brand_id = $1 and t.id = $2`,
    [brandId, id],
  );
  return rows[0] ? toMention(rows[0]) : null;
}

/** Counts the unread mentions of a brand's monitors, up to 1,000 each. */
export async function countUnread(
  pool: Connection,
  brandId: string,
): Promise<{ total: number; monitors: { monitorId: string; count: number }[] }> {
  const { rows } = await pool.query<{ monitorId: string; count: number }>(
    `select o.id as "monitorId", n.count::int from monitor o, lateral (select count(*) from (
        select from monitor_mention t where t.monitor_id = o.id and t.state = 'new' limit ${MOST_UNREAD}) u) n
      where o.brand_id = $1 and o.state <> 'archived' and n.count > 0 order by o.id`,
    [brandId],
  );
  return {
    total: Math.min(
      MOST_UNREAD,
      rows.reduce((sum, { count }) => sum + count, 0),
    ),
    monitors: rows,
  };
}

/** A mention as it is counted. */
export interface CountedMention {
  id: string;
  monitorId: string;
  sourceKind: SourceKind;
  lang: string | null;
  publishedAt: string;
  sentiment: Sentiment | null;
  hasModel: boolean;
  personSentiment: Sentiment | null;
  personRelevant: boolean | null;
  isVoice: boolean;
  followers: number | null;
  version: number;
  state: MentionState;
}

/** Locks mentions of a brand, in the order of their IDs. */
export async function lockMentions(
  connection: Connection,
  brandId: string,
  ids: readonly string[],
): Promise<CountedMention[]> {
  const { rows } = await connection.query<CountedMention>(
    `select t.id, t.monitor_id as "monitorId", t.source_kind as "sourceKind", t.lang, t.published_at as "publishedAt",
        t.sentiment, t.sentiment_p is not null as "hasModel", t.person_sentiment as "personSentiment",
        t.person_relevant as "personRelevant", t.is_voice as "isVoice", a.followers, t.version, t.state
      from monitor_mention t join mention_author a on a.id = t.author_id
      where t.brand_id = $1 and t.id = any($2) order by t.id for update of t`,
    [brandId, ids],
  );
  return rows;
}

/** Writes the same change to locked mentions. Omitted fields stay. */
export async function updateMentions(
  connection: Connection,
  brandId: string,
  ids: readonly string[],
  { relevant, sentiment, state, assigneeId, tags, note }: MentionChange,
  by: { userId: string; now: Date },
): Promise<void> {
  const to = new Conditions();
  const where = `brand_id = ${to.add(brandId)} and id = any(${to.add(ids)})`;
  const set = ['version = version + 1'];
  const put = (column: string, value: unknown) => {
    if (value !== undefined) set.push(`${column} = ${to.add(value)}`);
  };
  put('person_relevant', relevant);
  put('person_sentiment', sentiment);
  put('state', state);
  put('assignee_id', assigneeId);
  put('tags', tags);
  put('note', note);
  if (relevant !== undefined || sentiment !== undefined) {
    put('corrected_by', by.userId);
    put('corrected_at', by.now.toISOString());
  }
  await connection.query(`update monitor_mention set ${set.join(', ')} where ${where}`, to.values);
}
