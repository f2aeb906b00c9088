import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { EngagementBreakdown } from './engagement.ts';
import { INVITE_STATUSES } from './invite-status.ts';
import { Platform } from './platform.ts';
import { platformFacts } from './platforms.ts';

export { PLATFORM_NAMES } from './platforms.ts';
export { Platform };

/** Returns the platform's label for followers. */
export const followersLabel = (platform: Platform): 'Followers' | 'Subscribers' =>
  platformFacts(platform).followers;

/** Returns whether cards show the engagement rate. */
export const showsEngagement = (platform: Platform): boolean => platformFacts(platform).shows.engagement;

/** Returns whether cards show average views. */
export const showsAverageViews = (platform: Platform): boolean => platformFacts(platform).shows.averageViews;

/** Source of a figure, most trustworthy first. */
export const FigureSource = z.enum(['platform', 'provider', 'administrator-import', 'brand-import']);
export type FigureSource = z.infer<typeof FigureSource>;

/** Source of a figure and when it was read. `asOf` is null if unknown. */
export const FigureOrigin = z.object({ source: FigureSource, asOf: Instant.nullable() });
export type FigureOrigin = z.infer<typeof FigureOrigin>;

/** Figures of a creator that have an origin. */
export const FigureName = z.enum([
  'followerCount',
  'engagement',
  'avgViews',
  'avgLikes',
  'avgComments',
  'avgShares',
]);
export type FigureName = z.infer<typeof FigureName>;

const figure = FigureOrigin.extend({ value: z.number().optional() }).optional();

/** Origin of each figure. Listed explicitly because parsing a record is slower. */
const Figures = z.object({
  followerCount: figure,
  engagement: figure,
  avgViews: figure,
  avgLikes: figure,
  avgComments: figure,
  avgShares: figure,
} satisfies Record<FigureName, typeof figure>);

/**
 * Returns whether a new figure replaces the current one: from a more trustworthy source always,
 * from a less trustworthy one never, from the same source if newer.
 */
export function figureWins(present: FigureOrigin | undefined, incoming: FigureOrigin): boolean {
  if (!present) return true;
  const order = FigureSource.options;
  const difference = order.indexOf(incoming.source) - order.indexOf(present.source);
  if (difference !== 0) return difference < 0;
  return (incoming.asOf ?? '') >= (present.asOf ?? '');
}

/** Sales of a TikTok Shop creator in the last month; money in minor units of `currency`. */
export const ShopSales = z.object({
  user_id: z.string(),
  units_sold: z.int(),
  avg_gmv_revenue: z.int(),
  currency: z.string(),
});
export type ShopSales = z.infer<typeof ShopSales>;

/** Whether a creator's contact details are known. */
export const ContactState = z.object({
  is_verified: z.boolean(),
  contactsFetched: z.boolean(),
  contactsError: z.object({ message: z.string().nullable() }).nullable(),
});
export type ContactState = z.infer<typeof ContactState>;

/** Cost of fetching contact details: brand credits and provider tokens. */
export const ContactCost = z.object({ credits: z.int(), providerTokens: z.number() });

/** A list a creator is on, as shown in the profile. */
export const CreatorListMention = z.object({
  id: Id,
  savedDate: Instant,
  creatorList: z.object({ id: Id, title: z.string() }),
});
export type CreatorListMention = z.infer<typeof CreatorListMention>;

/** A recent post shown on a card. */
export const ContentThumbnail = z.object({
  url: z.string(),
  title: z.string(),
  type: z.string(),
  persistent_thumbnail_url: z.string().nullable(),
});
export type ContentThumbnail = z.infer<typeof ContentThumbnail>;

/**
 * A creator's profile on one platform. Counts are integers, `engagement` is a rate in percent,
 * unknown figures are null. `figures` holds the source and date of each.
 */
export const Creator = z.object({
  id: Id,
  socialId: z.string().nullable(),
  instagramId: z.string().nullable(),
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  bio: z.string(),
  profilePicUrl: z.string().nullable(),
  profileUrl: z.string(),
  url: z.string(),
  country: z.string().nullable(),
  language: z.string().nullable(),
  categories: z.array(z.string()),
  followerCount: z.number().nullable(),
  engagement: z.number().nullable(),
  avgViews: z.number().nullable(),
  figures: Figures,
  verified: z.boolean(),
  userId: z.string().nullable(),
  private: z.boolean(),
  updated: Instant.nullable(),
  metaData: ContactState,
});
export type Creator = z.infer<typeof Creator>;

/** Number of newest content items in the breakdown of a profile on a list. */
export const MAX_PROFILE_CONTENT = 12;

/** Profile fields other than figures. */
const ProfileExtra = z.object({
  engagementBreakdown: EngagementBreakdown.nullable(),
  channels: z.array(z.object({ platform: Platform, username: z.string(), url: z.string() })),
  shop: ShopSales.nullable(),
});

/**
 * The full social profile of a creator on a list: the brand's lists it is on, and the engagement
 * breakdown with at most the newest {@link MAX_PROFILE_CONTENT} content items.
 */
export const SocialProfile = Creator.extend({
  creatorListItems: z.array(CreatorListMention),
  extraData: ProfileExtra,
});
export type SocialProfile = z.infer<typeof SocialProfile>;

/**
 * Result of reading an account: `read`; `renamed`; `private` (personal or private account);
 * `restricted` (visible only to some people, such as by age); `gone`; or `not-connected` (the
 * owner's consent is missing or was revoked).
 */
export const AccountState = z.enum(['read', 'renamed', 'private', 'restricted', 'gone', 'not-connected']);
export type AccountState = z.infer<typeof AccountState>;

/**
 * Result of the last refresh of a creator; `message` is readable text. `readAt` is when the
 * platform last returned the profile, `next` the earliest time for another manual refresh.
 */
export const CreatorRefresh = z.object({
  state: AccountState.nullable(),
  message: z.string().nullable(),
  readAt: Instant.nullable(),
  next: Instant.nullable(),
});
export type CreatorRefresh = z.infer<typeof CreatorRefresh>;

/** Data of the creator details drawer. `partnerCenterUrl` is only for administrators. */
export const CreatorDetails = Creator.extend({
  creatorListItems: z.array(CreatorListMention),
  extraData: ProfileExtra.extend({
    /** Result of the last refresh; null if there was none. */
    refresh: CreatorRefresh.nullable(),
  }),
  invites: z.array(
    z.object({
      id: Id,
      savedDate: Instant,
      /** When a scheduled invite is sent. */
      scheduledFor: Instant.nullable(),
      status: z.enum(INVITE_STATUSES),
      metaData: z.object({ campaignTitle: z.string() }),
    }),
  ),
  partnerCenterUrl: z.string().nullable().optional(),
});
export type CreatorDetails = z.infer<typeof CreatorDetails>;

/** Returns the URL of a profile on its platform. */
export const profileUrlOf = (platform: Platform, username: string): string =>
  platformFacts(platform).profileUrl(username);
