import { planOf } from '@troupe/domain/plan';
import { problem } from '@troupe/domain/problem';
import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { type BrandEvent, emit } from '../../platform/emit.ts';
import { newId } from '../../platform/id.ts';
import { tell } from '../../platform/live.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { PLAN_ORDER, planThatCounts, subscriptionTable } from '../subscription/subscription.table.ts';
import { optInEventTable, optInTable } from './opt-in.table.ts';

/** An opt-in as it is kept. */
export type StoredOptIn = InferSelectModel<typeof optInTable>;

/** A line of the history. */
export interface NewEvent {
  kind: string;
  text: string;
}

/** What else follows, in the same transaction, from what happened to opt-ins. `row` is as it was before. */
export type AfterOptInChange = (
  tx: Database,
  changes: readonly { row: StoredOptIn; events: readonly NewEvent[] }[],
  now: Date,
) => Promise<void>;

/**
 * Opt-ins of a brand, theirs alone until the transaction ends, in the order of their ids. Others may go on writing
 * messages meanwhile: who writes one holds the conversation and refers to the opt-in, who changes the opt-in does
 * both the other way round.
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

/** An opt-in of a creator's account, theirs alone until the transaction ends; null when it is not theirs. */
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

/** What is written when an opt-in changes. */
export interface WrittenChange {
  columns: Partial<typeof optInTable.$inferInsert>;
  events: readonly NewEvent[];
  userId: string;
}

/** Writes a change with its history, and tells both sides of it. */
export async function writeOptIn(
  db: Database,
  row: StoredOptIn,
  { columns, events, userId }: WrittenChange,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const version = row.version + 1;
  await db
    .update(optInTable)
    .set({ ...columns, version, updatedAt: at })
    .where(eq(optInTable.id, row.id));
  await addOptInEvents(db, row.id, events, userId, now);
  await tellBoth(db, { ...row, version, status: columns.status ?? row.status });
  await emit(db, statusEvents([{ row, columns }]), now);
}

/**
 * Writes the changes of many at once: those that change the same columns in one statement. The team is told once,
 * each creator for themselves.
 */
export async function writeOptIns(
  db: Database,
  changes: readonly { row: StoredOptIn; columns: WrittenChange['columns']; events: readonly NewEvent[] }[],
  userId: string,
  now: Date,
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const at = now.toISOString();
  const alike = Map.groupBy(changes, ({ columns }) => JSON.stringify(columns));
  for (const group of alike.values()) {
    const ids = group.map(({ row }) => row.id);
    await db
      .update(optInTable)
      .set({ ...group[0]?.columns, version: sql`version + 1`, updatedAt: at })
      .where(inArray(optInTable.id, ids));
  }
  const events = changes.flatMap(({ row, events: lines }) =>
    lines.map((line) => ({ id: newId(), optInId: row.id, ...line, userId, createdAt: at })),
  );
  await db.insert(optInEventTable).values(events);
  const { brandId, campaignId } = first.row;
  const news = { type: 'opt-in' as const, campaignId };
  const optInIds = changes.map(({ row }) => row.id);
  await tell(db, { ...news, audience: `brand:${brandId}`, data: { optInIds } });
  for (const { row, columns } of changes) {
    const data = { status: columns.status ?? row.status, version: row.version + 1 };
    if (row.userId) await tell(db, { ...news, audience: `user:${row.userId}`, optInId: row.id, data });
  }
  await emit(db, statusEvents(changes), now);
}

/** What a brand's own programs are told of changes: where opt-ins stand now. One that comes again is a new one. */
function statusEvents(
  changes: readonly { row: StoredOptIn; columns: WrittenChange['columns'] }[],
): BrandEvent[] {
  return changes.flatMap(({ row: { id, brandId, campaignId, creatorId, status: before }, columns }) => {
    const { status } = columns;
    if (!status || status === before || (status === 'pending' && before !== 'withdrawn')) return [];
    const type = status === 'pending' ? ('opt_in.created' as const) : (`opt_in.${status}` as const);
    return [{ brandId, type, data: { optInId: id, campaignId, creatorId, status } }];
  });
}

/** Adds lines to the history. */
export async function addOptInEvents(
  db: Database,
  optInId: string,
  events: readonly NewEvent[],
  userId: string | null,
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(optInEventTable)
    .values(
      events.map((event) => ({ id: newId(), optInId, ...event, userId, createdAt: now.toISOString() })),
    );
}

/** Tells the team and the creator that an opt-in is not as it was. */
export async function tellBoth(
  db: Database,
  { id, brandId, userId, campaignId, status, version }: StoredOptIn,
): Promise<void> {
  const news = { type: 'opt-in' as const, campaignId, optInId: id, data: { status, version } };
  await tell(db, { audience: `brand:${brandId}`, ...news });
  if (userId) await tell(db, { audience: `user:${userId}`, ...news });
}

/**
 * How many creators a brand may still approve this calendar month (UTC); no limit is Infinity. Others who approve
 * for the brand wait until the transaction ends, so that two at once cannot both take the last one. An approval
 * counts in the month it is given, whatever becomes of it.
 * @throws subscription_required without a plan
 */
export async function holdCollaborations(
  db: Database,
  brandId: string,
  now: Date,
): Promise<{ left: number; limit: number | null }> {
  const [plan] = await db
    .select({ planId: subscriptionTable.planId })
    .from(subscriptionTable)
    .where(planThatCounts(brandId))
    .orderBy(...PLAN_ORDER)
    .limit(1)
    .for('update');
  if (!plan) throw problem('subscription_required');
  const limit = planOf(plan.planId)?.collaborations ?? null;
  if (limit === null) return { left: Number.POSITIVE_INFINITY, limit };
  const [used] = await db
    .select({ count: sql<number>`count(*)` })
    .from(optInTable)
    .where(and(eq(optInTable.brandId, brandId), sql`${optInTable.approvedAt} >= ${monthStart(now)}`));
  return { left: Math.max(0, limit - Number(used?.count ?? 0)), limit };
}

const monthStart = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();

/** Whether an approval of this calendar month stands already, so that another one does not count. */
export const countsAlready = ({ approvedAt }: StoredOptIn, now: Date): boolean =>
  approvedAt !== null && approvedAt >= monthStart(now);

/** What a brand is told that has no collaborations left. */
export const limitReached = (limit: number | null) =>
  problem('plan_limit', {
    message: `Your plan allows ${limit} collaborations a month, and they are all taken. Choose a larger plan, or approve again next month.`,
    extra: { limit },
  });

/** Where an opt-in of a brand stands; null when it has none of this id. */
export async function statusOf(db: Database, brandId: string, optInId: string) {
  const [row] = await db
    .select({ status: optInTable.status })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.brandId, brandId)));
  return row?.status ?? null;
}

/** Whether the brand has such a campaign. */
export async function isCampaignOf(db: Database, brandId: string, campaignId: string): Promise<boolean> {
  const rows = await db
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(and(eq(campaignTable.id, campaignId), eq(campaignTable.brandId, brandId)));
  return rows.length > 0;
}

/** Marks opt-ins as looked at; answers how many of the campaign nobody has looked at. */
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
