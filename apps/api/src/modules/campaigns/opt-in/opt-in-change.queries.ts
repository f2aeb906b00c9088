import { planOf } from '@troupe/domain/billing/plan';
import { UNDO_SECONDS } from '@troupe/domain/campaigns/opt-in';
import { type CollaborationQuota, monthStart } from '@troupe/domain/campaigns/opt-in-decision';
import type { OptInEventDetail } from '@troupe/domain/campaigns/opt-in-event';
import type { DomainEventOf, OptInWebhookType } from '@troupe/domain/domain-event';
import { problem } from '@troupe/domain/problem';
import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import {
  effectivePlan,
  PLAN_ORDER,
  subscriptionTable,
} from '../../billing/subscription/subscription.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { type OfferEvent, type OfferWrites, restoreOffers, writeOffers } from './offer.queries.ts';
import { type HeldApproval, optInEventTable, optInTable } from './opt-in.table.ts';

/** A stored opt-in. */
export type StoredOptIn = InferSelectModel<typeof optInTable>;

/** A line of the history. */
export interface NewEvent {
  kind: string;
  text: string;
  /** What it says, for readers of other languages. Not kept in the history. */
  detail?: OptInEventDetail | undefined;
}

/**
 * Locks opt-ins of a brand in id order. Weaker than `for update`, so that messages can be written concurrently:
 * message writers lock the conversation and reference the opt-in, opt-in writers do the reverse.
 */
export async function lockOptIns(
  db: Database,
  brandId: string,
  optInIds: readonly string[],
  campaignId?: string,
): Promise<StoredOptIn[]> {
  return db
    .select()
    .from(optInTable)
    .where(
      and(
        inArray(optInTable.id, [...optInIds]),
        eq(optInTable.brandId, brandId),
        campaignId === undefined ? undefined : eq(optInTable.campaignId, campaignId),
      ),
    )
    .orderBy(asc(optInTable.id))
    .for('no key update');
}

/** Locks and returns an opt-in of the creator's account; null if not theirs. */
export async function lockOwnOptIn(
  db: Database,
  userId: string,
  optInId: string,
): Promise<StoredOptIn | null> {
  const [row] = await db
    .select()
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.userId, userId)))
    .for('no key update');
  return row ?? null;
}

/** The writes of one step of an opt-in. */
export interface OptInStep {
  columns: Partial<typeof optInTable.$inferInsert>;
  events: readonly NewEvent[];
  offers?: OfferWrites;
  /** Offer events for the brand's webhooks. */
  webhooks?: readonly OfferEvent[];
}

/** The full writes of an opt-in change. */
export interface WrittenChange extends OptInStep {
  userId: string;
  /** Holds back an approval's side effects while it can be undone. */
  undoable?: boolean;
}

/** Writes a change with its history and publishes it. */
export async function writeOptIn(
  db: Database,
  row: StoredOptIn,
  { userId, undoable = false, ...step }: WrittenChange,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const version = row.version + 1;
  const { columns, events, offers } = step;
  if (offers) await writeOffers(db, [{ ...offers, optInId: row.id }], now);
  const eventIds = await addOptInEvents(db, row.id, events, userId, now);
  const undo = undoable ? heldApproval(row, step, { eventIds, now }) : null;
  await db
    .update(optInTable)
    .set({ ...columns, undo, version, updatedAt: at })
    .where(eq(optInTable.id, row.id));
  await publish(
    db,
    [
      optInChanged({ ...row, version, status: columns.status ?? row.status }),
      ...heldWebhooks(row),
      ...(undo ? [] : webhooksOf(row, step)),
      ...progressOf(row, undo ? [] : events, userId),
    ],
    now,
  );
}

/** Writes changes to many opt-ins of a campaign, with one statement per set of changed columns. */
export async function writeOptIns(
  db: Database,
  changes: readonly (OptInStep & { row: StoredOptIn })[],
  { userId, undoable = false }: Pick<WrittenChange, 'userId' | 'undoable'>,
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const at = now.toISOString();
  await writeOffers(
    db,
    changes.flatMap(({ row, offers }) => (offers ? [{ ...offers, optInId: row.id }] : [])),
    now,
  );
  const alike = Map.groupBy(changes, ({ columns }) => JSON.stringify(columns));
  for (const group of alike.values()) {
    const ids = group.map(({ row }) => row.id);
    await db
      .update(optInTable)
      .set({ ...group[0]?.columns, undo: null, version: sql`version + 1`, updatedAt: at })
      .where(inArray(optInTable.id, ids));
  }
  const lines = changes.flatMap(({ row, events }) =>
    events.map((line) => ({ id: newId(), optInId: row.id, ...line, userId, createdAt: at })),
  );
  await db.insert(optInEventTable).values(lines);
  if (undoable) {
    const idsOf = Map.groupBy(lines, ({ optInId }) => optInId);
    const held = changes.map(({ row, ...step }) => ({
      id: row.id,
      undo: heldApproval(row, step, { eventIds: (idsOf.get(row.id) ?? []).map(({ id }) => id), now }),
    }));
    await db.execute(sql`
      update opt_in i set undo = n.undo from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as n(id uuid, undo jsonb)
      where i.id = n.id`);
  }
  await publish(
    db,
    changes.flatMap(({ row, ...step }) => [
      optInChanged(
        { ...row, version: row.version + 1, status: step.columns.status ?? row.status },
        { bulk: true },
      ),
      ...heldWebhooks(row),
      ...(undoable ? [] : webhooksOf(row, step)),
      ...progressOf(row, undoable ? [] : step.events, userId),
    ]),
    now,
  );
}

