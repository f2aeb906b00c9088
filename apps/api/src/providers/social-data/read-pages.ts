import {
  MAX_READ_POSTS,
  NEWEST_POSTS,
  type ReadOptions,
  type SocialContent,
  SocialFailure,
} from '@troupe/domain/discovery/creator-refresh';
import type { Clock } from '../../platform/clock.ts';

/** Maximum pages per reading, because pages can have few or no posts. */
const MAX_PAGES = 60;

/** A page of an account's posts, newest first; `next` is null on the last one. */
export interface ContentPage<Cursor> {
  content: SocialContent[];
  next: Cursor | null;
}

/**
 * Returns the posts of `first` and further pages, back to `contentSince`. If the quota or platform
 * ends the reading early, the posts read so far are returned with `contentFrom`.
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
    // A repeated cursor would never end, and says nothing about later posts.
    if (page.next === cursor) break;
  }
  const contentFrom = page.next === null ? null : (reached ?? clock.now().toISOString());
  return { content, contentFrom };
}

/** Returns a page, or null if the platform is unavailable; a rejected key is thrown. */
const orNull = <T>(page: Promise<T>): Promise<T | null> =>
  page.catch((error) => {
    if (error instanceof SocialFailure && error.kind !== 'refused') return null;
    throw error;
  });
