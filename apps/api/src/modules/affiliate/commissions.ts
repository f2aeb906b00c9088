import * as contract from '@troupe/contract/affiliate/commission';
import { csvAmount } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import { csvValue } from '../../platform/csv/csv-words.ts';
import { publish } from '../../platform/events.ts';
import { lockOrders } from '../commerce/order/order-ledger.queries.ts';
import { lockAffiliate } from './affiliate/affiliate-change.queries.ts';
import { readProgramZone } from './affiliate-program/affiliate-program.queries.ts';
import { insertCommissions } from './commission/commission.queries.ts';
import { eachCommission, readCommissions, readCommissionsOf } from './commission/commission-page.queries.ts';

const HEADINGS = [
  ...[
    'Number',
    'Date',
    'Creator',
    'Platform',
    'Order',
    'Type',
    'Currency',
    'Amount',
    'Base amount',
    'Payable on',
  ],
  ...['Statement', 'Reason'],
];

/** Registers the calls about the ledger of commissions. */
export function commissions(api: Api): void {
  const { implement, implementChange, pool, db, clock } = api;
  implement(contract.listCommissions, async ({ brandId, query: { page, ...asked } }) => {
    const filter = { ...asked, zone: await readProgramZone(db, brandId) };
    const { commissions, sums, total } = await readCommissions(pool, brandId, filter, page, clock.now());
    return { commissions, sums, ...pagesOf(page, total) };
  });
  implement(contract.exportCommissions, async (context) => {
    const filter = { ...context.query, zone: await readProgramZone(db, context.brandId) };
    return sendCsv(context, {
      name: 'commissions.csv',
      head: HEADINGS,
      rows: eachCommission(pool, context.brandId, filter),
      cells: (each) => [
        ...[each.number, each.created, each.creator.fullname || each.creator.username],
        ...[PLATFORM_NAMES[each.creator.platform], each.orderName, csvValue(`commission.${each.kind}`)],
        ...[each.currency, csvAmount(each.amount, each.currency), csvAmount(each.basis, each.currency)],
        ...[each.matures, each.statementId, each.reason],
      ],
    });
  });
  implementChange(contract.addCommission, (context) => add(api, context));
}

async function add(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.addCommission>,
) {
  const now = api.clock.now();
  const id = await commit(async (tx) => {
    await lockOrders(tx, brandId);
    const affiliate = await lockAffiliate(tx, body.affiliateId, brandId);
    if (!affiliate) throw problem('not_found');
    const commissionIds = await insertCommissions(
      tx,
      brandId,
      [
        {
          ...body,
          reason: body.reason.trim(),
          userId: caller.userId,
          basis: 0,
          lines: [],
          maturesAt: now.toISOString(),
        },
      ],
      now,
    );
    await publish(tx, { type: 'commission.written', brandId, data: { commissionIds } }, now);
    return commissionIds[0];
  });
  const [commission] = await readCommissionsOf(api.pool, brandId, { id: id ?? '' });
  if (!commission) throw problem('not_found');
  return { commission };
}
