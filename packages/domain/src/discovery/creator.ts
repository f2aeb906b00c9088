import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { EngagementBreakdown } from './engagement.ts';
import { INVITE_STATUSES } from './invite-status.ts';
import { Platform } from './platform.ts';
import { platformFacts } from './platforms.ts';

export { PLATFORM_NAMES } from './platforms.ts';
export { Platform };

/** What people who follow an account on a platform are called. */
export const followersLabel = (platform: Platform): 'Followers' | 'Subscribers' =>
  platformFacts(platform).followers;

/** Whether cards show the engagement rate. */
export const showsEngagement = (platform: Platform): boolean => platformFacts(platform).shows.engagement;

/** Whether cards show average views. */
export const showsAverageViews = (platform: Platform): boolean => platformFacts(platform).shows.averageViews;

/** Who measured a figure, most trustworthy first. */
export const FigureSource = z.enum(['platform', 'provider', 'administrator-import', 'brand-import']);
export type FigureSource = z.infer<typeof FigureSource>;

/** Where a figure comes from and when it was read. `asOf` is null when the source did not say. */
export const FigureOrigin = z.object({ source: FigureSource, asOf: Instant.nullable() });
export type FigureOrigin = z.infer<typeof FigureOrigin>;

/** The figures of a creator that carry an origin. */
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

/** Where each figure comes from. Spelled out, because answers are full of them and a record is read more slowly. */
const Figures = z.object({
  followerCount: figure,
  engagement: figure,
  avgViews: figure,
  avgLikes: figure,
  avgComments: figure,
  avgShares: figure,
} satisfies Record<FigureName, typeof figure>);

/**
 * Whether an incoming figure replaces the present one: a more trustworthy source always does, a less
 * trustworthy one never does, and of the same source the newer one does.
 */
export function figureWins(present: FigureOrigin | undefined, incoming: FigureOrigin): boolean {
  if (!present) return true;
  const order = FigureSource.options;
  const difference = order.indexOf(incoming.source) - order.indexOf(present.source);
  if (difference !== 0) return difference < 0;
  return (incoming.asOf ?? '') >= (present.asOf ?? '');
}

/** What a TikTok Shop creator sold over the last month; money in minor units of `currency`. */
export const ShopSales = z.object({
  user_id: z.string(),
  units_sold: z.int(),
  avg_gmv_revenue: z.int(),
  currency: z.string(),
});
export type ShopSales = z.infer<typeof ShopSales>;

/** Whether the contact details of a creator are known. */
export const ContactState = z.object({
  is_verified: z.boolean(),
  contactsFetched: z.boolean(),
  contactsError: z.object({ message: z.string().nullable() }).nullable(),
});
export type ContactState = z.infer<typeof ContactState>;

/** What fetching contact details costs: a brand's credits, and tokens of the provider. */
export const ContactCost = z.object({ credits: z.int(), providerTokens: z.number() });

/** A list a creator was put on, as far as a profile shows it. */
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
 * A creator's profile on one platform. Counts are whole numbers, `engagement` is a rate in percent, and a
 * figure nobody measured is null. `figures` says who measured each and when.
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

/** How many content items the breakdown of a profile in a list carries, the newest ones. */
export const MAX_PROFILE_CONTENT = 12;

/** What a profile tells besides its figures. */
const ProfileExtra = z.object({
  engagementBreakdown: EngagementBreakdown.nullable(),
  channels: z.array(z.object({ platform: Platform, username: z.string(), url: z.string() })),
  shop: ShopSales.nullable(),
});

/**
 * The whole social profile of a creator on a list: the lists of the brand that it is on, and the breakdown of its rate
 * with at most the newest {@link MAX_PROFILE_CONTENT} content items.
 */
export const SocialProfile = Creator.extend({
  creatorListItems: z.array(CreatorListMention),
  extraData: ProfileExtra,
});
export type SocialProfile = z.infer<typeof SocialProfile>;

/**
 * What a platform says about an account: it was `read`; it was read under a new name (`renamed`); it keeps itself
 * to itself (`private`: personal or private accounts); it is shown to some people only (`restricted`, such as by
 * age); it is `gone`; or its owner's consent is missing or was withdrawn (`not-connected`).
 */
export const AccountState = z.enum(['read', 'renamed', 'private', 'restricted', 'gone', 'not-connected']);
export type AccountState = z.infer<typeof AccountState>;

/**
 * How reading a creator from the platform went last; `message` is for people. `readAt` is when the platform last
 * gave the profile out, `next` from when on somebody may ask again.
 */
export const CreatorRefresh = z.object({
  state: AccountState.nullable(),
  message: z.string().nullable(),
  readAt: Instant.nullable(),
  next: Instant.nullable(),
});
export type CreatorRefresh = z.infer<typeof CreatorRefresh>;

/** Everything the creator details drawer shows. `partnerCenterUrl` is given to administrators only. */
export const CreatorDetails = Creator.extend({
  creatorListItems: z.array(CreatorListMention),
  extraData: ProfileExtra.extend({
    /** How reading the account from its platform went; null when nobody ever asked. */
    refresh: CreatorRefresh.nullable(),
  }),
  invites: z.array(
    z.object({
      id: Id,
      savedDate: Instant,
      /** When a scheduled one leaves. */
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
