import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Id, Instant, MAX_COUNT, text } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';
import { WHOLE_BP } from './affiliate-program.ts';

/**
 * Where a code stands with its store: being created, usable, refused by the store, paused there, replaced after a leak,
 * or ended.
 */
const CODE_STATES = ['creating', 'live', 'failed', 'paused', 'leaked', 'ended'] as const;
export const CodeState = z.enum(CODE_STATES);
export type CodeState = z.infer<typeof CodeState>;

/** What a code takes off. */
export const CodeKind = z.enum(['percent', 'amount']);
export type CodeKind = z.infer<typeof CodeKind>;

/** The most codes of one creator in a program that haven't ended. */
export const MAX_CODES = 100;
/** The most rows of a file of codes. */
export const MAX_CODE_ROWS = 500;
/** The largest file of codes, in characters. */
export const MAX_CODE_FILE = 200_000;
/** The longest that a replaced code stays usable, in hours: 30 days. */
const MAX_OVERLAP_HOURS = 720;

/**
 * Folds a code for comparison: NFKC (full-width characters), without blanks and invisible characters, in lower
 * case.
 */
export const foldCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC');

/**
 * A code to create, as buyers type it: full-width characters become plain ones, surrounding blanks are removed. Characters of other
 * scripts that look like these are refused.
 */
const CodeText = z
  .string()
  .max(200, { error: 'Use at most 30 characters' })
  .transform((code) => code.normalize('NFKC').trim())
  .refine((code) => /^[A-Za-z0-9][A-Za-z0-9_-]{2,29}$/.test(code), {
    error: 'Use 3 to 30 characters: A-Z, 0-9, hyphens and underscores',
  });

const STORE_CODE = text({ min: 1, max: 255 }).transform((code) => code.trim());

const Off = {
  kind: CodeKind.default('percent'),
  /** For `percent`: basis points, 1000 is 10%. */
  valueBp: z
    .int({ error: 'Enter a whole number of basis points' })
    .min(1, { error: 'Enter a percentage greater than 0' })
    .max(WHOLE_BP, { error: 'Enter 100% or less' })
    .nullable()
    .default(null),
  /** For `amount`: minor units of the store's currency. */
  valueMinor: z
    .int()
    .min(1, { error: 'Enter an amount greater than 0' })
    .max(100_000_000_000, { error: 'Enter a lower amount' })
    .nullable()
    .default(null),
};

/** A code to create in the store. */
export const NewCode = z
  .object({
    affiliateId: Id,
    /** Omitted: the brand's connected store. */
    storeId: Id.optional(),
    campaignId: Id.nullable().default(null),
    code: CodeText,
    kind: Off.kind,
    valueBp: Off.valueBp,
    valueMinor: Off.valueMinor,
    startsAt: Instant.nullable().default(null),
    endsAt: Instant.nullable().default(null),
    usageLimit: z.int().min(1).max(MAX_COUNT).nullable().default(null),
    oncePerBuyer: z.boolean().default(false),
  })
  .refine(({ kind, valueBp }) => kind !== 'percent' || valueBp !== null, {
    path: ['valueBp'],
    message: 'Enter a percentage or an amount',
  })
  .refine(({ kind, valueMinor }) => kind !== 'amount' || valueMinor !== null, {
    path: ['valueMinor'],
    message: 'Enter a percentage or an amount',
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || startsAt === null || startsAt < endsAt, {
    path: ['endsAt'],
    message: 'Choose an end date after the start date',
  });
export type NewCode = z.output<typeof NewCode>;

/** A code that exists in the store and belongs to a creator from now on. */
export const AdoptedCode = z.object({
  affiliateId: Id,
  storeId: Id.optional(),
  campaignId: Id.nullable().default(null),
  code: STORE_CODE,
});

/** A change to a code. */
export const CodeChange = z.object({ state: z.enum(['live', 'paused', 'ended']) });

/** How a code is replaced. */
export const CodeRotation = z.object({
  /** Omitted: the old one with four random characters. */
  code: CodeText.optional(),
  /** How long buyers can still use the old one, in hours. */
  overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(24),
  /** Orders with the old one aren't credited from now on. */
  leaked: z.boolean().default(false),
});

const NAMES: Record<CodeState, string> = {
  creating: 'being created',
  live: 'live',
  failed: 'not created',
  paused: 'paused',
  leaked: 'replaced',
  ended: 'ended',
};

/** Returns why a code can't change from one state to another by hand; null if it can. */
export function codeMoveRefusal(from: CodeState, to: 'live' | 'paused' | 'ended'): string | null {
  if (from === to) return `This code is already ${NAMES[from]}.`;
  if (from === 'ended') return 'This code has ended. Create a new one.';
  if (to === 'ended') return null;
  if (from === 'leaked') return 'This code was replaced.';
  return from === 'creating' || from === 'failed' ? `This code is ${NAMES[from]}.` : null;
}

/** What may be done with a code. */
const CodeAbilities = z.object({
  pause: Ability,
  resume: Ability,
  end: Ability,
  rotate: Ability,
  retry: Ability,
});

/** Returns what may be done with a code in this state. */
export function codeAbilities(state: CodeState): z.infer<typeof CodeAbilities> {
  const to = (next: 'live' | 'paused' | 'ended') => abilityUnless(codeMoveRefusal(state, next));
  return {
    pause: to('paused'),
    resume: to('live'),
    end: to('ended'),
    rotate: abilityUnless(
      state === 'live' || state === 'paused' ? null : 'You can only replace live or paused codes.',
    ),
    retry: abilityUnless(state === 'failed' ? null : 'You can only retry codes that the store rejected.'),
  };
}

/** A code of a creator, without the creator. */
export const OwnCode = z.object({
  id: Id,
  affiliateId: Id,
  code: z.string(),
  state: CodeState,
  kind: CodeKind,
  /** Basis points for `percent`; otherwise null. */
  valueBp: z.int().nullable(),
  /** Minor units of `currency` for `amount`; otherwise null. */
  valueMinor: z.int().nullable(),
  currency: z.string().nullable(),
  startsAt: Instant,
  endsAt: Instant.nullable(),
  usageLimit: z.int().nullable(),
  oncePerBuyer: z.boolean(),
  /** Opens the store with the code in the cart; null once the store is gone. */
  url: z.string().nullable(),
  created: Instant,
});
export type OwnCode = z.infer<typeof OwnCode>;

/** A code as the brand sees it. */
export const AffiliateCode = OwnCode.extend({
  creator: AffiliateCreator,
  storeId: Id,
  storeName: z.string(),
  campaignId: Id.nullable(),
  campaignTitle: z.string().nullable(),
  /** It was made at the store before; ending it here leaves it there. */
  adopted: z.boolean(),
  /** Why the store refused it, or what happened there. */
  error: z.string().nullable(),
  /** From when until when orders with it belong to the creator. */
  ownedFrom: Instant,
  ownedUntil: Instant.nullable(),
  /** The code that it replaced, and the one that replaced it. */
  replacesId: Id.nullable(),
  replacedById: Id.nullable(),
  /** When the store was last asked about it. */
  checked: Instant.nullable(),
  updated: Instant,
  abilities: CodeAbilities,
});
export type AffiliateCode = z.infer<typeof AffiliateCode>;

/** A row of a file of codes that wasn't accepted. */
export const RefusedCodeRow = z.object({ row: z.int(), code: z.string(), reason: z.string() });
export type RefusedCodeRow = z.infer<typeof RefusedCodeRow>;
