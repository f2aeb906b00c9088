import { type AffiliateHistory, orderEarnings, versionAt } from '@troupe/domain/affiliate/order-books';
import type { Database } from '../../platform/database.ts';
import {
  readAffiliateHistories,
  readBookOrders,
  readProgramVersions,
} from './attribution/order-book.queries.ts';
import { readLedgerSums } from './commission/commission.queries.ts';

/**
 * Returns what caps per order and month cut off the commissions of orders, in minor units: what each creator would earn
 * without them, less what the ledger holds. Without a cap it is 0.
 * @returns by order and affiliate: `order affiliate`
 */
export async function readCapCuts(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const cuts = new Map<string, number>();
  const orders = await readBookOrders(db, brandId, orderIds);
  const ids = orders.flatMap(({ attribution }) =>
    (attribution?.shares ?? []).map(({ affiliateId }) => affiliateId),
  );
  const bound = await readAffiliateHistories(db, brandId, [...new Set(ids)]);
  const isCapped = [...bound.values()].some(({ versions }) =>
    versions.some(
      ({ terms }) =>
        terms !== null && Object.keys(terms.capPerOrder).length + Object.keys(terms.capPerMonth).length > 0,
    ),
  );
  if (!isCapped) return cuts;
  const affiliates = new Map([...bound].map(([id, history]) => [id, withoutCaps(history)]));
  const programs = await readProgramVersions(db, brandId);
  const sums = await readLedgerSums(db, brandId, orderIds);
  const written = new Map(
    sums.map(({ orderId, affiliateId, amount }) => [`${orderId} ${affiliateId}`, amount]),
  );
  for (const order of orders) {
    const { shares = [], evidence = [] } = order.attribution ?? {};
    const won = new Set(evidence.filter(({ verdict }) => verdict === 'won').map(({ touchId }) => touchId));
    const campaignId = order.touches.find(({ id }) => won.has(id))?.campaignId ?? null;
    const program = versionAt(programs, order.placedAt);
    for (const { affiliateId, target } of orderEarnings(
      order,
      { shares, campaignId },
      { program, affiliates },
    )) {
      const key = `${order.id} ${affiliateId}`;
      cuts.set(key, Math.max(0, target.amount - (written.get(key) ?? 0)));
    }
  }
  return cuts;
}

const withoutCaps = (history: AffiliateHistory): AffiliateHistory =>
  Object.assign({}, history, {
    versions: history.versions.map((version) =>
      Object.assign({}, version, {
        terms: version.terms && Object.assign({}, version.terms, { capPerOrder: {}, capPerMonth: {} }),
      }),
    ),
  });
