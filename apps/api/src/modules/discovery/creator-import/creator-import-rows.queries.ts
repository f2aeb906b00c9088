import type { ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';
import { creatorKey } from '@troupe/domain/discovery/creator-import/identity';
import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import type { StoredImport } from './creator-import.queries.ts';
import { settleProfiles } from './creator-import-profile.queries.ts';
import {
  type Entry,
  insertRows,
  json,
  keptRecord,
  type ReadRow,
  type RowRecord,
  rejectedRecord,
  repeatRecord,
  type Settled,
} from './creator-import-row.queries.ts';

/** List operations, passed in because lists are another feature. */
export interface ImportLists {
  /** Adds creators to a list with tags and notes; returns the ids of new ones. */
  add(
    db: Database,
    target: { brandId: string; listId: string; userId: string | null; now: string },
    items: { creatorId: string; tags: StatusTag[]; feedback: string }[],
  ): Promise<Set<string>>;
  /** Removes creators whose items haven't been edited; returns their ids. */
  remove(
    db: Database,
    target: { brandId: string; listId: string; now: string },
    creatorIds: string[],
  ): Promise<Set<string>>;
}

/** Number of rows per outcome. */
export type Tally = Record<ImportOutcome, number>;

/** Result of importing rows: the rows, and existing creators with changed followers. */
export interface ImportedRows {
  tally: Tally;
  followersChanged: string[];
}

/**
 * Imports rows in the caller's transaction: creates profiles, links existing ones, adds them to the
 * list and records the outcome of each row.
 */
export async function importRows(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  rows: readonly ReadRow[],
  now: string,
): Promise<ImportedRows> {
  const records: RowRecord[] = [];
  const entries: Entry[] = [];
  for (const row of rows) {
    if (row.reading.kind === 'rejected') records.push(rejectedRecord(row));
    else {
      const { draft, remarks } = row.reading;
      entries.push({ ...row, draft, remarks, key: creatorKey(draft.platform, draft.username) });
    }
  }
  const { fresh, repeats } = await splitRepeats(db, stored.id, entries);
  for (const { entry, first } of repeats) records.push(repeatRecord(entry, first));
  const outcomes = await settleProfiles(db, stored, fresh, now);
  await settleContacts(db, stored, outcomes);
  await settleList(db, lists, stored, outcomes, now);
  for (const outcome of outcomes) records.push(keptRecord(outcome));
  await insertRows(db, stored.id, records);
  const tally: Tally = { added: 0, linked: 0, already: 0, repeated: 0, rejected: 0 };
  for (const record of records) tally[record.outcome]++;
  const changed = outcomes.filter(({ followersChanged }) => followersChanged);
  return { tally, followersChanged: changed.map(({ profileId }) => profileId) };
}

/** Separates rows whose creator occurred earlier in the file. */
async function splitRepeats(db: Database, importId: string, entries: readonly Entry[]) {
  const firstRows = new Map<string, number>();
  if (entries.length > 0) {
    const keys = entries.map(({ key }) => key);
    const { rows } = await db.execute<{ key: string; row: number }>(sql`
      select k.key, r.row from jsonb_array_elements_text(${json(keys)}) as k(key)
      cross join lateral (
        select import_id, key, row from creator_import_row where key is not null
          and (import_id, key) >= (${importId}::uuid, k.key) order by import_id, key limit 1
      ) r where r.import_id = ${importId} and r.key = k.key`);
    for (const { key, row } of rows) firstRows.set(key, row);
  }
  const fresh: Entry[] = [];
  const repeats: { entry: Entry; first: number }[] = [];
  for (const entry of entries) {
    const first = firstRows.get(entry.key);
    if (first !== undefined) repeats.push({ entry, first });
    else {
      firstRows.set(entry.key, entry.row);
      fresh.push(entry);
    }
  }
  return { fresh, repeats };
}

/** Contact details from the file belong to the brand, regardless of whose profile it is. */
async function settleContacts(
  db: Database,
  stored: StoredImport,
  outcomes: readonly Settled[],
): Promise<void> {
  const withEmail = outcomes.filter(({ entry }) => entry.draft.email !== null);
  if (withEmail.length === 0) return;
  if (stored.forEveryone) {
    const known = withEmail
      .filter(({ created: made }) => !made)
      .map(({ entry, profileId }) => ({ id: profileId, email: entry.draft.email }));
    await db.execute(sql`
      update creator c set contact_email = v.email, contacts_fetched_at = now()
      from jsonb_to_recordset(${json(known)}) as v(id uuid, email text)
      where c.id = v.id and c.contact_email is null`);
    return;
  }
  const values = withEmail.map(({ entry, profileId }) => ({
    id: newId(),
    brand_id: stored.brandId,
    creator_id: profileId,
    email: entry.draft.email,
  }));
  const { rows } = await db.execute<{ creator_id: string; made: boolean }>(sql`
    insert into creator_contact as c (id, brand_id, creator_id, email)
    select id, brand_id, creator_id, email
    from jsonb_to_recordset(${json(values)}) as v(id uuid, brand_id uuid, creator_id uuid, email text)
    order by creator_id
    on conflict (brand_id, creator_id) do update set email = excluded.email where c.email <> excluded.email
    returning creator_id, (xmax = 0) as made`);
  const made = new Map(rows.map((row) => [row.creator_id, row.made]));
  for (const outcome of withEmail) {
    const brought = made.get(outcome.profileId);
    outcome.contact = brought === true;
    if (brought !== undefined && outcome.outcome === 'already') outcome.outcome = 'linked';
  }
}

async function settleList(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  outcomes: readonly Settled[],
  now: string,
): Promise<void> {
  const { brandId, listId, createdBy: userId } = stored;
  if (!listId || outcomes.length === 0) return;
  const items = outcomes.map(({ entry, profileId }) => ({
    creatorId: profileId,
    tags: entry.draft.tags,
    feedback: entry.draft.notes,
  }));
  const listed = await lists.add(db, { brandId, listId, userId, now }, items);
  for (const outcome of outcomes) {
    outcome.listed = listed.has(outcome.profileId);
    // 'Unchanged' is for rows that added nothing: no figure, no contact, no list item.
    if (outcome.listed && outcome.outcome === 'already') outcome.outcome = 'linked';
  }
}
