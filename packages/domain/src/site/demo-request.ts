import { z } from 'zod';
import { MailStatus } from '../outreach/mail.ts';
import { Id, Instant, text, WebAddress } from '../shape.ts';
import { DEMO_BUDGETS, DEMO_LIMITS, DEMO_SOONEST_MS, DEMO_TEXTS } from './demo-request-form.ts';
import { MarketingSource } from './marketing-source.ts';

/** Names stand in the subject of a mail: on one line. */
const line = (field: 'name' | 'company') =>
  text({ max: DEMO_LIMITS[field], required: DEMO_TEXTS[field] }).transform((value) =>
    value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(),
  );

const budgets = DEMO_BUDGETS.map(({ value }) => value);

/** A visitor's wish to be shown the product, as the form sends it. */
export const DemoRequestForm = z.object({
  name: line('name'),
  email: z.string().trim().max(DEMO_LIMITS.email, DEMO_TEXTS.email).pipe(z.email(DEMO_TEXTS.email)),
  company: line('company'),
  website: z
    .union([z.literal(''), text({ max: DEMO_LIMITS.website }).pipe(WebAddress)], DEMO_TEXTS.website)
    .default(''),
  budget: z.union([z.literal(''), z.enum(budgets)], DEMO_TEXTS.budget).default(''),
  message: text({ max: DEMO_LIMITS.message }).default(''),
  /** What led the visitor here. */
  source: MarketingSource.nullish(),
  /** A field that people do not see. What fills it in is a program. */
  subject: text({ max: 1000 }).default(''),
  /** Milliseconds between the page's beginning and the sending; pages without scripts do not say. */
  took: z.number().min(0).optional(),
});
export type DemoRequestForm = z.infer<typeof DemoRequestForm>;

/** Why a request is kept but mailed to nobody: it looks like one of a program. */
export const HeldBack = z.enum(['hidden-field', 'too-soon']);
export type HeldBack = z.infer<typeof HeldBack>;

/** What people call each. */
export const HELD_BACK_NAMES: Record<HeldBack, string> = {
  'hidden-field': 'It filled in a field that people do not see.',
  'too-soon': `It came within ${DEMO_SOONEST_MS / 1000} seconds.`,
};

/** Why a request should not be mailed; null for one of a person. */
export function heldBackFor({ subject, took }: Pick<DemoRequestForm, 'subject' | 'took'>): HeldBack | null {
  if (subject.trim() !== '') return 'hidden-field';
  return took !== undefined && took < DEMO_SOONEST_MS ? 'too-soon' : null;
}

/** A request as administrators see it. */
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
  /** Of the mail to the sales address; null where nobody is mailed. */
  mail: z.object({ status: MailStatus, reason: z.string().nullable() }).nullable(),
  created: Instant,
});
export type DemoRequest = z.infer<typeof DemoRequest>;
