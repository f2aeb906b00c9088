import { productNote, shippingNote } from '@troupe/domain/analytics/gift-note';
import type { Api } from '../../platform/api.ts';
import { connectionOf } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { type GiftCost, giftReferences, readGiftCosts } from '../commerce/gift/gift.queries.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import { deleteGiftCosts, writeGiftCost } from './cost-entry/cost-entry.queries.ts';

/**
 * Records the products and the shipping of ordered gifts as costs, once each, and removes those of canceled ones. What
 * people changed about a cost stays. A gift that cost nothing has no cost, nor has shipping whose cost is unknown.
 */
export function subscribeGiftCosts({ events }: Pick<Api, 'events'>): void {
  events.subscribe('gift.changed', async (tx, published, now) => {
    const connection = connectionOf(tx);
    for (const { brandId, data } of published) {
      const references = giftReferences(data.giftId);
      if (data.status === 'cancelled')
        await deleteGiftCosts(connection, brandId, Object.values(references), { unchanged: false });
      if (data.status === 'cancelled' || data.costs.length === 0) continue;
      const zone = await readBrandZone(connection, brandId);
      for (const gift of await readGiftCosts(tx, brandId, [data.giftId]))
        for (const kind of data.costs) {
          const amount = kind === 'product' ? gift.cost : gift.shippingCost;
          const reference = references[kind];
          const entry = {
            id: newId(),
            day: dayIn(zone, gift.orderedAt),
            kind,
            amount: amount ?? 0,
            currency: gift.currency,
            campaignId: gift.campaignId,
            creatorId: gift.creatorId,
            note: kind === 'product' ? noteOf(gift) : shippingNote(gift.orderName),
            reference,
            source: 'gift' as const,
            userId: null,
          };
          if (amount) await writeGiftCost(connection, brandId, entry, now);
          else await deleteGiftCosts(connection, brandId, [reference], { unchanged: true });
        }
    }
  });
}

function noteOf({ orderName, lines, costBasis }: GiftCost): string {
  const titles = lines.map(({ title, variantTitle }) => (variantTitle ? `${title}, ${variantTitle}` : title));
  return productNote(orderName, titles, costBasis === 'price');
}

/** The day of a time in a zone, `YYYY-MM-DD`. */
const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );
