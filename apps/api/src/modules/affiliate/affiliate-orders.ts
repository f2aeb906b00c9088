import * as contract from '@troupe/contract/affiliate/attribution';
import { type AffiliateOrder, MAX_OPEN_CLAIMS } from '@troupe/domain/affiliate/attribution';
import { type CsvCell, csvAmount } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, ChangeContext } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import { csvValue } from '../../platform/csv/csv-words.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { lockOrders } from '../commerce/order/order-ledger.queries.ts';
import { notify, notifyPeople } from '../inbox/notification/notification.queries.ts';
import { userOfAffiliate } from './affiliate/affiliate.queries.ts';
import {
  brandOfAffiliate,
  lockAffiliate,
  readAffiliateNotice,
} from './affiliate/affiliate-change.queries.ts';
import { readProgramZone } from './affiliate-program/affiliate-program.queries.ts';
import { type PersonDecision, updateBooks } from './attribute-orders.ts';
import {
  eachAffiliateOrder,
  readAffiliateOrder,
  readAffiliateOrders,
  readOrderTouches,
  readOwnOrders,
  readRevisions,
} from './attribution/affiliate-order.queries.ts';
import {
  countOpenClaims,
  insertClaim,
  lockClaim,
  readClaim,
  readClaims,
  readOwnClaims,
  settleClaim,
} from './attribution/claim.queries.ts';
import {
  readAffiliateHistories,
  readBookOrders,
  readProgramVersions,
} from './attribution/order-book.queries.ts';
import { readCommissionsOf } from './commission/commission-page.queries.ts';
import { t } from './messages/messages.gen.ts';
import { readCapCuts } from './order-caps.ts';

/** Registers the calls about orders that creators brought, and about those they miss. */
export function affiliateOrders(api: Api): void {
  const { implement, implementChange, pool, db } = api;
  implement(contract.listAffiliateOrders, async ({ brandId, query: { page, ...asked } }) => {
    const filter = { ...asked, zone: await readProgramZone(db, brandId) };
    const { orders, total } = await readAffiliateOrders(pool, brandId, filter, page);
    return { orders, ...pagesOf(page, total) };
  });
  implement(contract.exportAffiliateOrders, async (context) => {
    const filter = { ...context.query, zone: await readProgramZone(db, context.brandId) };
    return sendCsv(context, {
      name: 'affiliate-orders.csv',
      head: HEADINGS,
      rows: creditsOf(eachAffiliateOrder(pool, context.brandId, filter)),
      cells: csvRow,
    });
  });
  implement(contract.getAffiliateOrder, ({ brandId, params: { orderId } }) =>
    readDetail(api, brandId, orderId),
  );
  implementChange(contract.decideAttribution, (context) => decide(api, context));
  implement(contract.listClaims, async ({ brandId, query: { page, ...filter } }) => {
    const { claims, total } = await readClaims(pool, brandId, filter, page);
    return { claims, ...pagesOf(page, total) };
  });
  implementChange(contract.answerClaim, (context) => answer(api, context));
  implement(contract.listOwnOrders, async ({ params: { affiliateId }, query: { page } }) => {
    const { orders, total } = await readOwnOrders(pool, affiliateId, page);
    const brandId = (await brandOfAffiliate(db, affiliateId)) ?? '';
    const cuts = await readCapCuts(
      db,
      brandId,
      orders.map(({ id }) => id),
    );
    return {
      orders: orders.map((order) =>
        Object.assign(order, { cut: cuts.get(`${order.id} ${affiliateId}`) ?? 0 }),
      ),
      ...pagesOf(page, total),
    };
  });
  implement(contract.listOwnClaims, async ({ params: { affiliateId } }) => ({
    claims: await readOwnClaims(pool, affiliateId),
  }));
  implement(contract.createClaim, (context) => claim(api, context));
}

const HEADINGS = [
  ...['Order', 'Placed', 'Store', 'Status', 'Dispute', 'Rule', 'Creator', 'Platform', 'Share', 'Currency'],
  ...['Total', 'Refunded', 'Net', 'Commission', 'Payable on'],
];

interface CreditedOrder {
  order: AffiliateOrder;
  credit: AffiliateOrder['credits'][number] | null;
}

/** Yields a row for each credited creator, and one for an order without. */
async function* creditsOf(batches: AsyncIterable<AffiliateOrder[]>): AsyncGenerator<CreditedOrder[]> {
  for await (const orders of batches)
    yield orders.flatMap((order) =>
      (order.credits.length > 0 ? order.credits : [null]).map((credit) => ({ order, credit })),
    );
}

function csvRow({ order, credit }: CreditedOrder): CsvCell[] {
  const { name, placed, shop, status, dispute, rule, currency, total, refunded, net, matures } = order;
  const money = (amount: number) => csvAmount(amount, currency);
  return [
    ...[name, placed, shop, csvValue(`order.${status}`)],
    ...[dispute && csvValue(`dispute.${dispute}`), rule && csvValue(`rule.${rule}`)],
    ...[
      credit && (credit.creator.fullname || credit.creator.username),
      credit && PLATFORM_NAMES[credit.creator.platform],
    ],
    ...[credit && `${credit.bp / 100}%`, currency, money(total), money(refunded), money(net)],
    ...[money(credit?.commission ?? 0), matures],
  ];
}

