import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { Sentiment } from '@troupe/domain/listening/mention';
import { AlertRules, type MonitorKind } from '@troupe/domain/listening/monitor';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { createLogger } from '@troupe/server/log';
import { and, asc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { pollContent } from '../modules/listening/creator-posts.ts';
import { RelevanceModels } from '../modules/listening/learn-relevance.ts';
import { writeDigest } from '../modules/listening/listening-digest/listening-digest.queries.ts';
import { ensureSource } from '../modules/listening/listening-source/source-cursor.queries.ts';
import { LiveMentions } from '../modules/listening/mention/live-mentions.ts';
import { watchSpikes } from '../modules/listening/mention-alerts.ts';
import { addMonitorVersion, insertMonitor } from '../modules/listening/monitor/monitor.queries.ts';
import { MonitorMatcher } from '../modules/listening/monitor/monitor-matcher.ts';
import { MentionIntake } from '../modules/listening/receive-mentions.ts';
import { SentimentModels } from '../modules/listening/sentiment-model/sentiment-models.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, databaseOver } from '../platform/database.ts';
import { connectEvents, DomainEvents } from '../platform/events.ts';
import { newId } from '../platform/id.ts';
import type { Listener } from '../platform/listen.ts';
import {
  COMPETITOR_TEXTS,
  DEMO_AUTHORS,
  DEMO_ITEMS,
  DEMO_PLACES,
  type DemoText,
  LARKMOOR_TEXTS,
  RECALL_TEXT,
} from './listening-texts.ts';
import { Random } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEED = 20_261_128;
const DAYS = 56;
/** How many days ago the story came out that many repeated. */
const STORY_DAYS_AGO = 9;
/** How many days ago a film with the brand's jackets was on, and how many people wrote about them in their own words. */
const FILM_DAYS_AGO = 2;
const FILM_POSTS = 28;
/** The share of mentions whose sentiment a member has set. */
const JUDGED = 0.4;

const MONITORS: readonly { name: string; kind: MonitorKind; setName: string | null; query: string }[] = [
  {
    name: 'Larkmoor',
    kind: 'brand',
    setName: 'Outdoor jackets',
    query: '(larkmoor OR "lark moor") NOT ("larkmoor lane" OR "larkmoor road")',
  },
  {
    name: 'Larkmoor quality',
    kind: 'topic',
    setName: null,
    query: 'larkmoor NEAR/12 (zip* OR seam* OR leak* OR repair* OR broke OR torn)',
  },
  { name: 'Norhaven', kind: 'competitor', setName: 'Outdoor jackets', query: 'norhaven' },
  { name: 'Trailkin', kind: 'competitor', setName: 'Outdoor jackets', query: 'trailkin' },
];

/** Adds monitors of the first demo brand, and what they found in the last eight weeks. */
export async function setUpDemoListening(
  pool: pg.Pool,
  { now, sentimentDir }: { now: Date; sentimentDir: string },
): Promise<void> {
  const db = databaseOver(pool);
  const [brand] = await db
    .select({ id: brandTable.id })
    .from(brandTable)
    .where(eq(brandTable.name, 'Larkmoor'));
  if (!brand) return;
  const start = new Date(now.getTime() - DAYS * DAY);
  const monitorIds: string[] = [];
  for (const monitor of MONITORS) monitorIds.push(await addMonitor(db, brand.id, monitor, start));
  const labels = await addHistory(pool, { now, sentimentDir });
  const [member] = await db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brand.id))
    .orderBy(asc(brandMemberTable.userId));
  await judge(pool, { brandId: brand.id, userId: member?.userId ?? null, labels, now });
  await hearCreators(pool, { now, sentimentDir });
  await raiseAlert(pool, now);
  const [owner] = await db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brand.id), eq(brandMemberTable.role, 'owner')))
    .orderBy(asc(brandMemberTable.createdAt), asc(brandMemberTable.userId));
  if (owner)
    await writeDigest(
      pool,
      { brandId: brand.id, userId: owner.userId, frequency: 'daily', weekday: 1, hour: 8 },
      now,
    );
}

/** The hour of the film, in the evening (UTC). */
const filmHour = (now: Date): number => (Math.floor(now.getTime() / DAY) - FILM_DAYS_AGO) * DAY + 20 * HOUR;

/** Looks for spikes at the end of the hour of the film, as the job would have. The team has read about it. */
async function raiseAlert(pool: pg.Pool, now: Date): Promise<void> {
  connectEvents(pool, new DomainEvents());
  await watchSpikes({ pool, log: createLogger('demo', 'warn') }, new Date(filmHour(now) + HOUR - 60_000));
  await pool.query(
    `update notification set read_at = created_at, mailed_at = created_at where starts_with(reference, 'mention-alert:')`,
  );
}

