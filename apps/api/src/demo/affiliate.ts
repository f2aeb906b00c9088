import { foldCode } from '@troupe/domain/affiliate/affiliate-code';
import { NEW_PROGRAM_RULES, type ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import { statementPaymentTitle } from '@troupe/domain/affiliate/commission-statement';
import type { PlatformOrder, StoreAccess, StorePlatformPort } from '@troupe/domain/commerce/store-platform';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { affiliateChangeTable, affiliateTable } from '../modules/affiliate/affiliate/affiliate.table.ts';
import { addAlerts, settle } from '../modules/affiliate/affiliate-alert/affiliate-alert.queries.ts';
import { findAlerts } from '../modules/affiliate/affiliate-alerts.ts';
import {
  type Click,
  insertClicks,
  makePartitions,
} from '../modules/affiliate/affiliate-click/affiliate-click.queries.ts';
import { rollRange } from '../modules/affiliate/affiliate-click/click-rollup.queries.ts';
import { affiliateCodeTable } from '../modules/affiliate/affiliate-code/affiliate-code.table.ts';
import { affiliateLinkTable } from '../modules/affiliate/affiliate-link/affiliate-link.table.ts';
import {
  addProgramVersion,
  insertProgram,
} from '../modules/affiliate/affiliate-program/affiliate-program.queries.ts';
import { signingKey } from '../modules/affiliate/affiliate-programs.ts';
import { updateBooks } from '../modules/affiliate/attribute-orders.ts';
import {
  markApproved,
  type StoredStatement,
} from '../modules/affiliate/commission-statement/commission-statement.queries.ts';
import { writeStatements } from '../modules/affiliate/commission-statements.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { insertStatementPayable, writePayable } from '../modules/campaigns/payable/payable-change.queries.ts';
import { upsertOrders } from '../modules/commerce/order/order-ledger.queries.ts';
import { upsertStore } from '../modules/commerce/store/store.queries.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { sealText } from '../platform/access/secret.ts';
import { type Database, databaseOver, withTransaction } from '../platform/database.ts';
import { shopify } from '../providers/store/shopify.ts';
import {
  HISTORY_DAYS,
  inventFlood,
  inventLeak,
  inventYear,
  type Member,
  type PastOrder,
} from './affiliate-history.ts';
import { insertDemoGifts } from './commerce/gifts.ts';
import { DEMO_CREATOR } from './demo-creator.ts';
import { Random } from './random.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SEED = 20_261_127;
const RULES: ProgramRules = NEW_PROGRAM_RULES;

/** Days since they joined, clicks a day, label of each creator's link, and whether they have a code. */
type MemberPlan = [days: number, clicks: number, label: string, code: boolean];

interface ProgramPlan {
  brand: string;
  shop: string;
  /** Of the store. */
  products: number;
  members: MemberPlan[];
  /** The demo creator, who joins before all others; null where people invite them. */
  cleo: MemberPlan | null;
  /** Campaigns with separate links, clicks a day, and how many days ago the last post was forgotten. */
  campaigns: [title: string, clicks: number, last: number][];
  /** A flood of clicks that was dismissed, and a code that has leaked now. */
  incidents: boolean;
}

const PROGRAMS: ProgramPlan[] = [
  {
    brand: 'Larkmoor',
    shop: 'larkmoor-goods.myshopify.com',
    products: 3,
    members: [
      [364, 7, 'Bio link', true],
      [340, 4, 'Trail diary', true],
      [301, 5, 'Video description', false],
      [250, 3, 'Bio link', true],
      [190, 6, 'Newsletter', true],
      [120, 4, 'Bio link', false],
      [64, 8, 'Winter kit review', true],
    ],
    cleo: null,
    campaigns: [
      ['Summer Ridge', 6, 30],
      ['Autumn Trail Kit', 16, 0],
    ],
    incidents: true,
  },
  {
    brand: 'Copper & Bean',
    shop: 'copper-bean.myshopify.com',
    products: 2,
    members: [[210, 3, 'Bio link', false]],
    cleo: [364, 3, 'Morning routine', true],
    campaigns: [],
    incidents: false,
  },
];

interface DemoAffiliate {
  sandbox: string;
  /** The API, where the store's webhooks arrive. */
  api: string;
  /** The dashboard, where the store asks for consent. */
  web: string;
  secretKey: string;
  shopify: { key: string; secret: string; scopes: readonly string[]; version: string; shopOrigin: string };
  now: Date;
}

/** What all steps need. */
interface Program extends DemoAffiliate {
  plan: ProgramPlan;
  pool: pg.Pool;
  db: Database;
  random: Random;
  platform: StorePlatformPort;
  brandId: string;
  ownerId: string;
  storeId: string;
  access: StoreAccess;
}

/**
 * Connects the stores of demo brands in the sandbox and gives their programs a past: a year of clicks and orders, put
 * through the same rules as live ones, with statements of every month and what needs a look now.
 */
export async function setUpDemoAffiliate(pool: pg.Pool, options: DemoAffiliate): Promise<void> {
  // Around all programs: counting the clicks of one looks at the single clicks of all.
  await withPartitions(pool, options.now, async () => {
    for (const [place, plan] of PROGRAMS.entries())
      await setUpProgram(pool, options, plan, new Random(SEED + place));
  });
}

async function setUpProgram(
  pool: pg.Pool,
  options: DemoAffiliate,
  plan: ProgramPlan,
  random: Random,
): Promise<void> {
  const db = databaseOver(pool);
  const [found] = await db
    .select({ brandId: brandTable.id, ownerId: brandMemberTable.userId })
    .from(brandTable)
    .innerJoin(brandMemberTable, eq(brandMemberTable.brandId, brandTable.id))
    .where(and(eq(brandTable.name, plan.brand), eq(brandMemberTable.role, 'owner')));
  if (!found) return;
  const parts = Object.assign({ plan, pool, db, random, platform: platformOf(options) }, options, found);
  const program: Program = Object.assign(parts, await connectStore(parts));
  await turnOn(program);
  const members = await insertMembers(program);
  const { now } = options;
  const year = { random, brandId: found.brandId, now, products: plan.products };
  const { clicks, orders } = inventYear(year, members);
  const leaked = plan.incidents ? members.find(({ code, days }) => code && days < 100) : null;
  if (leaked?.code) orders.push(...inventLeak(year, leaked.code, 14));
  const floodAt = now.getTime() - 46 * DAY;
  const flooded = plan.incidents ? members[4] : null;
  if (flooded) clicks.push(...inventFlood(year, flooded, floodAt, 420));
  const past = await writePast(program, orders);
  await insertHits(program, clicks);
  await playBooks(program, past, flooded ? new Date(floodAt + HOUR) : null);
  if (plan.incidents) await insertDemoGifts(program);
}

const platformOf = (options: DemoAffiliate): StorePlatformPort =>
  shopify(
    Object.assign({}, options.shopify, {
      formerSecret: '',
      book: {
        circuitOpenUntil: async () => null,
        reserveUnits: async () => true,
        recordCall: async () => {},
      },
      log: { warn: () => {} },
    }),
  );

type Connection = Pick<Program, 'storeId' | 'access'>;

/** Installs the app in the store as its owner would, and keeps the connection. */
async function connectStore(program: Omit<Program, keyof Connection>): Promise<Connection> {
  const { db, random, platform, brandId, ownerId, web, api, secretKey, now } = program;
  const { shop } = program.plan;
  const answer = await fetch(platform.consentUrl(shop, 'demo', `${web}/order-integration-install`), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'install' }),
  });
  const code = URL.parse(answer.headers.get('location') ?? '')?.searchParams.get('code') ?? '';
  const tokens = await platform.exchangeCode(shop, code);
  const access = { shop, accessToken: tokens.accessToken };
  const { name, currency } = await platform.readShop(access);
  const at = new Date(now.getTime() - (HISTORY_DAYS + 3) * DAY);
  const { id: storeId } = await upsertStore(db, {
    id: random.id(at.getTime()),
    brandId,
    platform: 'shopify',
    shop,
    name,
    currency,
    status: 'connected',
    scopes: tokens.scopes,
    accessToken: sealText(secretKey, tokens.accessToken),
    accessExpiresAt: tokens.expires,
    refreshToken: tokens.refreshToken && sealText(secretKey, tokens.refreshToken),
    refreshExpiresAt: tokens.refreshExpires,
    connectedBy: ownerId,
    connectedAt: at.toISOString(),
    subscribed: true,
    syncedTo: now.toISOString(),
    lastSyncAt: now.toISOString(),
  });
  await platform.subscribe(access, `${api}/webhooks/shopify`, tokens.scopes);
  return { storeId, access };
}

