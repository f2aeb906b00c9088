import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { Creator, type Platform } from './creator.ts';

/** One part of an audience: `weight` is a fraction of 1. Codes are the provider's; most have no name. */
export const AudienceShare = z.object({ code: z.string(), name: z.string().nullable(), weight: z.number() });
export type AudienceShare = z.infer<typeof AudienceShare>;

/** Who makes up one audience. A list the provider did not give is null, which is not the same as empty. */
export const AudienceData = z.object({
  audience_ages: z.array(AudienceShare).nullable(),
  audience_geo: z.object({ countries: z.array(AudienceShare).nullable() }),
  audience_genders: z.array(AudienceShare).nullable(),
  audience_reachability: z.array(AudienceShare).nullable(),
  audience_languages: z.array(AudienceShare).nullable(),
});
export type AudienceData = z.infer<typeof AudienceData>;

/** One audience of a report. Without success there is no data, and `error` says why. */
export const AudienceSubset = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  data: AudienceData.nullable(),
});
export type AudienceSubset = z.infer<typeof AudienceSubset>;

/** The audiences of a report, and what people call them. */
export const AUDIENCE_SUBSETS = {
  audience_followers: 'Followers',
  audience_likers: 'Likers',
  audience_commenters: 'Commenters',
} as const;
export type AudienceSubsetName = keyof typeof AUDIENCE_SUBSETS;

/** A report on a creator's audience, as bought from a provider. */
export const AudienceReport = z.object({
  report_info: z.object({ report_id: z.string(), created: Instant }),
  user_profile: z.object({ username: z.string() }),
  audience_followers: AudienceSubset,
  audience_likers: AudienceSubset,
  audience_commenters: AudienceSubset,
});
export type AudienceReport = z.infer<typeof AudienceReport>;

/** A report in the list of those a brand has bought. */
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

/** The age of a report in full days of 24 hours. */
export function reportAgeDays(created: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(created)) / DAY_MS));
}

/** Whether an update is offered: from the first full day on. */
export const mayUpdateReport = (ageDays: number): boolean => ageDays >= 1;

/** Whose audience a report is about, in the words of the platform. */
export interface AudienceAccount {
  platform: Platform;
  username: string;
}

/** A report as it came: ours, and the provider's answer it was read from. */
export interface DeliveredReport {
  report: AudienceReport;
  original: unknown;
}

/**
 * Who sells audience reports. Failures are problems: `retry_later`, `empty_audience_data`, `report_unavailable`
 * and `unavailable`; after each of them nothing was bought.
 */
export interface AudienceSource {
  /** Has a new report made. `uncertain`: no answer came, and nobody knows yet whether one was made. */
  buy(
    account: AudienceAccount,
  ): Promise<({ outcome: 'delivered' } & DeliveredReport) | { outcome: 'uncertain' }>;
  /** The newest report made of an account since a moment, without paying again; null when there is none. */
  findMade(account: AudienceAccount, since: Date): Promise<DeliveredReport | null>;
  /** The provider's own PDF of a report; null when it has none any more. */
  pdf(providerReportId: string): Promise<Uint8Array | null>;
}
