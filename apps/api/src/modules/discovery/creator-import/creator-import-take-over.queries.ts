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

/** What an import needs of lists; lists are another feature, so a flow hands it in. */
export interface ImportLists {
  /** Puts creators on a list with tags and notes; answers the ids of those that were not on it. */
  add(
    db: Database,
    target: { brandId: string; listId: string; userId: string | null; now: string },
    items: { creatorId: string; tags: StatusTag[]; feedback: string }[],
  ): Promise<Set<string>>;
  /** Takes creators off a list again whose item nobody touched since; answers their ids. */
  takeOff(
    db: Database,
    target: { brandId: string; listId: string; now: string },
    creatorIds: string[],
  ): Promise<Set<string>>;
}

/** How many rows came to each outcome. */
export type Tally = Record<ImportOutcome, number>;

/** What taking rows over came to: the rows, and the known creators that have other followers now. */
export interface TakenOver {
  tally: Tally;
  followersChanged: string[];
}

/**
 * Takes rows over into the product, within the caller's transaction: makes profiles, links known ones, puts
 * them on the list, and notes what became of each row.
 */
export async function takeOver(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  rows: readonly ReadRow[],
  now: string,
): Promise<TakenOver> {
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

/** Parts rows whose creator an earlier row of the file brought in from those that are first. */
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

/** Contact details that the file brings belong to the brand, whoever the profile belongs to. */
async function settleContacts(
  db: Database,
  stored: StoredImport,
  outcomes: readonly Settled[],
): Promise<void> {
  const withEmail = outcomes.filter(({ entry }) => entry.draft.email !== null);
  if (withEmail.length === 0) return;
  if (stored.forEveryone) {
    const known = withEmail
      .filter(({ made }) => !made)
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
    // 'Already there' stays for rows that brought nothing: no figure, no contact, no place on the list.
    if (outcome.listed && outcome.outcome === 'already') outcome.outcome = 'linked';
  }
}