async function turnOn({ db, brandId, ownerId, secretKey, now }: Program): Promise<void> {
  const at = new Date(now.getTime() - HISTORY_DAYS * DAY);
  const version = { brandId, version: 1, state: 'on' as const, rules: RULES };
  await insertProgram(db, Object.assign(signingKey(secretKey), version), at);
  await addProgramVersion(
    db,
    Object.assign({ userId: ownerId, reason: null, effectiveAt: at.toISOString() }, version),
  );
}

interface Candidate {
  creatorId: string;
  userId: string | null;
  username: string;
  /** The campaign of their approved opt-in. */
  campaign: { id: string; title: string; approvedAt: string | null } | null;
}

/** Returns the demo creator where they take part, then creators with an account who are approved, by campaign. */
async function findCandidates(program: Program): Promise<Candidate[]> {
  const { db, plan } = program;
  const approved = await findApproved(program);
  const orderOf = (title: string) => (plan.campaigns.findIndex(([name]) => name === title) + 99) % 99;
  const candidates: Candidate[] = approved
    .map(({ id, title, approvedAt, ...creator }) =>
      Object.assign(creator, { campaign: { id, title, approvedAt } }),
    )
    .sort((a, b) => orderOf(a.campaign.title) - orderOf(b.campaign.title));
  if (!plan.cleo) return candidates;
  const [cleo] = await db
    .select({ creatorId: creatorTable.id, userId: creatorTable.userId, username: creatorTable.username })
    .from(creatorTable)
    .where(eq(creatorTable.username, DEMO_CREATOR.username));
  return cleo ? [Object.assign(cleo, { campaign: null }), ...candidates] : candidates;
}

