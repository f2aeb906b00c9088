import type { AuditActorKind, AuditEntry, AuditOutcome } from '@troupe/domain/account/audit-log';
import { and, asc, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import {
  compose,
  type Database,
  type Part,
  sendWithCommit,
  withTransaction,
} from '../../../platform/database.ts';
import { personLabelSql, userTable } from '../user/user.table.ts';
import { auditEntryTable } from './audit-log.table.ts';
import { nameObjects } from './audit-object.queries.ts';

/** The data of an action before it runs. */
export interface AuditStart {
  id: string;
  brandId: string;
  userId: string;
  /** The member an administrator acted as. */
  asUserId: string | null;
  actorKind: AuditActorKind;
  action: string;
  title: string;
  objectKind: string;
  /** Null for an object being created. */
  objectId: string | null;
  ip: string;
  agent: string;
  createdAt: string;
}

/** The outcome of an action. */
export interface AuditResult {
  outcome: Exclude<AuditOutcome, 'unknown'>;
  problem: string | null;
  /** The ID of a created object. */
  objectId: string | null;
}

/**
 * Returns the SQL part that writes an entry. Idempotent: after a commit whose response was lost, the entry may
 * already exist.
 * @param end the outcome; null while unknown
 */
export const auditPart = (entry: AuditStart, end: AuditResult | null): Part => ({
  name: 'audit-entry',
  expressions: `audit_line as (
    insert into audit_entry (id, brand_id, user_id, as_user_id, actor_kind, action, title, object_kind, object_id, ip,
      agent, created_at, outcome, problem)
    select $1::uuid, id, $3::uuid, $4::uuid, $5, $6, $7, $8, $9::uuid, $10, $11, $12::timestamptz, $13, $14
    from brand where id = $2 and $when on conflict (id) do nothing returning id)`,
  values: [
    ...[entry.id, entry.brandId, entry.userId, entry.asUserId, entry.actorKind, entry.action, entry.title],
    ...[entry.objectKind, entry.objectId ?? end?.objectId ?? null, entry.ip, entry.agent, entry.createdAt],
    ...[end?.outcome ?? null, end?.problem ?? null],
  ],
});

/** Writes the start of an action, or the outcome of one that changed nothing; false if the brand doesn't exist. */
export async function writeAudit(
  pool: pg.Pool,
  entry: AuditStart,
  end: AuditResult | null = null,
): Promise<boolean> {
  const statement = compose([auditPart(entry, end)], {
    name: 'audit-write',
    select: 'select from audit_line',
  });
  const { rowCount } = await pool.query(statement);
  return rowCount === 1;
}

/** Writes an action with its outcome, committed together with the change. */
export const commitAudit = (tx: Database, entry: AuditStart, end: AuditResult): Promise<void> =>
  sendWithCommit(tx, auditPart(entry, end));

/** Writes the outcome of an action, once. */
export async function endAudit(pool: pg.Pool, id: string, end: AuditResult): Promise<void> {
  await pool.query({
    name: 'audit-entry-end',
    text: `update audit_entry set outcome = $2, problem = $3, object_id = coalesce(object_id, $4::uuid)
      where id = $1 and outcome is null`,
    values: [id, end.outcome, end.problem, end.objectId],
  });
}

/** Filters of the audit log; days are in UTC, both inclusive. */
export interface AuditFilter {
  person?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY_MS = 86_400_000;

function matching(
  brandId: string,
  { person, action, from, to }: AuditFilter,
  before?: string,
): SQL | undefined {
  return and(
    eq(auditEntryTable.brandId, brandId),
    person ? eq(auditEntryTable.userId, person) : undefined,
    action ? eq(auditEntryTable.action, action) : undefined,
    from ? gte(auditEntryTable.createdAt, `${from}T00:00:00.000Z`) : undefined,
    to
      ? lt(auditEntryTable.createdAt, new Date(Date.parse(`${to}T00:00:00.000Z`) + DAY_MS).toISOString())
      : undefined,
    before ? lt(auditEntryTable.id, before) : undefined,
  );
}

/** Returns entries older than `before`, newest first, at most `limit`. */
export async function readAuditPage(
  db: Database,
  brandId: string,
  filter: AuditFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await db
    .select({
      entry: auditEntryTable,
      actorName: sql<string | null>`case when ${userTable.id} is null then null
        else ${sql.raw(personLabelSql())} end`,
      asName: sql<string | null>`(select ${sql.raw(personLabelSql('m'))} from person m
        where m.id = ${auditEntryTable.asUserId})`,
    })
    .from(auditEntryTable)
    .leftJoin(userTable, eq(userTable.id, auditEntryTable.userId))
    .where(matching(brandId, filter, before))
    .orderBy(desc(auditEntryTable.id))
    .limit(limit);
  const named = await nameObjects(
    db,
    brandId,
    rows.flatMap(({ entry: { objectKind, objectId } }) =>
      objectKind && objectId ? [{ kind: objectKind, id: objectId }] : [],
    ),
  );
  return rows.map(({ entry, actorName, asName }) => ({
    id: entry.id,
    created: entry.createdAt,
    action: entry.action,
    title: entry.title,
    actor: { kind: entry.actorKind, id: entry.userId, name: actorName, ...(asName ? { as: asName } : {}) },
    object:
      entry.objectKind && entry.objectId
        ? {
            kind: entry.objectKind,
            id: entry.objectId,
            ...(named.get(entry.objectId) ?? { name: null, campaignId: null }),
          }
        : null,
    outcome: entry.outcome ?? 'unknown',
    problem: entry.problem,
    ip: entry.ip,
    agent: entry.agent,
  }));
}

const AT_ONCE = 1000;

/** Yields all matching entries, newest first, in batches. */
export async function* eachAuditEntry(
  db: Database,
  brandId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let before: string | undefined;
  for (;;) {
    const entries = await readAuditPage(db, brandId, filter, { before, limit: AT_ONCE });
    before = entries.at(-1)?.id;
    if (!before) return;
    yield entries;
  }
}

/** Returns everyone in a brand's log, including API keys. */
export async function readAuditPeople(
  db: Database,
  brandId: string,
): Promise<{ id: string; name: string }[]> {
  const name = sql<string>`${sql.raw(personLabelSql())}`;
  return db
    .selectDistinct({ id: userTable.id, name })
    .from(auditEntryTable)
    .innerJoin(userTable, eq(userTable.id, auditEntryTable.userId))
    .where(and(eq(auditEntryTable.brandId, brandId), isNotNull(auditEntryTable.userId)))
    .orderBy(asc(name), asc(userTable.id));
}

const SWEPT_AT_ONCE = 5000;

/** Removes entries of deleted brands and names of deleted people that triggers missed. */
async function removeOrphans(pool: pg.Pool): Promise<number> {
  const recent = "created_at > now() - interval '2 days'";
  await pool.query(`update audit_entry set user_id = null
    where ${recent} and user_id is not null and not exists (select from person where id = user_id)`);
  const { rowCount } = await pool.query(`delete from audit_entry
    where ${recent} and not exists (select from brand where id = brand_id)`);
  return rowCount ?? 0;
}

/** Removes entries older than the retention period; returns how many. */
export async function sweepAudit(pool: pg.Pool, olderThan: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await withTransaction(pool, async (tx) => {
      // A trigger rejects deletes unless this is set.
      await tx.execute(sql`select set_config('troupe.audit_sweep', 'on', true)`);
      const { rowCount } = await tx.execute(sql`
        delete from audit_entry where id in (
          select id from audit_entry where created_at < ${olderThan.toISOString()} limit ${SWEPT_AT_ONCE})`);
      return rowCount ?? 0;
    });
    removed += count;
    if (count < SWEPT_AT_ONCE) return removed + (await removeOrphans(pool));
  }
}
