import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { copySharedContacts } from '../creator/creator.table.ts';
import type { StoredImport } from './creator-import.queries.ts';
import type { ProfileBefore } from './creator-import.table.ts';
import { dropPictures } from './creator-import-picture.queries.ts';
import { restoreProfiles } from './creator-import-profile.queries.ts';
import type { ImportLists } from './creator-import-rows.queries.ts';

interface HeldRow extends Record<string, unknown> {
  row: number;
  creator_id: string | null;
  outcome: string;
  listed: boolean;
  contact: boolean;
  before: ProfileBefore | null;
}

/** Result of undoing some rows; `rows` is 0 if none are left. */
export interface UndoStep {
  rows: number;
  removed: number;
  unlisted: number;
  kept: number;
  /** Creators whose previous figures were restored. */
  restored: string[];
}

/**
 * Undoes up to `limit` rows of an import in the caller's transaction: removes unedited list items,
 * contact details, changes, and profiles it created that aren't used elsewhere.
 */
export async function undoRows(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  limit: number,
  now: string,
): Promise<UndoStep> {
  const { rows } = await db.execute<HeldRow>(sql`
    select row, creator_id, outcome, listed, contact, before from creator_import_row
    where import_id = ${stored.id} and key is not null order by row limit ${limit}`);
  const held = rows.filter((row): row is HeldRow & { creator_id: string } => row.creator_id !== null);
  const idsOf = (some: (row: HeldRow) => boolean) => held.filter(some).map((row) => row.creator_id);
  const listed = idsOf((row) => row.listed);
  const off =
    stored.listId && listed.length > 0
      ? await lists.remove(db, { brandId: stored.brandId, listId: stored.listId, now }, listed)
      : new Set<string>();
  const withContact = idsOf((row) => row.contact);
  await db.execute(sql`
    delete from creator_contact k where brand_id = ${stored.brandId} and creator_id in (${idList(withContact)})
      and not exists (select from creator c where c.id = k.creator_id and ${PAID_FOR})`);
  await dropPictures(
    db,
    stored.id,
    held.map((row) => row.creator_id),
  );
  const befores = held.flatMap(({ creator_id: id, before }) => (before ? [{ id, before }] : []));
  await restoreProfiles(db, befores);
  // Detach the rows first: they must not count as a use of the profile.
  await db.execute(sql`
    update creator_import_row set key = null
    where import_id = ${stored.id} and row in (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ row }) => row))}::jsonb)::int)`);
  const made = idsOf((row) => row.outcome === 'added');
  const removed = await removeUnused(db, made);
  const withoutContact = withContact.filter((id) => !removed.has(id));
  if (withoutContact.length > 0) await db.execute(copySharedContacts(stored.brandId, withoutContact, now));
  const kept = new Set([...made.filter((id) => !removed.has(id)), ...listed.filter((id) => !off.has(id))]);
  const restored = befores.map(({ id }) => id);
  return { rows: rows.length, removed: removed.size, unlisted: off.size, kept: kept.size, restored };
}

const idList = (ids: readonly string[]) =>
  sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid`;

/** The brand paid for the address of its private creator `c`. */
const PAID_FOR = sql`c.brand_id is not null and c.contacts_fetched_at is not null and c.contacts_error is null`;

/**
 * Conditions under which no brand has anything with a creator `c` that its deletion would take along: contacts it paid for,
 * decisions about safety and authors.
 */
const NOTHING_SAVED = sql`and (c.brand_id is null or c.contacts_fetched_at is null)
  and not exists (select from safety_flag f where f.creator_id = c.id and f.decided_at is not null)
  and not exists (select from author_creator a where a.creator_id = c.id)`;

/**
 * Deletes profiles that no other table or import references. A claim doesn't keep a brand's copy: the account keeps the
 * shared profile.
 */
async function removeUnused(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // Tables with a restricting foreign key are uses, including those of future features.
  const { rows: uses } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'creator'::regclass and c.confdeltype in ('a', 'r')
      and c.conrelid <> 'creator_claim'::regclass`);
  const unused = uses.map(
    (use) =>
      sql`and not exists (select 1 from ${sql.raw(use.table)} u where u.${sql.identifier(use.column)} = c.id)`,
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    with removed as (
      delete from creator c where c.id in (${idList(ids)}) ${sql.join(unused, sql` `)} ${NOTHING_SAVED}
        and (c.brand_id is not null or not exists (select from creator_claim k where k.creator_id = c.id))
        and not exists (select 1 from creator_import_row r where r.creator_id = c.id and r.key is not null)
      returning c.id),
    claims as (delete from creator_claim k using removed where k.creator_id = removed.id)
    select id from removed`);
  return new Set(rows.map((row) => row.id));
}
