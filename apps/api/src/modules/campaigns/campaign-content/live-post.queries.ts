import type { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { type PostUrl, parsePostUrl } from '@troupe/domain/campaigns/post-url';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { SocialStory } from '@troupe/domain/discovery/creator-refresh';
import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { contentTable } from '../../discovery/content/content.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { creatorRefreshTable } from '../../discovery/creator/creator-refresh.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { livePostTable } from './campaign-content.table.ts';

const UNKNOWN: Shoutout['figures'] = {
  views: null,
  reach: null,
  likes: null,
  comments: null,
  saves: null,
  shares: null,
};

const MAX_READINGS = 200;
const STORY_MS = 24 * 3_600_000;

/** Returns the creator profile behind an opt-in. */
export async function readProfileOf(db: Database, optInId: string) {
  const [row] = await db
    .select({ creatorId: creatorTable.id, platform: creatorTable.platform, username: creatorTable.username })
    .from(optInTable)
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .where(eq(optInTable.id, optInId));
  return row ?? null;
}

/** Inserts a live post; null if the campaign already has it. */
export async function insertLivePost(
  db: Database,
  place: { brandId: string; campaignId: string; optInId: string; previewId: string | null },
  { platform, url, story }: PostUrl,
  { kind, source }: { kind: ContentKind; source: 'creator' | 'brand' },
  now: Date,
): Promise<string | null> {
  const at = now.toISOString();
  const isStory = story || kind === 'story';
  const [row] = await db
    .insert(livePostTable)
    .values({
      id: newId(),
      ...place,
      platform,
      url,
      source,
      figures: UNKNOWN,
      createdAt: at,
      kind: isStory ? 'story' : kind,
      publishedAt: isStory ? at : null,
      expiresAt: isStory ? new Date(now.getTime() + STORY_MS).toISOString() : null,
    })
    .onConflictDoNothing()
    .returning({ id: livePostTable.id });
  return row?.id ?? null;
}

/** A live post whose figures are due, with its creator's profile. */
export interface DuePost {
  id: string;
  creatorId: string;
}

/**
 * Returns live posts whose figures are due: every 3 hours in the first two days, twice a day for two weeks, then
 * daily until they are three months old. Skips posts in `done` and posts missing from an account that was read within
 * the interval. Stories are read separately because platforms only report them to the owner.
 */
export async function readDuePosts(
  pool: pg.Pool,
  {
    platforms,
    now,
    done,
    limit,
  }: { platforms: readonly Platform[]; now: Date; done: readonly string[]; limit: number },
): Promise<DuePost[]> {
  const { rows } = await pool.query<DuePost>({
    name: 'live-posts-due',
    text: `select l.id, i.creator_id as "creatorId"
      from live_post l join opt_in i on i.id = l.opt_in_id join creator c on c.id = i.creator_id
      left join creator_refresh r on r.creator_id = c.id
      cross join lateral (select $2::timestamptz - case
        when l.created_at > $2::timestamptz - interval '2 days' then interval '3 hours'
        when l.created_at > $2::timestamptz - interval '14 days' then interval '12 hours'
        else interval '1 day' end as before) d
      where l.kind <> 'story' and not c.sample and c.platform = any($1) and l.platform = c.platform
        and l.created_at > $2::timestamptz - interval '90 days'
        and coalesce(l.as_of, 'epoch') < d.before
        and (coalesce(r.tried_at, 'epoch') < d.before
          or (l.failure is null and r.read_at > coalesce(l.as_of, 'epoch')))
        and l.id <> all($4::uuid[])
      order by greatest(l.as_of, r.tried_at) nulls first, l.id limit $3`,
    values: [platforms, now.toISOString(), limit, done],
  });
  return rows;
}

/**
 * Copies a live post's figures from the last reading of its creator's account. Returns false if the account doesn't
 * show the post.
 */
export async function updateFigures(db: Database, livePostId: string, now: Date): Promise<boolean> {
  const [post] = await db.select().from(livePostTable).where(eq(livePostTable.id, livePostId)).for('update');
  const wanted = post && parsePostUrl(post.url);
  if (!post || !wanted) return false;
  const candidates = await db
    .select({ content: contentTable, readAt: creatorRefreshTable.readAt })
    .from(contentTable)
    .innerJoin(optInTable, eq(optInTable.creatorId, contentTable.creatorId))
    .leftJoin(creatorRefreshTable, eq(creatorRefreshTable.creatorId, contentTable.creatorId))
    .where(and(eq(optInTable.id, post.optInId), sql`strpos(${contentTable.url}, ${wanted.postId}) > 0`));
  const found = candidates.find(({ content }) => {
    const address = parsePostUrl(content.url);
    return address?.platform === wanted.platform && address.postId === wanted.postId;
  });
  if (!found) return false;
  const { content, readAt } = found;
  const asOf = readAt ?? now.toISOString();
  const figures: Shoutout['figures'] = {
    views: content.viewCount,
    reach: null,
    likes: content.likeCount,
    comments: content.commentCount,
    saves: content.saveCount,
    shares: content.shareCount,
  };
  const earlier =
    post.asOf && post.asOf !== asOf
      ? [...post.history, { at: post.asOf, figures: post.figures }]
      : post.history;
  await db
    .update(livePostTable)
    .set({
      figures,
      asOf,
      source: wanted.platform,
      failure: null,
      history: earlier.slice(-MAX_READINGS),
      title: content.title || post.title,
      thumbnailUrl: content.thumbnailUrl ?? post.thumbnailUrl,
      publishedAt: content.publishedAt,
    })
    .where(eq(livePostTable.id, livePostId));
  return true;
}

/** Returns stories less than a day old on connected accounts. */
export async function readDueStories(
  pool: pg.Pool,
  { now, limit }: { now: Date; limit: number },
): Promise<(DuePost & { url: string })[]> {
  const { rows } = await pool.query<DuePost & { url: string }>({
    name: 'live-stories-due',
    text: `select l.id, l.url, i.creator_id as "creatorId"
      from live_post l join opt_in i on i.id = l.opt_in_id
      join creator c on c.id = i.creator_id and c.platform = l.platform
      where exists (select from creator_connection k join creator held on held.id = k.creator_id
          where k.withdrawn_at is null and (held.id = c.id or (held.brand_id is null
            and held.platform = c.platform and lower(held.username) = lower(c.username))))
        and l.kind = 'story' and l.expires_at > $1::timestamptz
        and coalesce(l.as_of, 'epoch') < $1::timestamptz - interval '20 minutes'
      order by l.expires_at, l.id limit $2`,
    values: [now.toISOString(), limit],
  });
  return rows;
}

/**
 * Saves a story's figures as the platform reported them. Platforms stop reporting after a day, so the last figures
 * stay with their age.
 */
export async function saveStory(
  db: Database,
  livePostId: string,
  { publishedAt, views, reach, likes, replies, shares }: SocialStory,
  thumbnailUrl: string | null,
  now: Date,
): Promise<void> {
  const [post] = await db.select().from(livePostTable).where(eq(livePostTable.id, livePostId)).for('update');
  if (!post) return;
  const figures = { views, reach, likes, comments: replies, saves: null, shares };
  const reported = Object.values(figures).some((figure) => figure !== null);
  const earlier = post.asOf ? [...post.history, { at: post.asOf, figures: post.figures }] : post.history;
  await db
    .update(livePostTable)
    .set({
      publishedAt,
      failure: null,
      source: post.platform,
      thumbnailUrl: thumbnailUrl ?? post.thumbnailUrl,
      expiresAt: new Date(Date.parse(publishedAt) + STORY_MS).toISOString(),
      ...(reported ? { figures, asOf: now.toISOString(), history: earlier.slice(-MAX_READINGS) } : {}),
    })
    .where(eq(livePostTable.id, livePostId));
}

/** Saves why a live post couldn't be read. Returns false if that reason is already saved. */
export async function saveFailure(db: Database, livePostId: string, failure: string): Promise<boolean> {
  const recorded = await db
    .update(livePostTable)
    .set({ failure })
    .where(and(eq(livePostTable.id, livePostId), sql`${livePostTable.failure} is distinct from ${failure}`))
    .returning({ id: livePostTable.id });
  return recorded.length > 0;
}

/** Locks and returns a live post of an opt-in; null if not found. */
export async function lockLivePost(db: Database, optInId: string, livePostId: string) {
  const [row] = await db
    .select()
    .from(livePostTable)
    .where(and(eq(livePostTable.id, livePostId), eq(livePostTable.optInId, optInId)))
    .for('update');
  return row ?? null;
}

export async function deleteLivePost(db: Database, livePostId: string): Promise<void> {
  await db.delete(livePostTable).where(eq(livePostTable.id, livePostId));
}

/** Returns the brand, campaign and opt-in of a live post. */
export async function placeOfPost(db: Database, livePostId: string) {
  const [row] = await db
    .select({
      brandId: livePostTable.brandId,
      campaignId: livePostTable.campaignId,
      optInId: livePostTable.optInId,
      creatorId: optInTable.creatorId,
      userId: optInTable.userId,
      kind: livePostTable.kind,
      url: livePostTable.url,
    })
    .from(livePostTable)
    .innerJoin(optInTable, eq(optInTable.id, livePostTable.optInId))
    .where(eq(livePostTable.id, livePostId));
  return row ?? null;
}
