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
  /** `chargeback`, or `inquiry`: the bank asks first, and the shop keeps the money. */
  type: z.string().nullish(),
  status: z.string(),
  reason: z.string().nullish(),
  initiated_at: Moment.nullish().catch(null),
  finalized_on: Moment.nullish().catch(null),
});

/** Statuses in which the buyer keeps the money. */
const LOST = new Set(['lost', 'accepted', 'charge_refunded']);

/** Parses a dispute from a webhook; null for an inquiry, or one about no order. Throws if it isn't a dispute. */
export function readDispute(body: unknown): PlatformDispute | null {
  const dispute = WireDispute.parse(body);
  if (!dispute.order_id || dispute.type === 'inquiry') return null;
  return {
    id: dispute.id,
    orderId: dispute.order_id,
    state: dispute.status === 'won' ? 'won' : LOST.has(dispute.status) ? 'lost' : 'open',
    reason: dispute.reason?.replaceAll('\u0000', '').toWellFormed().slice(0, 100) || null,
    opened: dispute.initiated_at ?? null,
    finalized: dispute.finalized_on ?? null,
  };
}
