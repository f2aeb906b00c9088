import type { ContentThumbnail, CreatorDetails, CreatorListMention } from '@troupe/domain/discovery/creator';
import type { ContentItem } from '@troupe/domain/discovery/engagement';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';

/** What a creator's screens need to know of posts, which are a noun of their own. */
export interface ContentReader {
  /** All stored posts of each creator, newest first. */
  all(db: Database, creatorIds: readonly string[]): Promise<Map<string, ContentItem[]>>;
  /** The few most recent posts of each creator. */
  recent(pool: pg.Pool, creatorIds: readonly string[]): Promise<Map<string, ContentThumbnail[]>>;
}

/** Mentions of creators elsewhere in a brand, for their screens: lists and invites are nouns of their own. */
export interface MentionReader {
  /** The brand's lists that each of these creators is on; creators on none are absent. */
  listsOf(
    pool: pg.Pool,
    brandId: string,
    creatorIds: readonly string[],
  ): Promise<Map<string, { id: string; title: string }[]>>;
  /** The brand's list items of a creator, most recently saved first. */
  listItems(db: Database, brandId: string, creatorId: string): Promise<CreatorListMention[]>;
  /** The brand's invites of a creator, newest first. */
  invites(pool: pg.Pool, brandId: string, creatorId: string, now: string): Promise<CreatorDetails['invites']>;
}
