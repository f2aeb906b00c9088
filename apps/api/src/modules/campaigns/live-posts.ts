import { addShoutout, removeShoutout } from '@troupe/contract/campaigns/campaign-content';
import { submitLivePost } from '@troupe/contract/campaigns/own-content';
import {
  CONTENT_KIND_NAMES,
  type ContentKind,
  englishKindName,
} from '@troupe/domain/campaigns/campaign-brief';
import { isShortUrl, type PostUrl, parsePostUrl, possibleKinds } from '@troupe/domain/campaigns/post-url';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { platformList } from '@troupe/domain/discovery/platforms';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Files } from '../../platform/files/files.ts';
import { readCreatorNow } from '../discovery/refresh-creator.ts';
import type { Sources } from '../discovery/social-sources.ts';
import { readShoutout } from './campaign-content/campaign-content.queries.ts';
import {
  grantRights,
  lockPreview,
  readApproved,
  writePreview,
} from './campaign-content/content-preview-change.queries.ts';
import {
  deleteLivePost,
  insertLivePost,
  lockLivePost,
  placeOfPost,
  readDuePosts,
  readProfileOf,
  saveFailure,
  updateFigures,
} from './campaign-content/live-post.queries.ts';
import { contentChanged, lineOf, requireApproved } from './campaign-content.ts';
import { readStoriesOf } from './live-stories.ts';
import {
  addOptInEvents,
  lockOptIns,
  lockOwnOptIn,
  type StoredOptIn,
} from './opt-in/opt-in-change.queries.ts';

const READ = 'live-post-read';
const POSTS_AT_ONCE = 100;
const DAY = 86_400_000;

/** Registers the calls for live posts, and the job that keeps their figures up to date. */
export function livePosts(api: Api, files: Files, sources: Sources): void {
  const { implement, pool, clock, jobs } = api;

  implement(addShoutout, async ({ brandId, params: { campaignId }, body, caller }) => {
    const now = clock.now();
    const of = { brandId, campaignId, userId: caller.userId };
    const id = await withTransaction(pool, (tx) => addLivePost(api, tx, of, body, now));
    const shoutout = await readShoutout(pool, id);
    if (!shoutout) throw problem('not_found');
    return { shoutout };
  });

  implement(removeShoutout, async ({ brandId, params: { campaignId, shoutoutId }, caller }) => {
    const now = clock.now();
    await api.db.transaction(async (tx) => {
      const place = await placeOfPost(tx, shoutoutId);
      const [optIn] = place ? await lockOptIns(tx, brandId, [place.optInId], campaignId) : [];
      const found = optIn && (await lockLivePost(tx, optIn.id, shoutoutId));
      if (!found) throw problem('not_found');
      if (found.asOf)
        throw problem('invalid_transition', {
          message: "You can't remove this post because we've already recorded metrics for it.",
        });
      const { previewId, url } = found;
      const preview = previewId && (await lockPreview(tx, { brandId }, previewId));
      if (preview && preview.status === 'live' && preview.liveUrl === url) {
        await writePreview(tx, preview.id, { status: 'approved', liveUrl: null, liveAt: null }, now);
        await grantRights(tx, preview.id, null);
      }
      await deleteLivePost(tx, shoutoutId);
      const text = `Live post removed: ${url}`;
      await addOptInEvents(tx, optIn.id, [{ kind: 'live', text }], caller.userId, now);
      const change = contentChanged(optIn, { livePostId: shoutoutId, previewId });
      await publish(tx, [lineOf(optIn, 'live', text), change], now);
    });
    return { success: true };
  });

  implement(submitLivePost, async ({ params: { optInId }, body, caller }) => {
    const address = readable(body.url);
    const { previewId } = body;
    const now = clock.now();
    await withTransaction(pool, async (tx, connection) => {
      const optIn = await lockOwnOptIn(tx, caller.userId, optInId);
      if (!optIn) throw problem('not_found');
      requireApproved(optIn);
      const of = previewId ? await goLive(tx, optIn, previewId, address.url, now) : null;
      const kind = of ?? (address.story ? 'story' : body.kind);
      const post = { kind, previewId, source: 'creator' as const, by: caller.userId };
      const added = await addPost(tx, optIn, address, post, now);
      await jobs.send(READ, { livePostId: added }, { transaction: connection });
    });
    return { success: true };
  });

  jobs.define(READ, async ({ livePostId }: { livePostId: string }) => {
    const place = await placeOfPost(api.db, livePostId);
    if (!place) return;
    if (place.kind === 'story')
      await readStoriesOf(api, files, sources, place.creatorId, [{ id: livePostId, url: place.url }]);
    else await readPosts(api, files, sources, place.creatorId, [livePostId], true);
  });

  jobs.every('20 * * * *', 'live-posts-read', async (signal) => {
    await readLivePosts(api, files, sources, signal);
  });
}

/**
 * Adds a live post for the brand and has its figures read; returns its ID. Without `previewId`, it is matched to the approved content
 * if there is exactly one candidate.
 * @throws not_found without such an opt-in, conflict if the campaign has the post, invalid for other URLs
 */
export async function addLivePost(
  { jobs }: Pick<Api, 'jobs'>,
  tx: Database,
  { brandId, campaignId, userId }: { brandId: string; campaignId: string; userId: string },
  {
    optInId,
    url,
    previewId: chosen,
  }: { optInId: string; url: string; previewId?: string | null | undefined },
  now: Date,
): Promise<string> {
  const address = readable(url);
  const [optIn] = await lockOptIns(tx, brandId, [optInId], campaignId);
  if (!optIn) throw problem('not_found');
  const previewId = chosen === undefined ? await findMatchingContent(tx, optIn, address) : chosen;
  const kind = previewId ? await goLive(tx, optIn, previewId, address.url, now) : kindOf(address);
  const post = { kind, previewId, source: 'brand' as const, by: userId };
  const added = await addPost(tx, optIn, address, post, now);
  await jobs.send(READ, { livePostId: added }, { transaction: connectionOf(tx) });
  return added;
}