const findApproved = ({ db, brandId }: Program) =>
  db
    .selectDistinctOn([optInTable.creatorId], {
      creatorId: optInTable.creatorId,
      userId: optInTable.userId,
      username: creatorTable.username,
      id: campaignTable.id,
      title: campaignTable.title,
      approvedAt: optInTable.approvedAt,
    })
    .from(optInTable)
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .where(
      and(
        eq(optInTable.brandId, brandId),
        inArray(optInTable.status, ['approved', 'completed']),
        ne(userTable.email, DEMO_CREATOR.email),
      ),
    )
    .orderBy(asc(optInTable.creatorId));

/** Lets creators join, each with a link and some with a code that is created in the store. */
async function insertMembers(program: Program): Promise<Member[]> {
  const { db, random, brandId, ownerId, plan, now } = program;
  const candidates = await findCandidates(program);
  const members: Member[] = [];
  const plans = plan.cleo ? [plan.cleo, ...plan.members] : plan.members;
  for (const [place, [days, clicks, label, hasCode]] of plans.entries()) {
    const candidate = candidates[place];
    if (!candidate) break;
    const { creatorId, userId, username, campaign } = candidate;
    const at = now.getTime() - days * DAY;
    const since = new Date(at).toISOString();
    const affiliateId = random.id(at);
    await db.insert(affiliateTable).values({
      id: affiliateId,
      brandId,
      creatorId,
      userId,
      state: 'active',
      terms: RULES.terms,
      termsVersion: 1,
      termsAcceptedAt: since,
      since,
      invitedBy: ownerId,
      updatedAt: since,
      createdAt: since,
    });
    await db.insert(affiliateChangeTable).values({
      id: random.id(at),
      brandId,
      affiliateId,
      version: 1,
      state: 'active',
      terms: RULES.terms,
      termsVersion: 1,
      userId,
      at: since,
    });
    const owner = { affiliateId, userId, username };
    const code = hasCode ? await insertCode(program, { affiliateId, username, at }) : null;
    members.push({ ...(await insertLink(program, owner, { label, at })), code, days, clicks, last: 0 });
    const posted = plan.campaigns.find(([title]) => title === campaign?.title);
    if (!posted || !campaign?.approvedAt) continue;
    const [title, daily, last] = posted;
    const from = Date.parse(campaign.approvedAt);
    const link = await insertLink(program, owner, { label: title, at: from, campaignId: campaign.id });
    members.push({
      ...link,
      code: null,
      days: Math.floor((now.getTime() - from) / DAY),
      clicks: daily,
      last,
    });
  }
  return members;
}

