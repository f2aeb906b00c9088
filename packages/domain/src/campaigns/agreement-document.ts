import { joined } from '@troupe/i18n/language';
import { z } from 'zod';
import { usageChannelText, usageTermText } from '../billing/usage-rights-text.ts';
import { money } from '../money.ts';
import { Instant, text } from '../shape.ts';
import { Agreement } from './agreement.ts';
import { deliverablesLabel } from './content-kind-name.ts';

/** What clauses can be filled with, each written in braces. */
export const AGREEMENT_PLACEHOLDERS = [
  'brand',
  'creator',
  'campaign',
  'fee',
  'deliverables',
  'draft_due',
  'live_due',
  'usage_term',
  'channels',
  'territory',
] as const;
type Placeholder = (typeof AGREEMENT_PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Returns the placeholders in a text that don't exist. */
export const unknownPlaceholders = (clauses: string): string[] => [
  ...new Set(
    [...clauses.matchAll(PLACEHOLDER)].flatMap(([written, name]) =>
      (AGREEMENT_PLACEHOLDERS as readonly string[]).includes(name ?? '') ? [] : [written],
    ),
  ),
];

/** Clauses of an agreement, in plain text with placeholders. */
export const AgreementClauses = text({ min: 1, max: 15_000, required: 'Enter the clauses' }).refine(
  (clauses) => unknownPlaceholders(clauses).length === 0,
  { error: ({ input }) => `Unknown placeholder: ${unknownPlaceholders(String(input)).join(', ')}` },
);

/** The full name that a person types to accept an agreement. */
export const SignerName = text({ min: 2, max: 120, required: 'Enter your full name' });

/** SHA-256 in hex of the text that a person read. */
export const AgreementHash = z.string().regex(/^[0-9a-f]{64}$/, 'Pass the hash of the agreement');

/** `draft` until the brand accepts, `waiting` for the creator, `accepted` by both sides. */
export const AgreementState = z.enum(['draft', 'waiting', 'accepted']);
export type AgreementState = z.infer<typeof AgreementState>;

/** Who accepted for one side, and when. The name is empty once the creator deleted their account. */
const Acceptance = z.object({ name: z.string(), at: Instant });

/** A version of the written agreement of a collaboration. */
export const AgreementDocument = z.object({
  number: z.int().min(1),
  state: AgreementState,
  /** Whether there is a later version. An accepted one applies until both sides accept the later one. */
  replaced: z.boolean(),
  terms: Agreement,
  /** With placeholders, as edited. */
  clauses: z.string(),
  /** The whole text that both sides accept. */
  text: z.string(),
  hash: z.string(),
  brand: Acceptance.nullable(),
  creator: Acceptance.nullable(),
  created: Instant,
});
export type AgreementDocument = z.infer<typeof AgreementDocument>;

/** The clauses of brands that haven't written their own. */
export const DEFAULT_CLAUSES = `1. Content
{creator} creates the following content for the campaign "{campaign}" of {brand}: {deliverables}. The draft is due on {draft_due}. The content goes live by {live_due}.

2. Approval
{creator} sends each draft through Troupe before publishing it. {brand} approves it or asks for changes that stay within the brief.

3. Fee
Fee: {fee}. {brand} pays it once the collaboration is complete.

4. Usage rights
{creator} keeps ownership of the content. {brand} may use it as follows. Channels: {channels}. Territory: {territory}. Term: {usage_term}. After the term, {brand} stops using the content.

5. Disclosure
{creator} labels the content as advertising wherever the law or the platform requires it.

6. Changes
Changes to the fee or other terms apply only once both sides have accepted a new version of this agreement.`;

/** The parties and the campaign of an agreement. */
export interface AgreementParties {
  brand: string;
  /** `@ana.lima on Instagram`. */
  creator: string;
  campaign: string;
}

/** Returns the text in the form that is hashed: line feeds, no spaces at the ends of lines, Unicode NFC. */
const canonical = (written: string): string =>
  `${written
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim()}\n`;

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

const dateOf = (moment: string | null): string =>
  moment
    ? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
    : 'a date both sides agree on';

function values(parties: AgreementParties, terms: Agreement): Record<Placeholder, string> {
  const { usageRights: rights } = terms;
  const term = rights?.termDays;
  return {
    brand: oneLine(parties.brand),
    creator: oneLine(parties.creator),
    campaign: oneLine(parties.campaign),
    fee: terms.fee ? money(terms.fee, terms.currency) : 'none',
    deliverables: deliverablesLabel(terms.deliverables) || 'as described in the brief',
    draft_due: dateOf(terms.draftDue),
    live_due: dateOf(terms.liveDue),
    usage_term:
      !rights || term === undefined
        ? 'not specified'
        : term === null
          ? usageTermText(null)
          : `${usageTermText(term)} from the day the content goes live`,
    channels:
      rights && rights.channels.length > 0 ? joined(rights.channels.map(usageChannelText)) : 'not specified',
    territory: (rights && oneLine(rights.territory)) || 'not specified',
  };
}

/** Writes the whole text of an agreement. Call it in English, the language of its headings. */
export function agreementText(
  number: number,
  parties: AgreementParties,
  terms: Agreement,
  clauses: string,
): string {
  const filled = values(parties, terms);
  const body = clauses.replace(PLACEHOLDER, (written, name) => filled[name as Placeholder] ?? written);
  return canonical(`Collaboration agreement, version ${number}

Brand: ${filled.brand}
Creator: ${filled.creator}
Campaign: ${filled.campaign}

Fee: ${filled.fee}
Deliverables: ${filled.deliverables}
Draft due: ${filled.draft_due}
Live by: ${filled.live_due}
Usage rights: ${filled.usage_term}
Channels: ${filled.channels}
Territory: ${filled.territory}

${body}`);
}
