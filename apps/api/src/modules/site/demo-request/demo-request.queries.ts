import { createHash } from 'node:crypto';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type { DemoRequest, DemoRequestForm, HeldBack } from '@troupe/domain/site/demo-request';
import { and, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { demoRequestTable } from './demo-request.table.ts';

/** Returns a hash of a form's content. */
export function fingerprintOf(form: DemoRequestForm): string {
  const { name, email, company, website, budget, message } = form;
  const written = [name, email.toLowerCase(), company, website, budget, message.trim()];
  return createHash('sha256').update(JSON.stringify(written)).digest('hex');
}

/** Returns whether the same form was received since `since`. Serializes concurrent calls. */
export async function receivedSince(tx: Database, fingerprint: string, since: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`demo-request:${fingerprint}`}, 0))`);
  const rows = await tx
    .select({ id: demoRequestTable.id })
    .from(demoRequestTable)
    .where(
      and(
        eq(demoRequestTable.fingerprint, fingerprint),
        gte(demoRequestTable.createdAt, since.toISOString()),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Returns the number of requests since `since`. */
export const countSince = (db: Database, since: Date): Promise<number> =>
  db.$count(demoRequestTable, gte(demoRequestTable.createdAt, since.toISOString()));

/** Inserts a request. */
export async function insertDemoRequest(
  tx: Database,
  { subject: _, took: __, source, ...form }: DemoRequestForm,
  known: { id: string; fingerprint: string; heldBack: HeldBack | null; mailId: string | null; now: Date },
): Promise<void> {
  const { now, ...rest } = known;
  const named = source && Object.values(source).some((part) => part.trim() !== '');
  await tx.insert(demoRequestTable).values({
    ...form,
    ...rest,
    source: named ? source : null,
    createdAt: now.toISOString(),
  });
}

/** Returns one page of requests, newest first. */
export async function readDemoRequests(
  db: Database,
  heldBack: boolean,
  page: number,
): Promise<{ requests: DemoRequest[]; total: number }> {
  const which = heldBack ? isNotNull(demoRequestTable.heldBack) : isNull(demoRequestTable.heldBack);
  const [rows, total] = await Promise.all([
    db
      .select({ request: demoRequestTable, status: mailTable.status, reason: mailTable.statusReason })
      .from(demoRequestTable)
      .leftJoin(mailTable, eq(mailTable.id, demoRequestTable.mailId))
      .where(which)
      .orderBy(desc(demoRequestTable.createdAt), desc(demoRequestTable.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.$count(demoRequestTable, which),
  ]);
  const requests = rows.map(({ request: { createdAt, ...request }, status, reason }) => ({
    ...request,
    created: createdAt,
    mail: status ? { status, reason } : null,
  }));
  return { requests, total };
}

/** Deletes old requests with their emails; withheld ones earlier. */
export async function removeOldDemoRequests(
  tx: Database,
  before: { all: Date; heldBack: Date },
): Promise<number> {
  const gone = await tx
    .delete(demoRequestTable)
    .where(
      or(
        lt(demoRequestTable.createdAt, before.all.toISOString()),
        and(
          isNotNull(demoRequestTable.heldBack),
          lt(demoRequestTable.createdAt, before.heldBack.toISOString()),
        ),
      ),
    )
    .returning({ mailId: demoRequestTable.mailId });
  const mails = gone.flatMap(({ mailId }) => mailId ?? []);
  if (mails.length > 0) await tx.execute(sql`delete from mail where id = any(${sql.param(mails)}::uuid[])`);
  return gone.length;
}
