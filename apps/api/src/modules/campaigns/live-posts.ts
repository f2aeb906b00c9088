import { addShoutout, removeShoutout } from '@troupe/contract/campaigns/campaign-content';
import { submitLivePost } from '@troupe/contract/campaigns/own-content';
import { CONTENT_KIND_NAMES, type ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import {
  isShortAddress,
  kindsAt,
  type PostAddress,
  readPostAddress,
} from '@troupe/domain/campaigns/post-address';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { platformsInWords } from '@troupe/domain/discovery/platforms';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
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
  noteFailure,
  placeOfPost,
  readDuePosts,
  readProfileOf,
  takeFigures,
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

/** Content that went live: told by its address, and its figures read again and again. */
export function livePosts(api: Api, files: Files, sources: Sources): void {
  const { implement, pool, clock, jobs } = api;

  implement(addShoutout, async ({ brandId, params: { campaignId }, body, caller }) => {
    const address = readable(body.url);
    const now = clock.now();
    const id = await withTransaction(pool, async (tx, connection) => {
      const [optIn] = await lockOptIns(tx, brandId, [body.optInId], campaignId);
      if (!optIn) throw problem('not_found');
      const previewId = body.previewId === undefined ? await fitting(tx, optIn, address) : body.previewId;
      const kind = previewId ? await goLive(tx, optIn, previewId, address.url, now) : kindOf(address);
      const post = { kind, previewId, source: 'brand' as const, by: caller.userId };
      const added = await addPost(tx, optIn, address, post, now);
      await jobs.send(READ, { livePostId: added }, { transaction: connection });
      return added;
    });
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
        throw problem('invalid_transition', { message: 'Its figures were read, so that it stays.' });
      const { previewId, url } = found;
      const preview = previewId && (await lockPreview(tx, { brandId }, previewId));
      if (preview && preview.status === 'live' && preview.liveUrl === url) {
        await writePreview(tx, preview.id, { status: 'approved', liveUrl: null, liveAt: null }, now);
        await grantRights(tx, preview.id, null);
      }
      await deleteLivePost(tx, shoutoutId);
      const text = `The address of a live post was removed: ${url}`;
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

/** Reads the live posts whose figures are due, one reading for all posts of a creator. */
export async function readLivePosts(
  api: Api,
  files: Files,
  sources: Sources,
  signal?: AbortSignal,
): Promise<void> {
  const platforms = (Object.keys(sources) as Platform[]).filter((name) => sources[name]?.configured);
  const now = api.clock.now();
  // An account that could not even be tried stays due, and is not asked twice in a run.
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
        (!failure && (await takeFigures(tx, id, api.clock.now()))) ||
        (await noteFailure(tx, id, failure?.message ?? 'The account does not show this post.'));
      if (changed) await publish(tx, contentChanged({ ...place, id: place.optInId }, { livePostId: id }));
    });
  }
}

/** @throws invalid when this is no address of a post */
function readable(url: string): PostAddress {
  const address = readPostAddress(url);
  if (address) return address;
  const text = isShortAddress(url)
    ? 'This address is shortened. Open it, and copy the address of the post itself.'
    : `This is no address of a post on ${platformsInWords}`;
  throw problem('invalid', { fields: { url: text } });
}

/**
 * What a post of some kind is read as. Only Instagram has addresses of stories; elsewhere a story is a video.
 * @throws invalid when the address is of a story and the content is none, or the other way round
 */
function kindAt(address: PostAddress, kind: ContentKind): ContentKind {
  if (address.story === (kind === 'story')) return kind;
  if (address.platform !== 'instagram') return kindOf(address);
  const text = address.story
    ? `This is the address of a story, not of a ${CONTENT_KIND_NAMES[kind][0]}`
    : 'This is no address of a story. Open the story, and copy its address.';
  throw problem('invalid', { fields: { url: text } });
}

const kindOf = ({ platform, story }: PostAddress): ContentKind =>
  story ? 'story' : platform === 'instagram' ? 'post' : 'video';

/** The approved content that a post is of; null where none fits, or several do and nobody said which. */
async function fitting(tx: Database, { id }: StoredOptIn, address: PostAddress): Promise<string | null> {
  const [only, another] = await readApproved(tx, id, kindsAt(address));
  return only && !another ? only.id : null;
}

async function addPost(
  tx: Database,
  optIn: StoredOptIn,
  address: PostAddress,
  post: { kind: ContentKind; previewId: string | null; source: 'creator' | 'brand'; by: string },
  now: Date,
): Promise<string> {
  const { id: optInId, brandId, campaignId } = optIn;
  const profile = await readProfileOf(tx, optInId);
  if (!profile) throw problem('not_found');
  const { username } = address;
  if (username && profile.platform === address.platform && username !== profile.username.toLowerCase())
    throw problem('invalid', {
      fields: { url: `This post is by @${username}, not by @${profile.username}` },
    });
  const place = { brandId, campaignId, optInId, previewId: post.previewId };
  const kind = kindAt(address, post.kind);
  const livePostId = await insertLivePost(tx, place, address, { ...post, kind }, now);
  if (!livePostId) throw problem('conflict', { message: 'This post is in this campaign already.' });
  await takeFigures(tx, livePostId, now);
  const name = CONTENT_KIND_NAMES[kind][0];
  const text = `A ${name} on ${PLATFORM_NAMES[address.platform]} is live`;
  await addOptInEvents(tx, optInId, [{ kind: 'live', text }], post.by, now);
  const change = contentChanged(optIn, { livePostId, previewId: post.previewId });
  await publish(tx, [lineOf(optIn, 'live', text), change], now);
  return livePostId;
}

/** Approved content is live from now on, and the brand's rights to use it begin to run. Answers what it is. */
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
    throw problem('invalid_transition', { message: 'The brand has not approved this content yet.' });
  if (preview.status === 'live') return preview.kind;
  const at = now.toISOString();
  await writePreview(tx, previewId, { status: 'live', liveUrl: url, liveAt: at }, now);
  const days = optIn.agreement.usageRights?.termDays ?? null;
  await grantRights(tx, previewId, days === null ? null : new Date(now.getTime() + days * DAY).toISOString());
  return preview.kind;
}
