import type { PlatformDispute } from '@troupe/domain/commerce/store-platform';
import { z } from 'zod';

const WireId = z.union([z.int().min(1), z.string().regex(/^[1-9]\d{0,18}$/)]).transform((id) => String(id));
const Moment = z
  .string()
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  })
  .transform((text) => new Date(text).toISOString());

/** A dispute of Shopify Payments, as in `disputes/create` and `disputes/update`. */
const WireDispute = z.object({
  id: WireId,
  order_id: WireId.nullish(),
  status: z.string(),
  reason: z.string().nullish(),
  initiated_at: Moment.nullish().catch(null),
  finalized_on: Moment.nullish().catch(null),
});

/** Statuses in which the buyer keeps the money. */
const LOST = new Set(['lost', 'accepted', 'charge_refunded']);

/** Parses a dispute from a webhook; null for one about no order. Throws if it isn't a dispute. */
export function readDispute(body: unknown): PlatformDispute | null {
  const told = WireDispute.parse(body);
  if (!told.order_id) return null;
  return {
    id: told.id,
    orderId: told.order_id,
    state: told.status === 'won' ? 'won' : LOST.has(told.status) ? 'lost' : 'open',
    reason: told.reason?.replaceAll('\u0000', '').toWellFormed().slice(0, 100) || null,
    opened: told.initiated_at ?? null,
    finalized: told.finalized_on ?? null,
  };
}
