import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { Creator, type Platform } from './creator.ts';

/**
 * A segment of an audience. `weight` is a fraction of 1. Codes are the provider's; most have no
 * name.
 */
export const AudienceShare = z.object({ code: z.string(), name: z.string().nullable(), weight: z.number() });
export type AudienceShare = z.infer<typeof AudienceShare>;

/** The composition of an audience. A list the provider didn't return is null, not empty. */
export const AudienceData = z.object({
  audience_ages: z.array(AudienceShare).nullable(),
  audience_geo: z.object({ countries: z.array(AudienceShare).nullable() }),
  audience_genders: z.array(AudienceShare).nullable(),
  audience_reachability: z.array(AudienceShare).nullable(),
  audience_languages: z.array(AudienceShare).nullable(),
  /** Missing from reports that were stored before interests were read. */
  audience_interests: z.array(AudienceShare).nullable().optional(),
});
export type AudienceData = z.infer<typeof AudienceData>;

/** One audience of a report. Without success there is no data, and `error` explains why. */
export const AudienceSubset = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  data: AudienceData.nullable(),
});
export type AudienceSubset = z.infer<typeof AudienceSubset>;

/** Labels of a report's audiences. */
export const AUDIENCE_SUBSETS = {
  audience_followers: 'Followers',
  audience_likers: 'Likers',
  audience_commenters: 'Commenters',
} as const;
export type AudienceSubsetName = keyof typeof AUDIENCE_SUBSETS;

/** A purchased report on a creator's audience. */
export const AudienceReport = z.object({
  report_info: z.object({ report_id: z.string(), created: Instant }),
  user_profile: z.object({ username: z.string() }),
  audience_followers: AudienceSubset,
  audience_likers: AudienceSubset,
  audience_commenters: AudienceSubset,
});
export type AudienceReport = z.infer<typeof AudienceReport>;

/** A report in the brand's list of purchased reports. */
export const PurchasedReport = z.object({
  id: Id,
  created: Instant,
  purchased: Instant,
  purchasedBy: z.string().nullable(),
  ageDays: z.int(),
  updates: z.int(),
  subsets: z.array(z.enum(['audience_followers', 'audience_likers', 'audience_commenters'])),
  socialProfile: Creator,
});
export type PurchasedReport = z.infer<typeof PurchasedReport>;

const DAY_MS = 86_400_000;

/** Returns the age of a report in full 24-hour days. */
export function reportAgeDays(created: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(created)) / DAY_MS));
}

/** Returns whether an update is offered: after the first full day. */
export const mayUpdateReport = (ageDays: number): boolean => ageDays >= 1;

/** The account a report is about, as named by its platform. */
export interface AudienceAccount {
  platform: Platform;
  username: string;
}

/** A report in our format with the provider response it was read from. */
export interface DeliveredReport {
  report: AudienceReport;
  original: unknown;
}

/**
 * Audience report provider. Throws the problems `retry_later`, `empty_audience_data`,
 * `report_unavailable` and `unavailable`; none of them charges the brand.
 */
export interface AudienceSource {
  /**
   * Orders a new report. `uncertain`: there was no response, so the report may or may not have been
   * created.
   */
  buy(
    account: AudienceAccount,
  ): Promise<({ outcome: 'delivered' } & DeliveredReport) | { outcome: 'uncertain' }>;
  /**
   * Finds the newest report of an account created since a given time, free of charge; null if there
   * is none.
   */
  findMade(account: AudienceAccount, since: Date): Promise<DeliveredReport | null>;
  /** Downloads the provider's PDF of a report; null if it is no longer available. */
  pdf(providerReportId: string): Promise<Uint8Array | null>;
}
