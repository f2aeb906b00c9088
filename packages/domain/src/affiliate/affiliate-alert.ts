import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** What an alert is about. */
export const AlertKind = z.enum([
  ...['leak', 'self-purchase', 'click-flood', 'cookie-stuffing', 'paid-search', 'double-commission'],
  ...['extension', 'refund-ring', 'code-drift'],
] as const);
export type AlertKind = z.infer<typeof AlertKind>;

/** What people call each. */
export const ALERT_NAMES: Record<AlertKind, string> = {
  leak: 'Leaked code',
  'self-purchase': 'Self-purchase',
  'click-flood': 'Click flood',
  'cookie-stuffing': 'Cookie stuffing',
  'paid-search': 'Paid search',
  'double-commission': 'Double commission',
  extension: 'Coupon extension',
  'refund-ring': 'Unusual refunds',
  'code-drift': 'Code changed in the store',
};

/** Where an alert stands. */
export const AlertState = z.enum(['open', 'dismissed', 'resolved']);
export type AlertState = z.infer<typeof AlertState>;

/** Something that a brand should look at, with the figures that say why. */
export const AffiliateAlert = z.object({
  id: Id,
  kind: AlertKind,
  /** The id of the code, link, order or creator it is about. */
  subject: z.string(),
  affiliateId: Id.nullable(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
  state: AlertState,
  reason: z.string().nullable(),
  settled: Instant.nullable(),
  created: Instant,
});
export type AffiliateAlert = z.infer<typeof AffiliateAlert>;

/** How an alert is settled; dismissing one needs a reason. */
export const AlertAction = z
  .object({ state: z.enum(['dismissed', 'resolved']), reason: text({ max: 500 }).default('') })
  .refine(({ state, reason }) => state !== 'dismissed' || reason.trim() !== '', {
    path: ['reason'],
    message: 'Enter the reason',
  });
