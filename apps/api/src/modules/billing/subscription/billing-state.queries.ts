import type {
  BillingInvoice,
  BillingSubscription,
  BillingUpdate,
} from '@troupe/domain/billing/billing-provider';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { billingStateTable as state } from './subscription.table.ts';

/** Serializes billing writes of a brand until the transaction ends. */
export async function lockBilling(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${brandId}`}, 0))`);
}

/**
 * Stores provider records of a brand that are newer than the stored ones. Returns the ids that
 * changed.
 */
export async function upsertState(
  tx: Database,
  brandId: string,
  { subscriptions, invoices }: BillingUpdate,
  now: Date,
): Promise<string[]> {
  const rows = [
    ...subscriptions.map((content) => ({
      kind: 'subscription' as const,
      id: content.id,
      subscriptionId: content.id,
      version: content.version,
      date: content.started,
      content,
    })),
    ...invoices.map((content) => ({
      kind: 'invoice' as const,
      id: content.id,
      subscriptionId: content.subscriptionId,
      version: content.version,
      date: content.date,
      content,
    })),
  ];
  const kept: string[] = [];
  // One at a time, because an event can contain the same record twice.
  for (const row of rows) {
    const changed = await tx
      .insert(state)
      .values({ ...row, brandId, updatedAt: now.toISOString() })
      .onConflictDoUpdate({
        target: [state.kind, state.id],
        set: {
          version: row.version,
          subscriptionId: row.subscriptionId,
          date: row.date,
          content: row.content,
          updatedAt: now.toISOString(),
        },
        setWhere: sql`${state.version} < excluded.version and ${state.brandId} = excluded.brand_id`,
      })
      .returning({ id: state.id });
    kept.push(...changed.map(({ id }) => id));
  }
  return kept;
}

/** Returns a subscription's latest state with its invoices, or null. */
export async function readLatestState(
  db: Database,
  subscriptionId: string,
): Promise<{ brandId: string; subscription: BillingSubscription; invoices: BillingInvoice[] } | null> {
  const rows = await db.select().from(state).where(eq(state.subscriptionId, subscriptionId));
  const own = rows.find(({ kind }) => kind === 'subscription');
  if (!own) return null;
  return {
    brandId: own.brandId,
    subscription: own.content as BillingSubscription,
    invoices: rows.filter(({ kind }) => kind === 'invoice').map(({ content }) => content as BillingInvoice),
  };
}

/** Returns a page of a brand's invoices, newest first. */
export async function readInvoicePage(
  db: Database,
  brandId: string,
  page: number,
): Promise<{ invoices: BillingInvoice[]; total: number }> {
  const own = and(eq(state.brandId, brandId), eq(state.kind, 'invoice'));
  const [rows, [counted]] = await Promise.all([
    db
      .select({ content: state.content })
      .from(state)
      .where(own)
      .orderBy(desc(state.date), desc(state.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(state).where(own),
  ]);
  return { invoices: rows.map(({ content }) => content as BillingInvoice), total: counted?.total ?? 0 };
}

/** Returns whether an invoice belongs to the brand. */
export async function isInvoiceOf(db: Database, brandId: string, invoiceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: state.id })
    .from(state)
    .where(and(eq(state.brandId, brandId), eq(state.kind, 'invoice'), eq(state.id, invoiceId)));
  return rows.length > 0;
}

/** Returns the stored versions of the given ids. */
export async function readVersions(
  db: Database,
  kind: 'subscription' | 'invoice',
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: state.id, version: state.version })
    .from(state)
    .where(and(eq(state.kind, kind), inArray(state.id, [...ids])));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Returns whether the provider has sent any data about a brand. */
export async function isKnownToProvider(db: Database, brandId: string): Promise<boolean> {
  const rows = await db.select({ id: state.id }).from(state).where(eq(state.brandId, brandId)).limit(1);
  return rows.length > 0;
}

/** Returns the latest state of a brand's invoice, or null. */
export async function readInvoice(
  db: Database,
  brandId: string,
  invoiceId: string,
): Promise<BillingInvoice | null> {
  const [row] = await db
    .select({ content: state.content })
    .from(state)
    .where(and(eq(state.brandId, brandId), eq(state.kind, 'invoice'), eq(state.id, invoiceId)));
  return row ? (row.content as BillingInvoice) : null;
}

const isRefunded = and(eq(state.kind, 'invoice'), sql`(${state.content}->>'refunded')::int > 0`);

/** Returns the latest state of refunded invoices of the given brands. */
export async function readRefundedInvoices(
  db: Database,
  brandIds: readonly string[],
): Promise<{ brandId: string; invoice: BillingInvoice }[]> {
  if (brandIds.length === 0) return [];
  const rows = await db
    .select({ brandId: state.brandId, content: state.content })
    .from(state)
    .where(and(inArray(state.brandId, [...brandIds]), isRefunded))
    .orderBy(state.brandId, state.date, state.id);
  return rows.map((row) => ({ brandId: row.brandId, invoice: row.content as BillingInvoice }));
}

/** Returns the ids of brands with such invoices. @param after last id of the previous page */
export async function readBrandsWithRefunds(
  db: Database,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ brandId: state.brandId })
    .from(state)
    .where(and(isRefunded, after === null ? undefined : gt(state.brandId, after)))
    .orderBy(state.brandId)
    .limit(limit);
  return rows.map(({ brandId }) => brandId);
}
