import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { Id, Instant, text } from '../shape.ts';
import { wilson } from '../share-interval.ts';
import { AffiliateCreator } from './affiliate.ts';
import { CodeSighting } from './code-sighting.ts';

/** What an alert is about. */
export const AlertKind = z.enum([
  ...['leak', 'self-purchase', 'click-flood', 'cookie-stuffing', 'paid-search', 'double-commission'],
  ...['refund-ring', 'code-drift'],
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
  creator: AffiliateCreator.nullable(),
  /** What it was measured by. Shares are percentages with one decimal, amounts minor units. */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of a leak: the latest public posts with the code by others than its creator, newest first. Deleted posts leave. */
  sightings: z.array(CodeSighting),
  state: AlertState,
  reason: z.string().nullable(),
  /** Who settled it. */
  by: z.string().nullable(),
  settled: Instant.nullable(),
  created: Instant,
  abilities: z.object({ settle: Ability, replaceCode: Ability }),
});
export type AffiliateAlert = z.infer<typeof AffiliateAlert>;

/** How an alert is settled; dismissing one needs a reason. */
export const AlertAction = z
  .object({ state: z.enum(['dismissed', 'resolved']), reason: text({ max: 500 }).default('') })
  .refine(({ state, reason }) => state !== 'dismissed' || reason.trim() !== '', {
    path: ['reason'],
    message: 'Enter a reason',
  });

/** An alert that a signal asks for. */
export interface FoundAlert {
  kind: AlertKind;
  subject: string;
  affiliateId: string;
  /** The creator's, for the notification; not stored. */
  username: string;
  figures: Record<string, string | number>;
}

/** Standard normal quantile of alerts: one of two hundred chance deviations is larger. */
const Z = 2.58;
/** How much larger a share must be than usual, for certain. */
const MARGIN = 0.2;
/** The fewest cases that say something. */
const FEWEST = 10;
const HOUR_MS = 3_600_000;
/** Uses of a code that are judged: those of two days, and at most the last 50. */
const RECENT_MS = 48 * HOUR_MS;
const RECENT_USES = 50;
const USUAL_MS = 28 * 24 * HOUR_MS;

const percent = (share: number) => Math.round(share * 1000) / 10;

/** A use of a code: when, and whether nothing else of the order led to its creator. */
export interface CodeUse {
  at: number;
  cold: boolean;
}

/** Uses of codes, and how many of them were cold. */
export interface CodeUses {
  uses: number;
  cold: number;
}

const recentUses = (uses: readonly CodeUse[], now: number) =>
  uses
    .filter(({ at }) => at > now - RECENT_MS)
    .sort((a, b) => b.at - a.at)
    .slice(0, RECENT_USES);
const usualUses = (uses: readonly CodeUse[], now: number): CodeUses => {
  const usual = uses.filter(({ at }) => at <= now - RECENT_MS && at > now - RECENT_MS - USUAL_MS);
  return { uses: usual.length, cold: usual.filter(({ cold }) => cold).length };
};

/** Returns whether `leakOf` compares a code with all codes of its brand, because it has few earlier uses. */
export const comparesWithBrand = (uses: readonly CodeUse[], now: number): boolean =>
  recentUses(uses, now).length >= FEWEST && usualUses(uses, now).uses < FEWEST;

/**
 * Returns the figures of a leak when many buyers came without the creator, or null: the lower bound of the share of
 * cold uses in the last two days lies more than 20 points above the code's own share in the 28 days before, and there
 * are at least ten uses.
 * @param uses of one code, in any order
 * @param brand uses of all codes of the brand in the 28 days before, for codes with fewer than ten uses
 */
export function leakOf(
  uses: readonly CodeUse[],
  brand: CodeUses | null,
  now: number,
): Record<'uses' | 'cold' | 'coldShare' | 'atLeast' | 'usualShare', number> | null {
  const recent = recentUses(uses, now);
  if (recent.length < FEWEST) return null;
  const own = usualUses(uses, now);
  const usual = own.uses >= FEWEST ? own : brand;
  if (!usual || usual.uses < FEWEST) return null;
  const usualShare = usual.cold / usual.uses;
  const cold = recent.filter((use) => use.cold).length;
  const { low } = wilson(cold, recent.length, Z);
  if (low <= usualShare + MARGIN) return null;
  return {
    uses: recent.length,
    cold,
    coldShare: percent(cold / recent.length),
    atLeast: percent(low),
    usualShare: percent(usualShare),
  };
}

/**
 * Returns the figures when a creator's orders are refunded far more often than those of all creators, or null.
 * @param own the creator's orders, and how many were refunded or canceled
 * @param all the same of all creators together
 */
export function refundRingOf(
  own: { orders: number; refunded: number },
  all: { orders: number; refunded: number },
): Record<'orders' | 'refunded' | 'share' | 'atLeast' | 'usualShare', number> | null {
  const others = { orders: all.orders - own.orders, refunded: all.refunded - own.refunded };
  if (own.orders < FEWEST || others.orders < FEWEST) return null;
  const usual = others.refunded / others.orders;
  const { low } = wilson(own.refunded, own.orders, Z);
  if (low <= usual + MARGIN) return null;
  return {
    ...own,
    share: percent(own.refunded / own.orders),
    atLeast: percent(low),
    usualShare: percent(usual),
  };
}

/** Hits of a link in a day, by what they were judged as. */
export interface LinkHits {
  people: number;
  floods: number;
  /** Loaded inside another page, without a visitor who saw it. */
  embeds: number;
  /** With a marker of a paid search ad. */
  paid: number;
  /** Of these, ads bought for the brand's name, and the term with most of them. */
  named: number;
  term: string | null;
}

/** The fewest hits of a kind in a day that are worth a look. */
const FEWEST_FLOODS = 200;
const FEWEST_EMBEDS = 20;
const FEWEST_PAID = 5;
/** Ads on the brand's name take buyers who were on their way to it. */
const FEWEST_NAMED = 3;

function paidFigures({
  paid,
  people,
  named,
  term,
}: Pick<LinkHits, 'paid' | 'people' | 'named' | 'term'>): Record<string, string | number> {
  return named > 0 && term !== null ? { paid, people, named, term } : { paid, people };
}

/** Returns what is unusual about the hits of a link in a day. */
export function hitAlertsOf({ people, floods, embeds, paid, named, term }: LinkHits): {
  kind: 'click-flood' | 'cookie-stuffing' | 'paid-search';
  figures: Record<string, string | number>;
}[] {
  return [
    ...(floods >= FEWEST_FLOODS && floods > people
      ? [{ kind: 'click-flood' as const, figures: { floods, people } }]
      : []),
    ...(embeds >= FEWEST_EMBEDS && embeds > people
      ? [{ kind: 'cookie-stuffing' as const, figures: { embeds, people } }]
      : []),
    ...(paid >= FEWEST_PAID || named >= FEWEST_NAMED
      ? [
          {
            kind: 'paid-search' as const,
            figures: paidFigures({ paid, people, named, term }),
          },
        ]
      : []),
  ];
}
