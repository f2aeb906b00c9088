import type { ContentThumbnail } from '@troupe/domain/discovery/creator';
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
