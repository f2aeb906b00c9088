import { randomBytes } from 'node:crypto';
import type { AffiliateState } from '@troupe/domain/affiliate/affiliate';
import { foldCode } from '@troupe/domain/affiliate/affiliate-code';
import {
  type CommissionTerms,
  NEW_PROGRAM_RULES,
  type ProgramRules,
  type ProgramState,
} from '@troupe/domain/affiliate/affiliate-program';
import { randomSlug } from '@troupe/domain/affiliate/link-slug';
import { newId } from '../../platform/id.ts';
import type { TestApi, TestPerson } from '../../testing/test-api.ts';
import { orderBody, type StoreWorld } from '../commerce/stores.fixture.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { affiliateChangeTable, affiliateTable } from './affiliate/affiliate.table.ts';
import { affiliateCodeTable } from './affiliate-code/affiliate-code.table.ts';
import { affiliateLinkTable } from './affiliate-link/affiliate-link.table.ts';
import {
  affiliateProgramChangeTable,
  affiliateProgramTable,
} from './affiliate-program/affiliate-program.table.ts';

/** A brand with a connected store and a program, in force since 90 days. */
export interface BooksWorld {
  w: StoreWorld;
  t: TestApi;
  brandId: string;
  owner: TestPerson;
  shop: string;
  storeId: string;
}

export const DAY = 86_400_000;
/** A time some days before now, as stores write it. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/** Rules of a new program with some changes. */
export const rulesWith = (
  terms: Partial<CommissionTerms> = {},
  attribution: Partial<ProgramRules['attribution']> = {},
  more: Partial<ProgramRules> = {},
): ProgramRules => ({
  ...NEW_PROGRAM_RULES,
  ...more,
  attribution: { ...NEW_PROGRAM_RULES.attribution, ...attribution },
  terms: { ...NEW_PROGRAM_RULES.terms, ...terms },
});

/** Makes a brand with a store and a program. */
export async function aBooksWorld(w: StoreWorld, rules = rulesWith()): Promise<BooksWorld> {
  const { t } = w;
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const shop = `s${randomBytes(5).toString('hex')}.myshopify.com`;
  const { id: storeId } = await w.connect(owner, brandId, shop);
  const world = { w, t, brandId, owner, shop, storeId };
  const at = daysAgo(90);
  await t.api.db.insert(affiliateProgramTable).values({
    brandId,
    state: 'on',
    version: 0,
    rules,
    signingSecret: '',
    signer: '',
    updatedAt: at,
  });
  await changeProgram(world, { version: 1, rules, at });
  return world;
}

/** Adds a version of the program. */
export async function changeProgram(
  { t, brandId }: BooksWorld,
  version: { version: number; rules: ProgramRules; at: string; state?: ProgramState },
): Promise<void> {
  const { rules, at, state = 'on' } = version;
  await t.api.db
    .insert(affiliateProgramChangeTable)
    .values({ id: newId(), brandId, version: version.version, state, rules, effectiveAt: at, createdAt: at });
}

export interface TestAffiliate {
  id: string;
  creatorId: string;
  terms: CommissionTerms;
}

/** Adds a creator to the program, active for 80 days. */
export async function anAffiliate(
  world: BooksWorld,
  more: {
    terms?: Partial<CommissionTerms>;
    ownRate?: boolean;
    ownBuyerKeys?: string[];
    name?: string;
    userId?: string;
    since?: string;
  } = {},
): Promise<TestAffiliate> {
  const { t, brandId } = world;
  const [id, creatorId] = [newId(), newId()];
  const terms = { ...NEW_PROGRAM_RULES.terms, ...more.terms };
  await t.api.db.insert(creatorTable).values({
    id: creatorId,
    platform: 'instagram',
    username: `c${creatorId.slice(-8)}`,
    fullname: more.name ?? 'Mara Lind',
    profileUrl: `https://www.instagram.com/c${creatorId.slice(-8)}`,
  });
  const since = more.since ?? daysAgo(80);
  await t.api.db.insert(affiliateTable).values({
    id,
    brandId,
    creatorId,
    userId: more.userId ?? null,
    state: 'active',
    terms,
    termsVersion: 1,
    // Without an account they would read as removed.
    termsAcceptedAt: more.userId ? since : null,
    since,
    ownBuyerKeys: more.ownBuyerKeys ?? [],
  });
  await changeAffiliate(world, {
    id,
    version: 1,
    terms,
    at: since,
    ownRate: more.ownRate ? terms.rateBp : null,
  });
  return { id, creatorId, terms };
}