async function addMonitor(
  db: Database,
  brandId: string,
  { name, kind, setName, query }: (typeof MONITORS)[number],
  at: Date,
): Promise<string> {
  const id = newId();
  const alertRules = AlertRules.parse({});
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  await insertMonitor(db, Object.assign({ id, brandId, name, kind, setName, query, alertRules }, times));
  await addMonitorVersion(db, { monitorId: id, version: 1, query, at: at.toISOString() });
  return id;
}

/** Where the demo's posts are taken in, at times of its clock. */
function demoIntake(pool: pg.Pool, sentimentDir: string, clock: Clock) {
  const config = { SENTIMENT_DIR: sentimentDir } as Config;
  const api = { pool, db: databaseOver(pool), log: createLogger('demo', 'warn'), clock, config };
  const silent = { on() {} } as unknown as Listener;
  const live = new LiveMentions(api);
  const matcher = new MonitorMatcher(api, silent);
  const models = new SentimentModels(api, silent);
  const relevance = new RelevanceModels(api, silent);
  return { intake: new MentionIntake({ api, matcher, models, relevance, live }), live };
}

/** Hears the stored posts of creators, as the server would later, so that campaigns are offered untagged ones. */
async function hearCreators(
  pool: pg.Pool,
  { now, sentimentDir }: { now: Date; sentimentDir: string },
): Promise<void> {
  const clock = { now: () => now };
  const { intake, live } = demoIntake(pool, sentimentDir, clock);
  const { id } = await ensureSource(pool, 'content', now);
  for (let due = now; due.getTime() <= now.getTime() + 1000; )
    due = await pollContent({ pool, clock }, intake, { id, kind: 'content' });
  live.stop();
}

/** Sends posts of eight weeks through the intake, a day at a time. Returns the sentiment of each by its ID. */
async function addHistory(
  pool: pg.Pool,
  { now, sentimentDir }: { now: Date; sentimentDir: string },
): Promise<Map<string, { sentiment: Sentiment; irrelevant: boolean }>> {
  const random = new Random(SEED);
  let time = now;
  const { intake, live } = demoIntake(pool, sentimentDir, { now: () => time });
  const { id: blueskyId } = await ensureSource(pool, 'bluesky', now);
  const labels = new Map<string, { sentiment: Sentiment; irrelevant: boolean }>();
  for (let day = DAYS; day >= 0; day -= 1) {
    const dayEnd = now.getTime() - day * DAY;
    time = new Date(dayEnd);
    const posts = inventDay(random, dayEnd, day === STORY_DAYS_AGO);
    const film = filmHour(now);
    if (film < dayEnd && film >= dayEnd - DAY) posts.push(...inventFilm(film));
    for (const [kind, some] of Map.groupBy(posts, (post) => post.kind)) {
      // The other sources belong to the configuration, which isn't known here.
      const sourceId = kind === 'bluesky' ? blueskyId : newId();
      for (const { post, sentiment, irrelevant } of some)
        labels.set(post.externalId, { sentiment, irrelevant });
      await intake.receive(
        { sourceId, kind, brandId: null },
        some.map(({ post }) => ({ type: 'post' as const, post })),
      );
    }
  }
  live.stop();
  return labels;
}

interface InventedPost {
  kind: SourceKind;
  post: SourcePost;
  sentiment: Sentiment;
  irrelevant: boolean;
}

function inventDay(random: Random, dayEnd: number, hasStory: boolean): InventedPost[] {
  const posts: InventedPost[] = [];
  const invent = (texts: readonly DemoText[]) =>
    inventPost(random, random.pick(texts), hourOf(random, dayEnd));
  for (let left = random.int(5, 13); left > 0; left -= 1) posts.push(invent(LARKMOOR_TEXTS));
  for (let left = random.int(2, 7); left > 0; left -= 1) posts.push(invent(COMPETITOR_TEXTS));
  if (hasStory)
    for (let left = 46; left > 0; left -= 1) {
      const at = dayEnd - 9 * HOUR + random.int(0, 100) * 60_000;
      posts.push(inventPost(random, { lang: 'en', sentiment: 0, text: RECALL_TEXT }, at));
    }
  return posts.sort((a, b) => (a.post.publishedAt ?? 0) - (b.post.publishedAt ?? 0));
}

/** Posts about the film, each in other words. */
function inventFilm(hour: number): InventedPost[] {
  const random = new Random(SEED + 2);
  return Array.from({ length: FILM_POSTS }, () =>
    inventPost(random, random.pick(LARKMOOR_TEXTS), hour + random.int(1, 55) * 60_000),
  ).sort((a, b) => (a.post.publishedAt ?? 0) - (b.post.publishedAt ?? 0));
}

/** More in the evening than at night. */
function hourOf(random: Random, dayEnd: number): number {
  for (;;) {
    const at = dayEnd - random.int(1, 24 * 60 - 1) * 60_000;
    const hour = new Date(at).getUTCHours();
    if (random.chance(hour >= 6 && hour < 22 ? 0.9 : 0.2)) return at;
  }
}

