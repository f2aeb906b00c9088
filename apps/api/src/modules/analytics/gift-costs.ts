import type { Api } from '../../platform/api.ts';
import { connectionOf } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { giftReference, readGiftCosts } from '../commerce/gift/gift.queries.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import { deleteGiftCost, insertCost } from './cost-entry/cost-entry.queries.ts';

/**
 * Records ordered gifts as product costs, once each, and removes those of canceled ones. What people changed about a
 * cost stays. A gift that cost nothing has no cost.
 */
export function subscribeGiftCosts({ events }: Pick<Api, 'events'>): void {
  events.subscribe('gift.changed', async (tx, published, now) => {
    const connection = connectionOf(tx);
    for (const { brandId, data } of published) {
      if (data.status === 'cancelled') await deleteGiftCost(connection, brandId, giftReference(data.giftId));
      if (data.status !== 'ordered') continue;
      const zone = await readBrandZone(connection, brandId);
      for (const gift of await readGiftCosts(tx, brandId, [data.giftId])) {
        if (gift.cost === 0) continue;
        const titles = gift.lines.map(({ title, variantTitle }) =>
          variantTitle ? `${title}, ${variantTitle}` : title,
        );
        const basis = gift.costBasis === 'price' ? ' (retail price)' : '';
        const entry = {
          id: newId(),
          day: dayIn(zone, gift.orderedAt),
          kind: 'product' as const,
          amount: gift.cost,
          currency: gift.currency,
          campaignId: gift.campaignId,
          creatorId: gift.creatorId,
          note: `Gift ${gift.orderName}: ${titles.join('; ')}`.slice(0, 480) + basis,
          reference: gift.reference,
          source: 'gift' as const,
          userId: null,
        };
        await insertCost(connection, brandId, entry, now);
      }
    }
  });
}

/** The day of a time in a zone, `YYYY-MM-DD`. */
const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );
