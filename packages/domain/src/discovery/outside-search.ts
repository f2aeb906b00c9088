import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { Platform } from './creator.ts';
import { type CreatorFilters, SearchCondition } from './creator-search.ts';

/** Most results of one paid page. */
export const OUTSIDE_PAGE = 50;
/** Creators new to the brand that one credit pays for. */
export const NEW_PER_CREDIT = 25;
/** Pages of one search that can be bought. */
export const MOST_OUTSIDE_PAGES = 10;
/** How long paid results are kept. */
export const OUTSIDE_KEPT_DAYS = 30;

/** Credits for a number of creators who are new to the brand. */
export const outsideCredits = (newCreators: number): number => Math.ceil(newCreators / NEW_PER_CREDIT);

/** A filter of a search. `value` names one audience condition, such as `country:DE:30`; null is the whole filter. */
export const OutsideFilter = z.object({ condition: SearchCondition, value: z.string().nullable() });
export type OutsideFilter = z.infer<typeof OutsideFilter>;

/** A creator found outside, with what the vendor knows. `engagement` is in percent; unknown figures are null. */
export interface VendorHit {
  accountId: string;
  username: string;
  fullname: string;
  profileUrl: string;
  pictureUrl: string | null;
  followers: number | null;
  engagement: number | null;
  avgViews: number | null;
  verified: boolean;
}

/** A page of results at a vendor. */
export interface VendorPage {
  hits: VendorHit[];
  /** Creators that match at the vendor. */
  total: number;
  /** Whether results follow this page. */
  more: boolean;
  /** Vendor units it took. */
  units: number;
}

/** What a vendor does with filters. */
export interface FilterTranslation {
  applied: OutsideFilter[];
  /** Filters the vendor can't apply. */
  ignored: OutsideFilter[];
  /** The same for searches that send the same. */
  key: string;
}

/** A vendor with a database of creators that can be searched for a fee. */
export interface DiscoveryVendor {
  /** Its name on screens; null if none is configured. */
  readonly name: string | null;
  readonly platforms: readonly Platform[];
  /** The vendor's units for one result. */
  readonly unitsPerResult: number;
  /** Says which filters it can apply, without calling the vendor. */
  translate(filters: CreatorFilters, platform: Platform): FilterTranslation;
  /**
   * Searches one page, from 0. `uncertain` means that the vendor may have charged, but didn't respond; the same search can be
   * repeated, because results shown before aren't charged again.
   * @throws problem if nothing was charged
   */
  search(request: {
    filters: CreatorFilters;
    platform: Platform;
    page: number;
    size: number;
  }): Promise<{ outcome: 'found'; page: VendorPage } | { outcome: 'uncertain' }>;
}

/** A result of a paid search. */
export const OutsideHit = z.object({
  searchId: Id,
  position: z.int(),
  platform: Platform,
  accountId: z.string(),
  username: z.string(),
  fullname: z.string(),
  profileUrl: z.string(),
  followers: z.number().nullable(),
  /** In percent. */
  engagement: z.number().nullable(),
  avgViews: z.number().nullable(),
  verified: z.boolean(),
  /** When the vendor returned it. */
  fetched: Instant,
  /** False if the brand knew the creator when it paid. */
  charged: z.boolean(),
  /** The creator in Troupe, matched by the platform's ID, then by handle; null if they aren't added. */
  creatorId: Id.nullable(),
});
export type OutsideHit = z.infer<typeof OutsideHit>;

/** Paid results of a search that are kept, of all its pages. */
export const OutsideResults = z.object({
  hits: z.array(OutsideHit),
  total: z.int(),
  fetched: Instant,
  /** When the first of them is deleted. */
  expires: Instant,
  /** Credits that were charged for them. */
  credits: z.int(),
});
export type OutsideResults = z.infer<typeof OutsideResults>;

/** What a search outside Troupe would do and cost, and what was bought of it. */
export const OutsideSearch = z.object({
  /** Name of the vendor; null if this installation has none. */
  vendor: z.string().nullable(),
  platform: Platform,
  platforms: z.array(Platform),
  applied: z.array(OutsideFilter),
  ignored: z.array(OutsideFilter),
  /** Whether the brand has a plan, which is needed to buy. */
  plan: z.boolean(),
  price: z.object({
    /** Most results of a page. */
    results: z.int(),
    newPerCredit: z.int(),
    /** Most credits for a page. */
    mostCredits: z.int(),
    /** Most units the vendor takes for a page. */
    mostUnits: z.number(),
  }),
  /** Available credits. */
  balance: z.int(),
  /** Searches that the brand can still run today (UTC). */
  searchesLeft: z.int(),
  /** The page that would be bought next; null if there is none. */
  nextPage: z.int().nullable(),
  /** When a search in progress started; null if there is none. */
  underWay: Instant.nullable(),
  results: OutsideResults.nullable(),
});
export type OutsideSearch = z.infer<typeof OutsideSearch>;