function inventPost(random: Random, text: DemoText, at: number): InventedPost {
  const kind = random.pick(text.sources ?? (['bluesky'] as const));
  const [handle, name, followers] = random.pick(DEMO_AUTHORS);
  const [place, item, n] = [random.pick(DEMO_PLACES), random.pick(DEMO_ITEMS), String(random.int(3, 60))];
  const fill = (template: string) =>
    template.replaceAll('{place}', place).replaceAll('{item}', item).replaceAll('{n}', n);
  const key = random.id(at).replaceAll('-', '').slice(12, 25);
  const isArticle = kind === 'feed' || kind === 'gdelt';
  const site = isArticle ? 'outdoorwire.example' : `${kind}.example`;
  const knows = kind === 'bluesky' || kind === 'mastodon';
  const count = (median: number) => Math.round(random.around(median, 1));
  const post: SourcePost = {
    externalId:
      kind === 'bluesky' ? `at://did:plc:demo${handle}/app.bsky.feed.post/${key}` : `${site}/${key}`,
    kind: 'post',
    title: text.title ? fill(text.title) : null,
    text: fill(text.text),
    url:
      kind === 'bluesky'
        ? `https://bsky.app/profile/${handle}.bsky.test/post/${key}`
        : `https://${site}/${key}`,
    author: isArticle
      ? null
      : {
          externalId: kind === 'bluesky' ? `did:plc:demo${handle}` : `${handle}@${kind}`,
          handle:
            kind === 'bluesky'
              ? `${handle}.bsky.test`
              : kind === 'mastodon'
                ? `${handle}@trail.example`
                : handle,
          name,
          url: kind === 'bluesky' ? `https://bsky.app/profile/${handle}.bsky.test` : null,
          followers: knows ? followers : null,
        },
    language: text.lang,
    publishedAt: at,
    editedAt: null,
    replyTo: null,
    links: text.text === RECALL_TEXT ? ['https://outdoorwire.example/recall'] : [],
    tags: [],
    names: [],
    figures: isArticle
      ? null
      : { likes: count(6), replies: count(2), reposts: knows ? count(2) : null, quotes: null, views: null },
  };
  return { kind, post, sentiment: text.sentiment, irrelevant: text.irrelevant ?? false };
}

/** Members set the sentiment of some mentions, and looked at those that are older than two days. */
async function judge(
  pool: pg.Pool,
  {
    brandId,
    userId,
    labels,
    now,
  }: {
    brandId: string;
    userId: string | null;
    labels: ReadonlyMap<string, { sentiment: Sentiment; irrelevant: boolean }>;
    now: Date;
  },
): Promise<void> {
  const random = new Random(SEED + 1);
  const rows = [...labels].map(([id, { sentiment, irrelevant }]) => ({
    id,
    sentiment: random.chance(JUDGED) ? sentiment : null,
    irrelevant: irrelevant && random.chance(0.7),
  }));
  await pool.query(
    `update monitor_mention t set person_sentiment = r.sentiment,
        person_relevant = case when r.irrelevant then false end,
        corrected_by = case when r.sentiment is not null or r.irrelevant then $3::uuid end,
        corrected_at = case when r.sentiment is not null or r.irrelevant then t.seen_at end,
        state = case when t.seen_at < $4::timestamptz - interval '2 days' then 'seen' else 'new' end
      from jsonb_to_recordset($1::jsonb) as r(id text, sentiment smallint, irrelevant boolean), mention m
      where m.external_id = r.id and t.mention_id = m.id and t.brand_id = $2`,
    [JSON.stringify(rows), brandId, userId, now.toISOString()],
  );
  // These posts exist here only: their figures can't be read again.
  await pool.query('update mention set figures_due_at = null');
  await pool.query('delete from listening_quarter where brand_id = $1', [brandId]);
  await pool.query(
    `insert into listening_quarter (monitor_id, bucket, source_kind, lang, sentiment, brand_id, n, clusters, reach,
        reach_known)
      select t.monitor_id, date_bin('15 minutes', t.published_at, 'epoch'), t.source_kind, coalesce(t.lang, ''),
        case coalesce(t.person_sentiment, t.sentiment) when -1 then 'negative' when 0 then 'neutral'
          when 1 then 'positive' else case when t.sentiment_p is null then 'unknown' else 'abstained' end end,
        t.brand_id, count(*), count(*) filter (where t.is_voice), coalesce(sum(a.followers), 0), count(a.followers)
      from monitor_mention t join mention_author a on a.id = t.author_id
      where t.brand_id = $1 and t.person_relevant is distinct from false
      group by 1, 2, 3, 4, 5, 6`,
    [brandId],
  );
}
