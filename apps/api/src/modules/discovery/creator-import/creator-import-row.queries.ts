import type { ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';
import type { CreatorDraft, RowReading } from '@troupe/domain/discovery/creator-import/row';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import type { ProfileBefore } from './creator-import.table.ts';

/** A parsed row. */
export interface ReadRow {
  row: number;
  line: number | null;
  cells: string[];
  reading: RowReading;
}

/** A row about a creator; rows with the same key are about the same creator. */
export interface Entry extends ReadRow {
  draft: CreatorDraft;
  remarks: string[];
  key: string;
}

/** A row with its profile. */
export interface Settled {
  entry: Entry;
  profileId: string;
  /** Whether the profile was created for this row. */
  created: boolean;
  /** Whether the profile existed and this row changed or first linked it. */
  news: boolean;
  listed: boolean;
  contact: boolean;
  outcome: ImportOutcome;
  before: ProfileBefore | null;
  /** Whether the follower count changed, so derived values are out of date. */
  followersChanged: boolean;
}

/** A row to insert into `creator_import_row`. */
export interface RowRecord {
  row: number;
  line: number | null;
  outcome: ImportOutcome;
  key: string | null;
  creator_id: string | null;
  name: string;
  platform: string | null;
  username: string | null;
  reason: string | null;
  field: string | null;
  suggestion: string | null;
  cells: string[] | null;
  listed: boolean;
  contact: boolean;
  before: ProfileBefore | null;
}

export function rejectedRecord({ row, line, cells, reading }: ReadRow): RowRecord {
  const problem = reading.kind === 'rejected' ? reading.problem : null;
  return {
    ...blank(row, line, 'rejected', problem?.name ?? ''),
    reason: problem?.reason ?? null,
    field: problem?.field ?? null,
    suggestion: problem?.suggestion ?? null,
    cells,
  };
}

const blank = (row: number, line: number | null, outcome: ImportOutcome, name: string): RowRecord => ({
  row,
  line,
  outcome,
  key: null,
  creator_id: null,
  name,
  platform: null,
  username: null,
  reason: null,
  field: null,
  suggestion: null,
  cells: null,
  listed: false,
  contact: false,
  before: null,
});

const ofDraft = ({ row, line, draft, remarks }: Entry, outcome: ImportOutcome): RowRecord => ({
  ...blank(row, line, outcome, draft.fullname || draft.username),
  platform: draft.platform,
  username: draft.username,
  reason: remarks.length ? remarks.join('. ') : null,
});

export const repeatRecord = (entry: Entry, first: number): RowRecord => ({
  ...ofDraft(entry, 'repeated'),
  reason: `Same creator as row ${first}`,
});

export const keptRecord = (item: Settled): RowRecord => ({
  ...ofDraft(item.entry, item.outcome),
  key: item.entry.key,
  creator_id: item.profileId,
  listed: item.listed,
  contact: item.contact,
  before: item.before,
});

export async function insertRows(
  db: Database,
  importId: string,
  records: readonly RowRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const columns = sql.raw(
    'row, line, outcome, key, creator_id, name, platform, username, reason, field, suggestion, cells, listed, contact, before',
  );
  await db.execute(sql`
    insert into creator_import_row (import_id, ${columns})
    select ${importId}::uuid, ${columns} from jsonb_to_recordset(${json(records)}) as v(row int, line int,
      outcome text, key text, creator_id uuid, name text, platform text, username text, reason text, field text,
      suggestion text, cells jsonb, listed boolean, contact boolean, before jsonb)`);
}

/** Passes a value as one `jsonb` parameter, regardless of the number of rows. */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;