async function insertLink(
  { db, random, brandId, storeId }: Program,
  { affiliateId, userId, username }: { affiliateId: string; userId: string | null; username: string },
  { label, at, campaignId = null }: { label: string; at: number; campaignId?: string | null },
): Promise<Pick<Member, 'linkId' | 'slug'>> {
  const slug = `${username.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${random.int(100, 999)}`;
  const linkId = random.id(at);
  const since = new Date(at).toISOString();
  await db.insert(affiliateLinkTable).values({
    id: linkId,
    brandId,
    affiliateId,
    campaignId,
    slug,
    storeId,
    path: '/',
    label,
    createdBy: userId,
    updatedAt: since,
    createdAt: since,
  });
  return { linkId, slug };
}

/** Creates a code in the store. */
async function insertCode(
  { db, random, platform, access, brandId, ownerId, storeId, now }: Program,
  { affiliateId, username, at }: { affiliateId: string; username: string; at: number },
): Promise<string> {
  const code = `${
    username
      .replace(/[^a-z]/gi, '')
      .slice(0, 8)
      .toUpperCase() || 'TRAIL'
  }10`;
  const since = new Date(at).toISOString();
  const { id: externalId } = await platform.createDiscount(access, {
    title: `${code} (Troupe)`,
    code,
    value: { kind: 'percent', valueBp: 1000 },
    startsAt: since,
    endsAt: null,
    usageLimit: null,
    oncePerBuyer: false,
  });
  await db.insert(affiliateCodeTable).values({
    id: random.id(at),
    brandId,
    storeId,
    affiliateId,
    code,
    folded: foldCode(code),
    externalId,
    kind: 'percent',
    valueBp: 1000,
    startsAt: since,
    state: 'live',
    ownedFrom: since,
    checkedAt: now.toISOString(),
    createdBy: ownerId,
    updatedAt: since,
    createdAt: since,
  });
  return code;
}

/** Gives the sandbox's store its orders, and returns them as the store tells them. */
async function writePast(
  { sandbox, platform, plan }: Program,
  orders: PastOrder[],
): Promise<PlatformOrder[]> {
  const sorted = orders.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const answer = await fetch(`${sandbox}/shopify/_control/stores/${plan.shop}/orders`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orders: sorted }),
  });
  if (!answer.ok) throw new Error(`Demo orders: ${answer.status} ${await answer.text()}`);
  const { orders: bodies } = (await answer.json()) as { orders: unknown[] };
  return bodies.map((body) => platform.readOrder(body));
}

/** Single clicks are kept for so long. */
const KEPT_DAYS = RULES.keepClicksDays;
const OLD_CLICKS = 'affiliate_click_demo_year';

/** Makes partitions for clicks; those that are older than single clicks are kept exist only during the work. */
async function withPartitions(pool: pg.Pool, now: Date, work: () => Promise<void>): Promise<void> {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const dayAt = (ago: number) => new Date(midnight - ago * DAY).toISOString();
  await pool.query(
    `create table ${OLD_CLICKS} (like affiliate_click including defaults including constraints)`,
  );
  await pool.query(
    `alter table affiliate_click attach partition ${OLD_CLICKS}
      for values from ('${dayAt(HISTORY_DAYS)}') to ('${dayAt(KEPT_DAYS)}')`,
  );
  const kept = Array.from({ length: KEPT_DAYS + 2 }, (_, day) => dayAt(KEPT_DAYS - day).slice(0, 10));
  await makePartitions(pool, kept);
  await work();
  await pool.query(`drop table ${OLD_CLICKS}`);
}

const QUARTER = 15 * 60_000;

/** Writes clicks, and counts them by quarter hour as the job for new ones does. */
async function insertHits({ pool, now }: Program, clicks: Click[]): Promise<void> {
  const sorted = clicks.toSorted((a, b) => a.at - b.at);
  for (let at = 0; at < sorted.length; at += 2000) await insertClicks(pool, sorted.slice(at, at + 2000));
  const first = Math.floor((sorted[0]?.at ?? 0) / QUARTER) * QUARTER;
  const end = Math.floor(now.getTime() / QUARTER) * QUARTER;
  await withTransaction(pool, (_tx, connection) => rollRange(connection, new Date(first), new Date(end)));
}

/** Returns the times at which the past is brought up to date: every other week, then more often, and when months begin. */
function stepsOf(now: Date, alertAt: Date | null): Date[] {
  const start = now.getTime() - HISTORY_DAYS * DAY;
  const steps = new Set([now.getTime()]);
  if (alertAt) steps.add(alertAt.getTime());
  for (let day = 14; day < HISTORY_DAYS; day += day < HISTORY_DAYS - 14 ? 14 : 3)
    steps.add(start + day * DAY);
  for (let month = 0; month <= 12; month++) {
    const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1);
    if (begin > start) steps.add(begin);
  }
  return [...steps].sort((a, b) => a - b).map((time) => new Date(time));
}

