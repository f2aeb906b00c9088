import { z } from 'zod';
import { Agreement, OfferSide } from './agreement.ts';

/** What a line of an opt-in's history says besides its kind, for writing it in the language of a reader. */
export const OptInEventDetail = z.object({
  /** The reason that was typed. */
  reason: z.string().optional(),
  terms: Agreement.optional(),
  /** Whose offer it is. */
  side: OfferSide.optional(),
  /** Whether the other side had offered the same terms. */
  agreed: z.boolean().optional(),
  /** The version of the written agreement. */
  number: z.int().optional(),
  shipment: z
    .object({
      state: z.enum(['asked', 'shipped', 'received']),
      carrier: z.string().nullish(),
      tracking: z.string().nullish(),
    })
    .optional(),
});
export type OptInEventDetail = z.infer<typeof OptInEventDetail>;
