import { z } from 'zod';

/**
 * How well a creator fits beside the words of a search: engagement against creators of the same platform and size,
 * times freshness, times reachability. Each part is shown with its value.
 */
export const CreatorFit = z.object({
  /** Engagement divided by what is typical, 0.1 to 2; 0.5 if unknown. */
  engagement: z.number(),
  /** Typical engagement, in percent, of creators of the same platform and size. */
  typicalEngagement: z.number(),
  /** 1 for a post today; halves every 180 days. Counts from the last reading if no post is known. */
  freshness: z.number(),
  /** Days since the last post or reading. */
  days: z.int(),
  /** 1 with an email address or account, 0.8 if contact details haven't been looked up, 0.5 if there are none. */
  reachability: z.number(),
});
export type CreatorFit = z.infer<typeof CreatorFit>;

/** Lower ends of the size classes, in followers. */
const SIZES = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];

/** Typical engagement by size class, in percent, until enough creators of the class are known. */
const TYPICAL = [6, 5, 4, 3, 2.5, 2, 1.6, 1.3, 1.1, 1];

/** Days in which freshness halves. */
const FRESHNESS_DAYS = 180;

/** Returns the size class of a creator. The database does the same (`creator_size`). */
export const creatorSize = (followers: number | null): number =>
  SIZES.filter((lower) => (followers ?? 0) >= lower).length;

/** What {@link creatorFit} is calculated from. */
export interface FitBasis {
  followerCount: number | null;
  engagement: number | null;
  /** Time of the last post, or else of the last reading. */
  freshAt: Date;
  reach: 'known' | 'unknown' | 'none';
}

const REACH: Record<FitBasis['reach'], number> = { known: 1, unknown: 0.8, none: 0.5 };
const DAY = 86_400_000;

/**
 * Returns the parts of a creator's fit; their product is the fit. The database sorts by the same (`creator_fit_key`).
 * @param typical typical engagement of the platform and size; undefined if too few creators are known
 */
export function creatorFit(basis: FitBasis, typical: number | undefined, now: Date): CreatorFit {
  const typicalEngagement = typical ?? TYPICAL[creatorSize(basis.followerCount)] ?? 1;
  const days = Math.max(0, (now.getTime() - basis.freshAt.getTime()) / DAY);
  return {
    engagement:
      basis.engagement === null ? 0.5 : Math.min(2, Math.max(0.1, basis.engagement / typicalEngagement)),
    typicalEngagement,
    freshness: 2 ** (-days / FRESHNESS_DAYS),
    days: Math.floor(days),
    reachability: REACH[basis.reach],
  };
}