/** Adds a version of an affiliate. */
export async function changeAffiliate(
  { t, brandId }: BooksWorld,
  change: {
    id: string;
    version: number;
    at: string;
    state?: AffiliateState;
    terms: CommissionTerms | null;
    ownRate?: number | null;
  },
): Promise<void> {
  const { id, version, at, state = 'active', terms, ownRate = null } = change;
  await t.api.db.insert(affiliateChangeTable).values({
    id: newId(),
    brandId,
    affiliateId: id,
    version,
    state,
    terms,
    termsVersion: terms ? 1 : null,
    ownRate,
    at,
  });
}

/** Gives an affiliate a code. */
export async function aCode(
  { t, brandId, storeId }: BooksWorld,
  affiliateId: string,
  code: string,
  owned: { from?: string; until?: string } = {},
): Promise<string> {
  const id = newId();
  const from = owned.from ?? daysAgo(80);
  await t.api.db.insert(affiliateCodeTable).values({
    id,
    brandId,
    storeId,
    affiliateId,
    code,
    folded: foldCode(code),
    kind: 'percent',
    valueBp: 1000,
    startsAt: from,
    state: 'live',
    ownedFrom: from,
    ownedUntil: owned.until ?? null,
  });
  return id;
}

/** Gives an affiliate a link. */
export async function aBookLink(
  { t, brandId, storeId }: BooksWorld,
  affiliateId: string,
  createdAt = daysAgo(80),
): Promise<{ id: string; slug: string }> {
  const link = { id: newId(), slug: randomSlug() };
  await t.api.db
    .insert(affiliateLinkTable)
    .values({ ...link, brandId, affiliateId, storeId, path: '/', createdAt });
  return link;
}

/** An order as its store sends it: two lines, 60.00 and 30.00 EUR, a day old, without codes or references. */
export const storeOrder = (id: number, more: object = {}) =>
  orderBody(id, {
    created_at: daysAgo(1),
    updated_at: daysAgo(1),
    total_price: '95.00',
    subtotal_price: '90.00',
    total_discounts: '0.00',
    discount_codes: [],
    note_attributes: [],
    landing_site: '/',
    customer: { id },
    line_items: [
      {
        id: id * 10 + 1,
        title: 'Tent',
        sku: 'T1',
        product_id: 1,
        quantity: 1,
        price: '60.00',
        total_discount: '0.00',
      },
      {
        id: id * 10 + 2,
        title: 'Lamp',
        sku: 'L1',
        product_id: 2,
        quantity: 1,
        price: '30.00',
        total_discount: '0.00',
      },
    ],
    ...more,
  });

/** A refund of a line of {@link storeOrder} as its store sends it. */
export const storeRefund = (order: number, line: 1 | 2, more: object = {}) => {
  const amount = line === 1 ? '60.00' : '30.00';
  return {
    id: order * 100 + line,
    order_id: order,
    created_at: daysAgo(0),
    refund_line_items: [
      {
        id: order * 100 + line,
        line_item_id: order * 10 + line,
        quantity: 1,
        subtotal: amount,
        total_tax: '0.00',
      },
    ],
    order_adjustments: [],
    transactions: [{ id: order * 100 + line, kind: 'refund', status: 'success', amount, currency: 'EUR' }],
    ...more,
  };
};

/** Sends events of the store, in order, and waits until they are processed. */
export async function sendStore(
  world: BooksWorld,
  ...events: [topic: string, body: unknown][]
): Promise<void> {
  for (const [topic, body] of events) {
    const { status } = await world.w.webhook(topic, body, { 'x-shopify-shop-domain': world.shop });
    if (status !== 200) throw new Error(`webhook ${topic}: ${status}`);
  }
  await world.w.settled();
  const { rows } = await world.t.api.pool.query(
    "select topic, note from store_event where shop = $1 and state not in ('processed', 'ignored')",
    [world.shop],
  );
  if (rows.length > 0) throw new Error(`failed events: ${JSON.stringify(rows)}`);
}

/** An entry of the ledger, short. */
export interface LedgerLine {
  affiliateId: string;
  kind: string;
  amount: number;
}

/** Returns the ledger of a brand. */
export async function ledgerOf({ t, brandId }: BooksWorld): Promise<LedgerLine[]> {
  const { rows } = await t.api.pool.query(
    'select affiliate_id as "affiliateId", kind, amount from commission where brand_id = $1 order by number',
    [brandId],
  );
  return rows;
}

/** Returns what an affiliate's entries add up to. */
export async function balanceOf(world: BooksWorld, affiliateId: string): Promise<number> {
  const entries = await ledgerOf(world);
  return entries
    .filter((one) => one.affiliateId === affiliateId)
    .reduce((sum, { amount }) => sum + amount, 0);
}
