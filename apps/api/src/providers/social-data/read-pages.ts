import {
  MAX_READ_POSTS,
  NEWEST_POSTS,
  type ReadOptions,
  type SocialContent,
  SocialFailure,
} from '@troupe/domain/discovery/creator-refresh';
import type { Clock } from '../../platform/clock.ts';

/** Pages of a reading at most: a platform may answer pages that hold few posts or none. */
const MAX_PAGES = 60;

/** One page of an account's posts, newest first; `next` is null on the last one. */
export interface ContentPage<Cursor> {
  content: SocialContent[];
  next: Cursor | null;
}

/**
 * Returns the posts of `first` and the pages after it, back to `contentSince`. Where the quota or the platform ends the
 * reading earlier, what was read so far counts, and `contentFrom` says how far back it reaches.
 */
export async function readPages<Cursor extends string | number>(
  first: ContentPage<Cursor>,
  read: (cursor: Cursor) => Promise<ContentPage<Cursor>>,
  {
    contentSince,
    allowPage,
    units,
    clock,
  }: Pick<ReadOptions, 'contentSince' | 'allowPage'> & { units: number; clock: Clock },
): Promise<{ content: SocialContent[]; contentFrom: string | null }> {
  const content = [...first.content];
  let page = first;
  let reached = first.content.at(-1)?.publishedAt;
  for (let pages = 1; page.next !== null; pages++) {
    const enough = contentSince
      ? reached !== undefined && Date.parse(reached) < contentSince.getTime()
      : content.length >= NEWEST_POSTS;
    if (enough || content.length >= MAX_READ_POSTS || pages >= MAX_PAGES) break;
    const cursor = page.next;
    const next = (await allowPage(units)) ? await orNull(read(cursor)) : null;
    if (!next) break;
    content.push(...next.content);
    reached = next.content.at(-1)?.publishedAt ?? reached;
    page = next;
    // A cursor that leads to itself would never end, and says nothing about the posts after it.
    if (page.next === cursor) break;
  }
  const contentFrom = page.next === null ? null : (reached ?? clock.now().toISOString());
  return { content, contentFrom };
}

/** A page, or null where the platform cannot be asked now; a refused key stays a failure. */
const orNull = <T>(page: Promise<T>): Promise<T | null> =>
  page.catch((error) => {
    if (error instanceof SocialFailure && error.kind !== 'refused') return null;
    throw error;
  });
