import { parsePostUrl } from '@troupe/domain/campaigns/post-url';
import type { Platform } from '@troupe/domain/discovery/creator';
import { SocialFailure, type SocialStory } from '@troupe/domain/discovery/creator-refresh';
import type { Api } from '../../platform/api.ts';
import { publish } from '../../platform/events.ts';
import type { Files } from '../../platform/files/files.ts';
import { storePictureCopy } from '../discovery/content/content-picture.ts';
import { connectedAs } from '../discovery/creator/creator-connection.queries.ts';
import {
  readConnection,
  readRefreshTarget,
  writeConnection,
} from '../discovery/creator/creator-refresh.queries.ts';
import { openConnection } from '../discovery/refresh-creator.ts';
import type { Sources } from '../discovery/social-sources.ts';
import { placeOfPost, readDueStories, saveFailure, saveStory } from './campaign-content/live-post.queries.ts';
import { contentChanged } from './campaign-content.ts';

const STORIES_PER_RUN = 200;
const NOT_CONNECTED =
  'Instagram shares story metrics only with the account owner. Ask the creator to connect their account.';
const NOT_THERE = "This account doesn't show the story. It may have expired or belong to another account.";

/** Registers the job that reads story figures every half hour while stories are up. */
export function liveStories(api: Api, files: Files, sources: Sources): void {
  api.jobs.every('5,35 * * * *', 'live-stories-read', async (signal) => {
    await readLiveStories(api, files, sources, signal);
  });
}

/** Reads all stories still up, with one lookup per account. */
export async function readLiveStories(
  api: Api,
  files: Files,
  sources: Sources,
  signal?: AbortSignal,
): Promise<void> {
  const due = await readDueStories(api.pool, { now: api.clock.now(), limit: STORIES_PER_RUN });
  for (const [creatorId, stories] of Map.groupBy(due, (one) => one.creatorId)) {
    if (signal?.aborted) return;
    await readStoriesOf(api, files, sources, creatorId, stories);
  }
}

/** Reads an account's stories and saves their figures, or why they couldn't be read. */
export async function readStoriesOf(
  api: Api,
  files: Files,
  sources: Sources,
  creatorId: string,
  stories: readonly { id: string; url: string }[],
): Promise<void> {
  const found = await ask(api, sources, creatorId);
  for (const { id, url } of stories) {
    const wanted = parsePostUrl(url)?.postId;
    const story = typeof found === 'string' ? null : found.find(({ storyId }) => storyId === wanted);
    const picture = story ? await storePictureCopy(files, api.config, creatorId, story.coverUrl) : null;
    const place = await placeOfPost(api.db, id);
    await api.db.transaction(async (tx) => {
      if (story) await saveStory(tx, id, story, picture, api.clock.now());
      else if (!(await saveFailure(tx, id, typeof found === 'string' ? found : NOT_THERE))) return;
      if (place) await publish(tx, contentChanged({ ...place, id: place.optInId }, { livePostId: id }));
    });
  }
}

/** Returns the account's stories, or why they can't be read. */
async function ask(api: Api, sources: Sources, creatorId: string): Promise<SocialStory[] | string> {
  const target = await readRefreshTarget(api.db, creatorId, null);
  const platform: Platform = target?.platform ?? 'instagram';
  const holder = await connectedAs(api.db, creatorId);
  const stored = holder && (await readConnection(api.db, holder));
  const read = sources[platform]?.stories;
  if (!read || !stored) return NOT_CONNECTED;
  try {
    const stories = await read(openConnection(api, stored));
    if (stories) return stories;
    await writeConnection(api.db, holder, null, api.clock.now(), stored.refreshToken);
    return NOT_CONNECTED;
  } catch (error) {
    if (error instanceof SocialFailure) return error.message;
    throw error;
  }
}
