import type { Mailbox, MailboxProblem } from '@troupe/domain/outreach/mailbox';
import { and, asc, eq, lte, or, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { type MailboxFolders, mailboxSearchTable, mailboxTable } from './mailbox.table.ts';

/** A stored mailbox with its encrypted credentials. */
export type StoredMailbox = typeof mailboxTable.$inferSelect;

/** A mailbox with the name of the member who connected it. */
export type NamedMailbox = StoredMailbox & { memberName: string };

/** The channel that wakes the processes that read mailboxes. */
export const MAILBOX_CHANNEL = 'mailbox_due';

/** Wakes the processes that read mailboxes once the transaction commits. */
export async function announceMailboxes(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${MAILBOX_CHANNEL}, '')`);
}

/** How long a process may read a mailbox without renewing its lease. */
const LEASE_SECONDS = 45;

// Literal SQL: Drizzle drops the table name of columns in single-table selects.
const memberName = sql<string>`(select ${sql.raw(personLabelSql())} from person where person.id = mailbox.user_id)`;

/** Returns a brand's mailboxes, oldest first. */
export async function readMailboxes(db: Database, brandId: string): Promise<NamedMailbox[]> {
  const rows = await db
    .select({ mailbox: mailboxTable, memberName })
    .from(mailboxTable)
    .where(eq(mailboxTable.brandId, brandId))
    .orderBy(asc(mailboxTable.createdAt), asc(mailboxTable.id));
  return rows.map((row) => Object.assign(row.mailbox, { memberName: row.memberName }));
}

/** Returns a mailbox of a brand; null if not found. */
export async function readMailbox(db: Database, brandId: string, id: string): Promise<NamedMailbox | null> {
  const [row] = await db
    .select({ mailbox: mailboxTable, memberName })
    .from(mailboxTable)
    .where(and(eq(mailboxTable.id, id), eq(mailboxTable.brandId, brandId)));
  return row ? Object.assign(row.mailbox, { memberName: row.memberName }) : null;
}

/** Returns a mailbox for background work; null if it was disconnected. */
export async function readMailboxById(db: Database, id: string): Promise<StoredMailbox | null> {
  const [row] = await db.select().from(mailboxTable).where(eq(mailboxTable.id, id));
  return row ?? null;
}

/** Returns the mailbox that a brand sends from; null if it sends from its email domain. */
export async function readSenderMailbox(db: Database, brandId: string): Promise<StoredMailbox | null> {
  const [row] = await db
    .select()
    .from(mailboxTable)
    .where(and(eq(mailboxTable.brandId, brandId), mailboxTable.isSender));
  return row ?? null;
}

/** Serializes connecting mailboxes and choosing the sender of a brand. */
export async function lockMailboxes(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mailboxes:${brandId}`}, 0))`);
}

type NewMailbox = Pick<
  typeof mailboxTable.$inferInsert,
  | 'brandId'
  | 'userId'
  | 'shared'
  | 'address'
  | 'name'
  | 'provider'
  | 'access'
  | 'imap'
  | 'smtp'
  | 'username'
  | 'password'
  | 'accessToken'
  | 'accessExpiresAt'
  | 'refreshToken'
  | 'dailyCap'
  | 'spacingSeconds'
>;

/** Connects a mailbox. */
export async function insertMailbox(tx: Database, mailbox: NewMailbox, now: Date): Promise<string> {
  const id = newId();
  const at = now.toISOString();
  await tx.insert(mailboxTable).values(Object.assign({ id, createdAt: at, nextSyncAt: at }, mailbox));
  return id;
}

/** Connects a mailbox again: replaces its credentials and reads it at once. */
export async function reconnectMailbox(
  tx: Database,
  id: string,
  { brandId: _, dailyCap: _cap, spacingSeconds: _spacing, ...mailbox }: NewMailbox,
  now: Date,
): Promise<void> {
  const change = {
    status: 'connected' as const,
    problem: null,
    version: sql`${mailboxTable.version} + 1`,
    nextSyncAt: now.toISOString(),
  };
  await tx.update(mailboxTable).set(Object.assign(change, mailbox)).where(eq(mailboxTable.id, id));
}

type MailboxChange = Partial<
  Pick<
    typeof mailboxTable.$inferInsert,
    'name' | 'shared' | 'isSender' | 'dailyCap' | 'spacingSeconds' | 'status' | 'problem' | 'nextSyncAt'
  >
>;

/** Updates a mailbox. */
export async function changeMailbox(db: Database, id: string, change: MailboxChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(mailboxTable).set(change).where(eq(mailboxTable.id, id));
}

/** Lets the brand send from its email domain, or from the mailbox chosen next. */
export async function clearSender(tx: Database, brandId: string): Promise<void> {
  await tx
    .update(mailboxTable)
    .set({ isSender: false })
    .where(and(eq(mailboxTable.brandId, brandId), mailboxTable.isSender));
}

/** Disconnects mailboxes with their credentials; returns how many. */
async function deleteMailboxes(db: Database, which: SQL | undefined): Promise<number> {
  const gone = await db.delete(mailboxTable).where(which).returning({ id: mailboxTable.id });
  return gone.length;
}

/** Disconnects a brand's mailbox. */
export const deleteMailbox = (db: Database, brandId: string, id: string): Promise<number> =>
  deleteMailboxes(db, and(eq(mailboxTable.id, id), eq(mailboxTable.brandId, brandId)));

/** Disconnects the mailboxes of a former member, without those that the team shares. */
export const deleteMailboxesOfMember = (db: Database, brandId: string, userId: string): Promise<number> =>
  deleteMailboxes(
    db,
    and(eq(mailboxTable.brandId, brandId), eq(mailboxTable.userId, userId), eq(mailboxTable.shared, false)),
  );

/** Disconnects all mailboxes of a brand that closes. */
export const deleteMailboxesOfBrand = (db: Database, brandId: string): Promise<number> =>
  deleteMailboxes(db, eq(mailboxTable.brandId, brandId));

/** Saves new tokens, unless the mailbox has been reconnected. */
export async function saveTokens(
  db: Database,
  { id, version }: StoredMailbox,
  tokens: { accessToken: string; accessExpiresAt: string; refreshToken?: string },
): Promise<void> {
  await db
    .update(mailboxTable)
    .set(tokens)
    .where(and(eq(mailboxTable.id, id), eq(mailboxTable.version, version)));
}

/** Marks a mailbox as needing attention and publishes it once. Does nothing if it has been reconnected. */
export async function markAttention(
  tx: Database,
  { id, version }: StoredMailbox,
  found: MailboxProblem,
  now: Date,
): Promise<void> {
  const [row] = await tx
    .update(mailboxTable)
    .set({ status: 'attention', problem: found })
    .where(
      and(eq(mailboxTable.id, id), eq(mailboxTable.version, version), eq(mailboxTable.status, 'connected')),
    )
    .returning({ brandId: mailboxTable.brandId, userId: mailboxTable.userId, address: mailboxTable.address });
  if (!row) return;
  const data = { mailboxId: id, userId: row.userId, address: row.address, at: now.toISOString() };
  await publish(tx, { type: 'mailbox.attention', brandId: row.brandId, data }, now);
}

/** Returns connected mailboxes and when each is read next. */
export async function mailboxesToRead(pool: pg.Pool): Promise<{ id: string; due: string }[]> {
  const { rows } = await pool.query<{ id: string; due: string }>({
    name: 'mailboxes-to-read',
    text: `select id, next_sync_at as due from mailbox where status = 'connected'
      order by next_sync_at limit 5000`,
  });
  return rows;
}

/** Takes or renews the lease to read a mailbox; false while another process has it. */
export async function takeMailboxLease(db: Database, id: string, holder: string): Promise<boolean> {
  const rows = await db
    .update(mailboxTable)
    .set({
      leaseHolder: holder,
      leaseUntil: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8)`,
    })
    .where(
      and(
        eq(mailboxTable.id, id),
        eq(mailboxTable.status, 'connected'),
        or(
          eq(mailboxTable.leaseHolder, holder),
          sql`${mailboxTable.leaseUntil} is null`,
          lte(mailboxTable.leaseUntil, sql`clock_timestamp()`),
        ),
      ),
    )
    .returning({ id: mailboxTable.id });
  return rows.length > 0;
}