/** Returns an order as its store told it at a time. */
function asOf(order: PlatformOrder, end: string): PlatformOrder {
  const refunds = order.refunds.filter(({ created }) => created !== null && created <= end);
  const cancelled = order.cancelled !== null && order.cancelled <= end ? order.cancelled : null;
  const updated = [order.placed, cancelled ?? '', ...refunds.map(({ created }) => created ?? '')]
    .sort()
    .at(-1);
  const financialStatus = refunds.length === order.refunds.length ? order.financialStatus : 'paid';
  return Object.assign({}, order, { refunds, cancelled, financialStatus, updated: updated ?? order.placed });
}

/** Plays the year: orders in the order of their changes, each month's statements, and alerts. */
async function playBooks(program: Program, past: PlatformOrder[], alertAt: Date | null): Promise<void> {
  const { pool, brandId, storeId, secretKey, now } = program;
  const ledger = { brandId, storeId, source: 'store' as const, secretKey };
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  let from = '';
  for (const step of stepsOf(now, alertAt)) {
    const until = step.toISOString();
    const changed = past
      .filter(({ placed }) => placed <= until)
      .map((order) => asOf(order, until))
      .filter(({ updated }) => updated > from);
    await withTransaction(pool, async (tx) => {
      const entries = changed.map((told) => ({ told, toldAt: until }));
      const { placed, changed: others } = await upsertOrders(
        tx,
        ledger,
        { orders: entries, refunds: [] },
        step,
      );
      await updateBooks(tx, brandId, [...placed, ...others], step);
      if (step.getUTCDate() !== 1 || step.getTime() % DAY !== 0) return;
      for (const { statement } of await writeStatements(secretKey, tx, brandId, step))
        if (statement.state === 'open' && step.getTime() < month) await payOut(program, tx, statement, step);
    });
    if (alertAt && step.getTime() === alertAt.getTime()) await dismissAlerts(program, alertAt);
    from = until;
  }
  await withTransaction(pool, async (_tx, connection) => {
    await addAlerts(connection, brandId, await findAlerts(pool, brandId, now), now);
  });
}

/** Approves a statement a few days after it closed; older ones are paid. */
async function payOut(
  { ownerId, now, brandId }: Program,
  tx: Database,
  { id: statementId, affiliateId, zone, from, due: fee, currency }: StoredStatement,
  closed: Date,
): Promise<void> {
  const approved = new Date(closed.getTime() + 2 * DAY);
  await markApproved(tx, statementId, ownerId, approved);
  const [affiliate] = await tx
    .select({ creatorId: affiliateTable.creatorId, userId: affiliateTable.userId })
    .from(affiliateTable)
    .where(eq(affiliateTable.id, affiliateId));
  if (!affiliate) return;
  const { creatorId, userId } = affiliate;
  const title = statementPaymentTitle({ zone, from });
  const id = await insertStatementPayable(
    tx,
    { brandId, statementId, creatorId, userId, title, fee, currency },
    { userId: ownerId, now: approved },
  );
  const sent = new Date(closed.getTime() + 6 * DAY);
  // The last approved month is still to be paid.
  if (now.getTime() - sent.getTime() < 35 * DAY) return;
  const reference = `SEPA ${sent.toISOString().slice(0, 7)}-${statementId.slice(-4)}`;
  const columns = { state: 'paid' as const, reference, paidAt: sent.toISOString() };
  await writePayable(tx, { id }, { columns, text: `Paid: ${reference}` }, { userId: ownerId, now: sent });
}

/** Raises what had to be looked at then, and dismisses it with a reason. */
async function dismissAlerts({ pool, brandId, ownerId }: Program, at: Date): Promise<void> {
  const found = await findAlerts(pool, brandId, at);
  const reason = 'The link was in a newsletter with 40,000 readers. We asked.';
  await withTransaction(pool, async (tx, connection) => {
    for (const { id } of (await addAlerts(connection, brandId, found, at)).added)
      await settle(
        tx,
        brandId,
        id,
        { state: 'dismissed', reason, userId: ownerId },
        new Date(at.getTime() + 3 * HOUR),
      );
  });
}