/** Reads live posts whose figures are due, with one lookup for all posts of a creator. */
export async function readLivePosts(
  api: Api,
  files: Files,
  sources: Sources,
  signal?: AbortSignal,
): Promise<void> {
  const platforms = (Object.keys(sources) as Platform[]).filter((name) => sources[name]?.configured);
  const now = api.clock.now();
  // Accounts we couldn't reach stay due, but are tried only once per run.
  const done: string[] = [];
  for (let full = true; full; ) {
    const due = await readDuePosts(api.pool, { platforms, now, done, limit: POSTS_AT_ONCE });
    for (const [creatorId, posts] of Map.groupBy(due, (post) => post.creatorId)) {
      if (signal?.aborted) return;
      const ids = posts.map(({ id }) => id);
      await readPosts(api, files, sources, creatorId, ids, false);
      done.push(...ids);
    }
    full = due.length === POSTS_AT_ONCE;
  }
}

async function readPosts(
  api: Api,
  files: Files,
  sources: Sources,
  creatorId: string,
  livePostIds: string[],
  onDemand: boolean,
): Promise<void> {
  const failure = await readCreatorNow(api, files, sources, creatorId, onDemand, { newestOnly: true });
  for (const id of livePostIds) {
    const place = await placeOfPost(api.db, id);
    if (!place) continue;
    await api.db.transaction(async (tx) => {
      const changed =
        (!failure && (await updateFigures(tx, id, api.clock.now()))) ||
        (await saveFailure(tx, id, failure?.message ?? "The account doesn't show this post."));
      if (changed) await publish(tx, contentChanged({ ...place, id: place.optInId }, { livePostId: id }));
    });
  }
}

/** @throws invalid when the URL isn't a post's */
function readable(url: string): PostUrl {
  const address = parsePostUrl(url);
  if (address) return address;
  const text = isShortUrl(url)
    ? 'This is a shortened link. Open it, then copy the URL of the post itself.'
    : `This isn't the URL of a post on ${platformList}`;
  throw problem('invalid', { fields: { url: text } });
}

/**
 * Returns the content kind for a post URL. Only Instagram has story URLs; on other platforms a story is a video.
 * @throws invalid when only one of URL and content is a story
 */
function kindAt(address: PostUrl, kind: ContentKind): ContentKind {
  if (address.story === (kind === 'story')) return kind;
  if (address.platform !== 'instagram') return kindOf(address);
  const text = address.story
    ? `This is the URL of a story, not a ${englishKindName(kind)}`
    : "This isn't the URL of a story. Open the story and copy its URL.";
  throw problem('invalid', { fields: { url: text } });
}

const kindOf = ({ platform, story }: PostUrl): ContentKind =>
  story ? 'story' : platform === 'instagram' ? 'post' : 'video';

/** Returns the approved content that a post shows; null if none or several match. */
async function findMatchingContent(
  tx: Database,
  { id }: StoredOptIn,
  address: PostUrl,
): Promise<string | null> {
  const [only, another] = await readApproved(tx, id, possibleKinds(address));
  return only && !another ? only.id : null;
}

async function addPost(
  tx: Database,
  optIn: StoredOptIn,
  address: PostUrl,
  post: { kind: ContentKind; previewId: string | null; source: 'creator' | 'brand'; by: string },
  now: Date,
): Promise<string> {
  const { id: optInId, brandId, campaignId } = optIn;
  const profile = await readProfileOf(tx, optInId);
  if (!profile) throw problem('not_found');
  const { username } = address;
  if (username && profile.platform === address.platform && username !== profile.username.toLowerCase())
    throw problem('invalid', {
      fields: { url: `This post is by @${username}, not @${profile.username}` },
    });
  const place = { brandId, campaignId, optInId, previewId: post.previewId };
  const kind = kindAt(address, post.kind);
  const livePostId = await insertLivePost(tx, place, address, { ...post, kind }, now);
  if (!livePostId) throw problem('conflict', { message: 'This post is already in the campaign.' });
  await updateFigures(tx, livePostId, now);
  const name = CONTENT_KIND_NAMES[kind][0];
  const text = `Published on ${PLATFORM_NAMES[address.platform]}: ${name}`;
  await addOptInEvents(tx, optInId, [{ kind: 'live', text }], post.by, now);
  const change = contentChanged(optIn, { livePostId, previewId: post.previewId });
  await publish(tx, [lineOf(optIn, 'live', text), change], now);
  return livePostId;
}

/** Marks approved content as live, which starts the brand's usage rights; returns its kind. */
async function goLive(
  tx: Database,
  optIn: StoredOptIn,
  previewId: string,
  url: string,
  now: Date,
): Promise<ContentKind> {
  const preview = await lockPreview(tx, { optInId: optIn.id }, previewId);
  if (!preview) throw problem('not_found');
  if (preview.status !== 'approved' && preview.status !== 'live')
    throw problem('invalid_transition', { message: "The brand hasn't approved this content yet." });
  if (preview.status === 'live') return preview.kind;
  const at = now.toISOString();
  await writePreview(tx, previewId, { status: 'live', liveUrl: url, liveAt: at }, now);
  const days = optIn.agreement.usageRights?.termDays ?? null;
  await grantRights(tx, previewId, days === null ? null : new Date(now.getTime() + days * DAY).toISOString());
  return preview.kind;
}
