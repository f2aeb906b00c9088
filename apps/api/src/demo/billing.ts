import { customerIdOf } from '@troupe/domain/billing/billing-provider';
import { itemPriceOf, type Offer, offerOf, PlanId } from '@troupe/domain/billing/plan';
import { and, eq, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { readLatestState, upsertState } from '../modules/billing/subscription/billing-state.queries.ts';
import {
  deriveSubscription,
  type StoredSubscription,
} from '../modules/billing/subscription/subscription.queries.ts';
import { subscriptionTable } from '../modules/billing/subscription/subscription.table.ts';
import { type Database, databaseOver, withTransaction } from '../platform/database.ts';
import { readInvoice, readSubscription } from '../providers/billing/chargebee-wire.ts';

/** Days since the demo brands subscribed, so that there are a few invoices. */
const SINCE_DAYS = 100;

interface DemoBilling {
  /** The sandbox's origin. */
  sandbox: string;
  /** Its billing API. */
  url: string;
  key: string;
  now: Date;
}

/**
 * Creates the demo brands' subscriptions at the sandbox's billing vendor, so that both sides agree. Uses a valid
 * card.
 */
export async function setUpDemoBilling(pool: pg.Pool, options: DemoBilling): Promise<void> {
  const db = databaseOver(pool);
  const rows = await db
    .select({ row: subscriptionTable, name: brandTable.name })
    .from(subscriptionTable)
    .innerJoin(brandTable, eq(brandTable.id, subscriptionTable.brandId))
    .where(isNull(subscriptionTable.providerId));
  const ask = vendor(options);
  for (const { row, name } of rows) {
    const customerId = customerIdOf(row.brandId);
    // Reuse customers of an earlier start: demo IDs are stable within a day.
    if (!(await ask('GET', `/customers/${customerId}`))) {
      const email = await ownerOf(db, row.brandId);
      await ask('POST', '/customers', { id: customerId, company: name, email });
      await post(`${options.sandbox}/api/billing/customers/${customerId}/card`, { card: 'pays' });
    }
    const { id } = row;
    if (!(await ask('GET', `/subscriptions/${id}`))) {
      await ask('POST', `/customers/${customerId}/subscription_for_items`, { id, ...itemsOf(row) });
      await post(`${options.sandbox}/api/billing/subscriptions/${id}/age`, { days: SINCE_DAYS });
    }
    await db.update(subscriptionTable).set({ providerId: id }).where(eq(subscriptionTable.id, id));
    await takeOver(pool, ask, row.brandId, id, options.now);
  }
}

/** Returns a subscription's items as form fields of the vendor's API. */
function itemsOf({ kind, planId, period }: StoredSubscription): Record<string, string> {
  const offers: Offer[] =
    kind === 'plan'
      ? [{ kind: 'plan', id: PlanId.parse(planId), period }, { kind: 'setup' }]
      : [{ kind: 'addon', id: 'affiliate' }];
  return Object.fromEntries(
    offers.map((one, at) => [`subscription_items[item_price_id][${at}]`, itemPriceOf(one).id]),
  );
}

async function ownerOf(db: Database, brandId: string): Promise<string> {
  const [owner] = await db
    .select({ email: userTable.email })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(brandMemberTable.role, 'owner')));
  return owner?.email ?? 'owner@troupe.test';
}

type Ask = ReturnType<typeof vendor>;

async function takeOver(pool: pg.Pool, ask: Ask, brandId: string, id: string, now: Date): Promise<void> {
  const subscription = readSubscription(await ask('GET', `/subscriptions/${id}`));
  const { list } = (await ask('GET', `/invoices?limit=100&subscription_id[is]=${id}`)) as { list: unknown[] };
  const update = { subscriptions: [subscription], invoices: list.map(readInvoice) };
  await withTransaction(pool, async (tx) => {
    await upsertState(tx, brandId, update, now);
    await derive(tx, id, now);
  });
}

async function derive(tx: Database, id: string, now: Date): Promise<void> {
  const told = await readLatestState(tx, id);
  const offer = told && offerOf(told.subscription.itemPriceId);
  if (told && (offer?.kind === 'plan' || offer?.kind === 'addon'))
    await deriveSubscription(tx, told, offer, { now, graceDays: 0 });
}

function vendor({ url, key }: DemoBilling) {
  return async (method: 'GET' | 'POST', path: string, form?: Record<string, string>): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    if (response.status === 404) return null;
    if (!response.ok)
      throw new Error(`Demo billing: ${method} ${path} ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Demo billing: ${url} ${response.status} ${await response.text()}`);
}