/** The server's undo window, slightly longer than the client's so that a last-second undo still arrives in time. */
const UNDO_MS = (UNDO_SECONDS + 2) * 1000;

function heldApproval(
  row: StoredOptIn,
  step: OptInStep,
  { eventIds, now }: { eventIds: string[]; now: Date },
): HeldApproval {
  const { status, reason, unseen, approvedAt, agreement, agreedNumber } = row;
  return {
    until: new Date(now.getTime() + UNDO_MS).toISOString(),
    version: row.version + 1,
    before: { status, reason, unseen, approvedAt, agreement, agreedNumber },
    // An approval only closes open offers.
    offers: (step.offers?.states ?? []).map(({ number }) => ({ number, state: 'offered', answeredAt: null })),
    added: (step.offers?.added ?? []).map(({ number }) => number),
    eventIds,
    lines: [...step.events],
    webhooks: webhooksOf(row, step).map(({ brandId: _, ...event }) => event),
  };
}

const heldWebhooks = ({ brandId, undo }: StoredOptIn): DomainEventOf<OptInWebhookType>[] =>
  (undo?.webhooks ?? []).map((one) => ({ brandId, ...one }));

function webhooksOf(
  row: StoredOptIn,
  { columns, webhooks = [] }: OptInStep,
): DomainEventOf<OptInWebhookType>[] {
  const { id, brandId, campaignId, creatorId } = row;
  const about = { optInId: id, campaignId, creatorId };
  return [
    ...statusEvents([{ row, columns }]),
    ...webhooks.map(({ type, data }) => ({ brandId, type, data: { ...about, ...data } })),
  ];
}

/**
 * Reverts an approval: status, offers, plan usage and history. Its side effects were held back.
 * @throws invalid_transition once it is final
 */
export async function undoApproval(db: Database, row: StoredOptIn, now: Date): Promise<void> {
  const { undo } = row;
  if (!undo || undo.version !== row.version || Date.parse(undo.until) < now.getTime())
    throw problem('invalid_transition', { message: 'You can no longer undo this approval.' });
  await restoreOffers(db, row.id, undo.offers, undo.added);
  if (undo.eventIds.length > 0)
    await db.delete(optInEventTable).where(inArray(optInEventTable.id, undo.eventIds));
  const version = row.version + 1;
  await db
    .update(optInTable)
    .set({ ...undo.before, undo: null, version, updatedAt: now.toISOString() })
    .where(eq(optInTable.id, row.id));
  await publish(db, optInChanged({ ...row, version, status: undo.before.status }), now);
}

/** Makes an approval final and publishes what was held back; no-op while it can be undone. */
export async function finishApproval(db: Database, optInId: string, now: Date): Promise<void> {
  const [row] = await db.select().from(optInTable).where(eq(optInTable.id, optInId)).for('no key update');
  if (!row?.undo || Date.parse(row.undo.until) >= now.getTime()) return;
  await db.update(optInTable).set({ undo: null }).where(eq(optInTable.id, optInId));
  await publish(db, [optInChanged(row), ...heldWebhooks(row), ...progressOf(row, [], null)], now);
}

/** Returns approvals that are final but not published yet. */
export async function readFinalApprovals(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: optInTable.id })
    .from(optInTable)
    .where(sql`${optInTable.undo} is not null and ${optInTable.undo}->>'until' < ${now.toISOString()}`)
    .orderBy(asc(optInTable.id))
    .limit(500);
  return rows.map(({ id }) => id);
}

