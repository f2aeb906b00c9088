import { z } from 'zod';
import { Instant, text } from '../shape.ts';
import { Agreement } from './agreement.ts';

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
export type AgreementPlaceholder = (typeof AGREEMENT_PLACEHOLDERS)[number];

export const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Returns the placeholders in a text that don't exist. */
const unknownPlaceholders = (clauses: string): string[] => [
  ...new Set(
    [...clauses.matchAll(PLACEHOLDER)].flatMap(([written, name]) =>
      (AGREEMENT_PLACEHOLDERS as readonly string[]).includes(name ?? '') ? [] : [written],
    ),
  ),
];

/** Clauses of an agreement, in plain text with placeholders. */
export const AgreementClauses = text({ min: 1, max: 15_000, required: 'Enter the agreement clauses' }).refine(
  (clauses) => unknownPlaceholders(clauses).length === 0,
  { error: ({ input }) => `Unknown placeholder: ${unknownPlaceholders(String(input)).join(', ')}` },
);

/** The full name that a person types to accept an agreement. */
export const SignerName = text({ min: 2, max: 120, required: 'Enter your full name' });

/** SHA-256 in hex of the text that a person read. */
export const AgreementHash = z.string().regex(/^[0-9a-f]{64}$/, 'Pass the hash of the agreement');

/** `draft` until the brand accepts, `waiting` for the creator, `accepted` by both sides. */
const AgreementState = z.enum(['draft', 'waiting', 'accepted']);
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
  /** The language of its headings, chosen when the agreement was created. */
  language: z.enum(['en', 'de', 'es']),
  brand: Acceptance.nullable(),
  creator: Acceptance.nullable(),
  created: Instant,
});
export type AgreementDocument = z.infer<typeof AgreementDocument>;