/** Ends a lease and sets when the mailbox is read next; `isComplete`: nothing was left to read. */
export async function releaseMailboxLease(
  db: Database,
  id: string,
  holder: string,
  { next, syncedAt }: { next: Date; syncedAt: Date | null },
): Promise<void> {
  await db
    .update(mailboxTable)
    .set({
      leaseHolder: null,
      leaseUntil: null,
      nextSyncAt: next.toISOString(),
      ...(syncedAt === null ? {} : { syncedAt: syncedAt.toISOString() }),
    })
    .where(and(eq(mailboxTable.id, id), eq(mailboxTable.leaseHolder, holder)));
}

/** Saves how far the folders of a mailbox were read, while the lease is held. */
export async function saveFolders(
  db: Database,
  id: string,
  holder: string,
  folders: MailboxFolders,
): Promise<void> {
  await db
    .update(mailboxTable)
    .set({ folders })
    .where(and(eq(mailboxTable.id, id), eq(mailboxTable.leaseHolder, holder)));
}

/** Records addresses whose earlier emails were added. */
export async function markSearched(
  db: Database,
  mailboxId: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .insert(mailboxSearchTable)
    .values(addresses.map((address) => ({ mailboxId, address })))
    .onConflictDoNothing();
}

/** Forgets which addresses were searched: the server renumbered its emails. */
export async function forgetSearches(db: Database, mailboxId: string): Promise<void> {
  await db.delete(mailboxSearchTable).where(eq(mailboxSearchTable.mailboxId, mailboxId));
}

/** Counts an email that was added to a conversation. */
export async function countImported(db: Database, mailboxId: string): Promise<void> {
  await db
    .update(mailboxTable)
    .set({ imported: sql`${mailboxTable.imported} + 1` })
    .where(eq(mailboxTable.id, mailboxId));
}

/** Returns a mailbox as the API shows it. */
export function toMailbox(row: NamedMailbox, mine: boolean, week: Mailbox['week']): Mailbox {
  const { imap, smtp, username } = row;
  return {
    id: row.id,
    provider: row.provider,
    address: row.address,
    name: row.name,
    shared: row.shared,
    isSender: row.isSender,
    status: row.status,
    problem: row.problem,
    connectedBy: { id: row.userId, name: row.memberName },
    mine,
    servers: row.provider === 'imap' ? { imap, smtp, username } : null,
    dailyCap: row.dailyCap,
    spacingSeconds: row.spacingSeconds,
    week,
    stopped: row.stopped,
    imported: row.imported,
    synced: row.syncedAt,
    created: row.createdAt,
  };
}