/** Returns webhook events for the new statuses. Re-opened opt-ins count as new. */
function statusEvents(
  changes: readonly { row: StoredOptIn; columns: OptInStep['columns'] }[],
): DomainEventOf<OptInWebhookType>[] {
  return changes.flatMap(({ row, columns }): DomainEventOf<OptInWebhookType>[] => {
    const { id, brandId, campaignId, creatorId, status: before } = row;
    const { status } = columns;
    if (!status || status === before || (status === 'pending' && before !== 'withdrawn')) return [];
    const data = { optInId: id, campaignId, creatorId, status };
    return status === 'pending'
      ? [{ brandId, type: 'opt_in.created', data: { ...data, again: true } }]
      : [{ brandId, type: `opt_in.${status}`, data }];
  });
}

/** Adds lines to the history; returns their ids. */
export async function addOptInEvents(
  db: Database,
  optInId: string,
  events: readonly NewEvent[],
  userId: string | null,
  now: Date,
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map(({ kind, text }) => ({
    id: newId(),
    optInId,
    kind,
    text,
    userId,
    createdAt: now.toISOString(),
  }));
  await db.insert(optInEventTable).values(rows);
  return rows.map(({ id }) => id);
}

/** Returns the event that an opt-in changed; `bulk` when it was one of many. */
export const optInChanged = (
  { id, brandId, userId, campaignId, status, version }: StoredOptIn,
  { bulk }: { bulk?: true } = {},
): DomainEventOf<'opt_in.changed'> => ({
  type: 'opt_in.changed',
  brandId,
  data: { optInId: id, campaignId, creatorUserId: userId, status, version, ...(bulk && { bulk }) },
});

/**
 * Returns the event that both sides receive about a change, including a held-back approval before it. `row` is the
 * state before. The acting user gets the conversation line but no notification.
 */
function progressOf(
  { id, brandId, userId, version, undo }: StoredOptIn,
  events: readonly NewEvent[],
  by: string | null,
): DomainEventOf<'opt_in.progressed'>[] {
  const lines = [...(undo?.lines ?? []), ...events];
  if (lines.length === 0) return [];
  const notify = userId === by ? null : userId;
  return [{ type: 'opt_in.progressed', brandId, data: { optInId: id, version, notify, lines } }];
}

/**
 * Returns how many collaborations the brand's plan still allows this calendar month (UTC), Infinity without a limit.
 * Locks the plan: concurrent agreements must not share the last one. A collaboration counts in the month it was
 * agreed, whatever happens later.
 * @throws subscription_required without a plan
 */
export async function lockCollaborationQuota(
  db: Database,
  brandId: string,
  now: Date,
): Promise<CollaborationQuota> {
  const [plan] = await db
    .select({ planId: subscriptionTable.planId })
    .from(subscriptionTable)
    .where(effectivePlan(brandId))
    .orderBy(...PLAN_ORDER)
    .limit(1)
    .for('update');
  if (!plan) throw problem('subscription_required');
  const limit = planOf(plan.planId)?.collaborations ?? null;
  if (limit === null) return { remaining: Number.POSITIVE_INFINITY, limit };
  const [used] = await db
    .select({ count: sql<number>`count(*)` })
    .from(optInTable)
    .where(and(eq(optInTable.brandId, brandId), sql`${optInTable.approvedAt} >= ${monthStart(now)}`));
  return { remaining: Math.max(0, limit - Number(used?.count ?? 0)), limit };
}

/** Returns the status of a brand's opt-in; null if not found. */
export async function statusOf(db: Database, brandId: string, optInId: string) {
  const [row] = await db
    .select({ status: optInTable.status })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.brandId, brandId)));
  return row?.status ?? null;
}

/** Returns the status and brand of a creator's opt-in; null if not theirs. */
export async function readOwnStatus(db: Database, userId: string, optInId: string) {
  const [row] = await db
    .select({ status: optInTable.status, brandId: optInTable.brandId })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.userId, userId)));
  return row ?? null;
}

/** Returns whether the brand has this campaign. */
export async function isCampaignOf(db: Database, brandId: string, campaignId: string): Promise<boolean> {
  const rows = await db
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)));
  return rows.length > 0;
}

/** Marks opt-ins as seen; returns how many in the campaign are still unseen. */
export async function markSeen(
  db: Database,
  brandId: string,
  campaignId: string,
  optInIds: readonly string[],
): Promise<{ changed: number; unseen: number }> {
  const of = and(eq(optInTable.brandId, brandId), eq(optInTable.campaignId, campaignId), optInTable.unseen);
  const changed = await db
    .update(optInTable)
    .set({ unseen: false })
    .where(and(of, inArray(optInTable.id, [...optInIds])))
    .returning({ id: optInTable.id });
  const [left] = await db.select({ count: sql<number>`count(*)` }).from(optInTable).where(of);
  return { changed: changed.length, unseen: Number(left?.count ?? 0) };
}