async function readDetail({ pool, db }: Api, brandId: string, orderId: string) {
  const order = await readAffiliateOrder(pool, brandId, orderId);
  if (!order) throw problem('not_found');
  const [touches, revisions, commissions, programs, cuts] = await Promise.all([
    readOrderTouches(pool, brandId, orderId),
    readRevisions(pool, brandId, orderId),
    readCommissionsOf(pool, brandId, { orderId }),
    readProgramVersions(db, brandId),
    readCapCuts(db, brandId, [orderId]),
  ]);
  const version = revisions[0]?.programVersion;
  const program = programs.find((one) => one.version === version);
  return {
    order,
    touches,
    revisions,
    commissions,
    windowHours: program?.rules.attribution.windowHours ?? null,
    cut: [...cuts.values()].reduce((sum, cut) => sum + cut, 0),
  };
}

async function decide(
  api: Api,
  { brandId, caller, params: { orderId }, body, commit }: ChangeContext<typeof contract.decideAttribution>,
) {
  const now = api.clock.now();
  await commit(async (tx) => {
    await lockOrders(tx, brandId);
    const [order] = await readBookOrders(tx, brandId, [orderId]);
    if (!order) throw problem('not_found');
    const revision = order.attribution?.revision ?? 0;
    if (revision !== body.revision) throw problem('conflict', { extra: { revision } });
    await credit(
      tx,
      brandId,
      { orderId, shares: body.shares, userId: caller.userId, reason: body.reason.trim() },
      now,
    );
  });
  return readDetail(api, brandId, orderId);
}

/** Writes a person's decision. @throws invalid for creators of other brands */
async function credit(tx: Database, brandId: string, decision: PersonDecision, now: Date): Promise<void> {
  const ids = (decision.shares ?? []).map(({ affiliateId }) => affiliateId);
  const known = await readAffiliateHistories(tx, brandId, ids);
  if (ids.some((id) => !known.has(id)))
    throw problem('invalid', { fields: { shares: 'Choose creators in your program' } });
  if ((await readProgramVersions(tx, brandId)).length === 0)
    throw problem('invalid_transition', { message: 'Turn on the affiliate program first.' });
  await updateBooks(tx, brandId, [decision.orderId], now, decision);
}

async function answer(
  api: Api,
  { brandId, caller, params: { claimId }, body, commit }: ChangeContext<typeof contract.answerClaim>,
) {
  const now = api.clock.now();
  await commit(async (tx) => {
    await lockOrders(tx, brandId);
    const row = await lockClaim(tx, brandId, claimId);
    const seen = row && (await readClaim(api.pool, brandId, claimId));
    if (!row || !seen) throw problem('not_found');
    if (row.state !== 'open')
      throw problem('invalid_transition', { message: 'Someone already answered this claim.' });
    const orderId = body.orderId ?? seen.order?.id ?? null;
    if (body.state === 'accepted') {
      const [order] = orderId === null ? [] : await readBookOrders(tx, brandId, [orderId]);
      if (!order || orderId === null)
        throw problem('invalid', { fields: { orderId: 'Choose the order to credit' } });
      const shares = [{ affiliateId: row.affiliateId, bp: 10_000 }];
      await credit(tx, brandId, { orderId, shares, userId: caller.userId, reason: body.answer.trim() }, now);
    }
    const { state } = body;
    const credited = state === 'accepted' ? orderId : null;
    await settleClaim(
      tx,
      claimId,
      { state, answer: body.answer.trim(), orderId: credited, answeredBy: caller.userId },
      now,
    );
    const { affiliateId } = row;
    const data = { claimId, affiliateId, state, orderId: credited };
    await publish(tx, { type: 'affiliate_claim.decided', brandId, data }, now);
    const userId = await userOfAffiliate(tx, row.affiliateId);
    const brand = (await readBrandName(tx, brandId)) ?? '';
    if (userId)
      await notifyPeople(tx, [userId], {
        brandId,
        kind: 'affiliate',
        write: () => ({
          title: t(`claim.${body.state}`, { brand, order: row.orderName }),
          text: body.answer.trim(),
        }),
        href: `/programs/${row.affiliateId}`,
        reference: `claim:${claimId}:${body.state}`,
        now,
      });
  });
  const claim = await readClaim(api.pool, brandId, claimId);
  if (!claim) throw problem('not_found');
  return { claim };
}

async function claim(
  { db, pool, clock }: Api,
  { params: { affiliateId }, body }: CallContext<typeof contract.createClaim>,
) {
  const now = clock.now();
  const id = await db.transaction(async (tx) => {
    const brandId = await brandOfAffiliate(tx, affiliateId);
    const affiliate = brandId && (await lockAffiliate(tx, affiliateId, brandId));
    if (!affiliate) throw problem('not_found');
    if (affiliate.termsAcceptedAt === null)
      throw problem('invalid_transition', { message: 'Accept the terms first.' });
    if ((await countOpenClaims(tx, affiliateId)) >= MAX_OPEN_CLAIMS)
      throw problem('too_many', {
        message: 'You have too many open reports of missing orders. Wait for the brand to respond.',
      });
    const orderName = body.orderName.trim();
    const values = { brandId, affiliateId, orderName, orderDay: body.orderDay, note: body.note.trim() };
    const added = await insertClaim(tx, values, now);
    if (!added) throw problem('invalid_transition', { message: 'You already reported this order.' });
    const data = { claimId: added, affiliateId, orderName };
    await publish(tx, { type: 'affiliate_claim.opened', brandId, data }, now);
    const names = await readAffiliateNotice(tx, affiliateId);
    await notify(tx, {
      brandId,
      kind: 'affiliate',
      write: () => ({
        title: t('claim.new', { username: names?.username ?? '', order: orderName }),
        text: body.note.trim() || t('claim.check'),
      }),
      href: '/affiliate/orders?claims=open',
      reference: `claim:${added}`,
      now,
    });
    return added;
  });
  const [claim] = await readOwnClaims(pool, affiliateId, id);
  if (!claim) throw problem('not_found');
  return { claim };
}
