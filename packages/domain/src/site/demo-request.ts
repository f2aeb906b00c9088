import { z } from 'zod';
import { MailStatus } from '../outreach/mail.ts';
import { emailAddress, Id, Instant, text, WebAddress } from '../shape.ts';
import { DEMO_BUDGETS, DEMO_LIMITS, DEMO_MIN_MS, DEMO_TEXTS } from './demo-request-form.ts';
import { MarketingSource } from './marketing-source.ts';

/** Names appear in an email subject, so they must be a single line. */
const line = (field: 'name' | 'company') =>
  text({ max: DEMO_LIMITS[field], required: DEMO_TEXTS[field] }).transform((value) =>
    value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(),
  );

const budgets = DEMO_BUDGETS.map(({ value }) => value);

/** A visitor's request for a product demo. */
export const DemoRequestForm = z.object({
  name: line('name'),
  email: z.string().trim().max(DEMO_LIMITS.email, DEMO_TEXTS.email).pipe(emailAddress(DEMO_TEXTS.email)),
  company: line('company'),
  website: z
    .union([z.literal(''), text({ max: DEMO_LIMITS.website }).pipe(WebAddress)], DEMO_TEXTS.website)
    .default(''),
  budget: z.union([z.literal(''), z.enum(budgets)], DEMO_TEXTS.budget).default(''),
  message: text({ max: DEMO_LIMITS.message }).default(''),
  /** How the visitor found the product. */
  source: MarketingSource.nullish(),
  /** Honeypot: invisible to people, so only bots fill it in. */
  subject: text({ max: 1000 }).default(''),
  /** Milliseconds between page load and submission; undefined without JavaScript. */
  took: z.number().min(0).optional(),
});
export type DemoRequestForm = z.infer<typeof DemoRequestForm>;

/** Why a request is flagged as spam. Flagged requests are saved but not emailed. */
export const HeldBack = z.enum(['hidden-field', 'too-soon']);
export type HeldBack = z.infer<typeof HeldBack>;

/** Returns why a request is flagged as spam, or null. */
export function spamReason({ subject, took }: Pick<DemoRequestForm, 'subject' | 'took'>): HeldBack | null {
  if (subject.trim() !== '') return 'hidden-field';
  return took !== undefined && took < DEMO_MIN_MS ? 'too-soon' : null;
}

/** A request as shown to administrators. */
export const DemoRequest = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string(),
  website: z.string(),
  budget: z.string(),
  message: z.string(),
  source: MarketingSource.nullable(),
  heldBack: HeldBack.nullable(),
  /** Status of the email to the sales address; null if none was sent. */
  mail: z.object({ status: MailStatus, reason: z.string().nullable() }).nullable(),
  created: Instant,
});
export type DemoRequest = z.infer<typeof DemoRequest>;
