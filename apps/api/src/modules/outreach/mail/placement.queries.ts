import type { PlacementFolder } from '@troupe/domain/outreach/domain-health';
import { and, eq, gte, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { emailDomainTable, type PlacementTest } from '../email-domain/email-domain.table.ts';
import { stopUnhealthySender } from './domain-health.queries.ts';
import { mailTable } from './mail.table.ts';

/** A test email to look for. */
export interface PendingPlacement {
  mailId: string;
  messageId: string;
  /** When it was sent; null while it waits in the queue. */
  sentAt: string | null;
  /** Whether it is in the mailbox that is being read, rather than in one that can't be read now. */
  isHere: boolean;
  /** Whether it won't be found: not delivered, not sent from the domain, or sent to a mailbox that was disconnected. */
  isLost: boolean;
}

/** Counts the tests that a brand sent since a time. Serializes tests of the brand until the transaction ends. */
export async function countTests(tx: Database, brandId: string, since: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`test-mail:${brandId}`}, 0))`);
  // The emails of a test are queued at the same time.
  const [row] = await tx
    .select({ count: sql<string>`count(distinct ${mailTable.createdAt})` })
    .from(mailTable)
    .where(
      and(
        eq(mailTable.brandId, brandId),
        eq(mailTable.purpose, 'test'),
        gte(mailTable.createdAt, since.toISOString()),
      ),
    );
  return Number(row?.count ?? 0);
}

/** Stores that test emails were queued to connected mailboxes, in place of the test before. */
export async function startPlacementTest(
  tx: Database,
  brandId: string,
  domain: string,
  placement: PlacementTest,
): Promise<void> {
  await tx
    .update(emailDomainTable)
    .set({ placement })
    .where(and(eq(emailDomainTable.brandId, brandId), eq(emailDomainTable.domain, domain)));
}

/** Returns the test emails to look for in a mailbox, and those in mailboxes of the brand that are no longer read. */
export async function pendingPlacements(
  pool: pg.Pool,
  brandId: string,
  mailboxId: string,
): Promise<PendingPlacement[]> {
  const { rows } = await pool.query<PendingPlacement>({
    name: 'pending-placements',
    text: `
      select m.id as "mailId", m.message_id as "messageId", x.id is not distinct from $2::uuid as "isHere",
        coalesce(m.sent_at, case when m.status = 'uncertain' then m.sending_at end) as "sentAt",
        m.status in ('bounced', 'failed', 'suppressed', 'cancelled') or m.from_address is not null or x.id is null
          as "isLost"
      from email_domain d cross join jsonb_array_elements(d.placement->'results') result
        join mail m on m.id = (result->>'mailId')::uuid and m.brand_id = d.brand_id
        left join mailbox x on x.id = (result->>'mailboxId')::uuid and x.brand_id = d.brand_id
      where d.brand_id = $1 and result->>'folder' is null
        and (x.id is null or x.id = $2::uuid or x.status <> 'connected')`,
    values: [brandId, mailboxId],
  });
  return rows;
}

/** Stores where a test email was found; stops invites and follow-ups if too many landed in spam. */
export async function savePlacement(
  tx: Database,
  brandId: string,
  { mailId, folder }: { mailId: string; folder: PlacementFolder },
  now: Date,
): Promise<void> {
  const [domain] = await tx
    .select({ placement: emailDomainTable.placement })
    .from(emailDomainTable)
    .where(eq(emailDomainTable.brandId, brandId))
    .for('update');
  const placement = domain?.placement;
  const result = placement?.results.find((one) => one.mailId === mailId);
  // Another test may have started.
  if (!placement || !result || result.folder !== null) return;
  result.folder = folder;
  await tx.update(emailDomainTable).set({ placement }).where(eq(emailDomainTable.brandId, brandId));
  await stopUnhealthySender(tx, brandId, now);
}
