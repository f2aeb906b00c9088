import type { ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';
import type { CreatorDraft, RowReading } from '@troupe/domain/discovery/creator-import/row';
import type { ProfileBefore } from './creator-import.table.ts';

/** A row of the file as it was read. */
export interface ReadRow {
  row: number;
  line: number | null;
  cells: string[];
  reading: RowReading;
}

/** A row that tells of a creator; rows with one key tell of the same. */
export interface Entry extends ReadRow {
  draft: CreatorDraft;
  remarks: string[];
  key: string;
}

/** A row with the profile it led to. */
export interface Settled {
  entry: Entry;
  profileId: string;
  /** The profile was made for this row. */
  made: boolean;
  /** The profile was known and this row changed or first linked it. */
  news: boolean;
  listed: boolean;
  contact: boolean;
  outcome: ImportOutcome;
  before: ProfileBefore | null;
  /** The number of followers is another than before, and whatever is computed from it is out of date. */
  followersChanged: boolean;
}
