import {
  MAX_WEBHOOKS,
  type OutgoingWebhook,
  type OutgoingWebhookForm,
  SECRET_OVERLAP_HOURS,
  type WebhookEventType,
} from '@troupe/domain/operations/outgoing-webhook';
import { problem } from '@troupe/domain/problem';
import { and, asc, eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { outgoingWebhookTable, webhookDeliveryTable } from './outgoing-webhook.table.ts';

type Stored = InferSelectModel<typeof outgoingWebhookTable>;

const HOUR_MS = 3_600_000;

const shown = (row: Stored, now: Date): OutgoingWebhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  failingSince: row.failingSince,
  formerSecretUntil:
    row.formerSecretUntil && Date.parse(row.formerSecretUntil) > now.getTime() ? row.formerSecretUntil : null,
  created: row.createdAt,
});

const ofBrand = (brandId: string, id: string) =>
  and(eq(outgoingWebhookTable.brandId, brandId), eq(outgoingWebhookTable.id, id));

/** Returns a brand's endpoints, oldest first. */
export async function readWebhooks(db: Database, brandId: string, now: Date): Promise<OutgoingWebhook[]> {
  const rows = await db
    .select()
    .from(outgoingWebhookTable)
    .where(eq(outgoingWebhookTable.brandId, brandId))
    .orderBy(asc(outgoingWebhookTable.id));
  return rows.map((row) => shown(row, now));
}

/** Returns one endpoint of a brand. @throws not_found */
export async function readWebhook(
  db: Database,
  brandId: string,
  id: string,
  now: Date,
): Promise<OutgoingWebhook> {
  const [row] = await db.select().from(outgoingWebhookTable).where(ofBrand(brandId, id));
  if (!row) throw problem('not_found');
  return shown(row, now);
}

/**
 * Inserts an endpoint; `sealed` is its encrypted secret. `db` is a transaction.
 * @throws too_many
 */
export async function insertWebhook(
  db: Database,
  {
    brandId,
    sealed,
    userId,
    ...form
  }: OutgoingWebhookForm & { brandId: string; sealed: string; userId: string },
  now: Date,
): Promise<string> {
  await db.select().from(brandTable).where(eq(brandTable.id, brandId)).for('update');
  if ((await readWebhooks(db, brandId, now)).length >= MAX_WEBHOOKS)
    throw problem('too_many', {
      message: `A brand can have up to ${MAX_WEBHOOKS} webhooks. Remove one first.`,
    });
  const id = newId();
  await db.insert(outgoingWebhookTable).values({
    id,
    brandId,
    secret: sealed,
    createdBy: userId,
    createdAt: now.toISOString(),
    url: form.url,
    description: form.description ?? '',
    events: form.events,
  });
  return id;
}

/** The editable fields of an endpoint. */
export interface WebhookChange {
  url?: string | undefined;
  description?: string | undefined;
  events?: WebhookEventType[] | undefined;
  enabled?: boolean | undefined;
}

/** Updates an endpoint; `db` is a transaction. Enabling resets its failures, disabling drops pending deliveries. */
export async function updateWebhook(
  db: Database,
  brandId: string,
  id: string,
  { enabled, ...change }: WebhookChange,
): Promise<void> {
  const [row] = await db.select().from(outgoingWebhookTable).where(ofBrand(brandId, id)).for('update');
  if (!row) throw problem('not_found');
  const turned = enabled === undefined || enabled === row.enabled ? {} : { enabled };
  const reset = enabled ? { disabledReason: null, failingSince: null } : {};
  const next = { ...change, ...turned, ...(turned.enabled ? reset : {}) };
  if (Object.values(next).some((value) => value !== undefined))
    await db.update(outgoingWebhookTable).set(next).where(eq(outgoingWebhookTable.id, id));
  if (turned.enabled === false) await dropPending(db, id);
}

/** Drops the pending deliveries of a disabled endpoint. */
export async function dropPending(db: Database, id: string): Promise<void> {
  await db
    .update(webhookDeliveryTable)
    .set({ status: 'failed' })
    .where(and(eq(webhookDeliveryTable.webhookId, id), eq(webhookDeliveryTable.status, 'pending')));
}

/** Deletes an endpoint with its deliveries. @throws not_found */
export async function removeWebhook(db: Database, brandId: string, id: string): Promise<void> {
  const removed = await db
    .delete(outgoingWebhookTable)
    .where(ofBrand(brandId, id))
    .returning({ id: outgoingWebhookTable.id });
  if (removed.length === 0) throw problem('not_found');
}

/** Replaces the secret; the previous one keeps signing for a day. @throws not_found */
export async function rotateSecret(
  db: Database,
  brandId: string,
  id: string,
  sealed: string,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS).toISOString();
  const changed = await db
    .update(outgoingWebhookTable)
    .set({ secret: sealed, formerSecret: sql`${outgoingWebhookTable.secret}`, formerSecretUntil: until })
    .where(ofBrand(brandId, id))
    .returning({ id: outgoingWebhookTable.id });
  if (changed.length === 0) throw problem('not_found');
}

/** Disables all endpoints of a brand. `db` is a transaction. */
export async function disableWebhooks(db: Database, brandId: string, reason: string): Promise<void> {
  const off = await db
    .update(outgoingWebhookTable)
    .set({ enabled: false, disabledReason: reason })
    .where(and(eq(outgoingWebhookTable.brandId, brandId), eq(outgoingWebhookTable.enabled, true)))
    .returning({ id: outgoingWebhookTable.id });
  for (const { id } of off) await dropPending(db, id);
}
