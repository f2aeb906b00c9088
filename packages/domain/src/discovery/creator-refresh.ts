import type { Platform } from './creator.ts';

const HOUR = 3_600_000;

/** Minimum interval between manual refreshes of a creator. */
export const REFRESH_INTERVAL_MS = HOUR;

/** Number of posts read when no start date is given, and used for averages. */
export const NEWEST_POSTS = 50;

/** Maximum number of posts per reading, about 20 pages on YouTube. */
export const MAX_READ_POSTS = 1000;

/** An account to read. */
export interface Account {
  platform: Platform;
  username: string;
  /** The platform's id, which stays the same after a rename. */
  socialId: string | null;
}

/** A profile from a platform. Missing values are null, never 0. */
export interface SocialProfile {
  socialId: string;
  username: string;
  fullname: string;
  bio: string | null;
  pictureUrl: string | null;
  followerCount: number | null;
  verified: boolean | null;
  /** ISO 3166 alpha-2. */
  country: string | null;
}

/** A post or video from a platform. Missing counts are null, never 0. */
export interface SocialContent {
  url: string;
  publishedAt: string;
  title: string;
  type: string;
  format: 'video' | 'image';
  /** Expires after hours on some platforms. */
  coverUrl: string | null;
  viewCount: number | null;
  likeCount: number | null;
  commentCount: number | null;
  saveCount: number | null;
  shareCount: number | null;
}

/**
 * A story from a platform, visible only to its owner, with its current counts; missing counts are
 * null.
 */
export interface SocialStory {
  /** The number at the end of its URL. */
  storyId: string;
  publishedAt: string;
  coverUrl: string | null;
  views: number | null;
  reach: number | null;
  likes: number | null;
  replies: number | null;
  shares: number | null;
}

/**
 * Result of reading an account. Only `read` has data to store: the profile and its content, newest
 * first. All posts since `contentFrom` were read; null if the whole listing was read.
 */
export type SocialReading =
  | { state: 'read'; profile: SocialProfile; content: SocialContent[]; contentFrom: string | null }
  | { state: 'private' | 'restricted' | 'gone' | 'not-connected'; message: string };

/** Access to an account granted by its owner. */
export interface Connection {
  openId: string;
  accessToken: string;
  accessExpiresAt: string;
  refreshToken: string;
  refreshExpiresAt: string;
}

/**
 * Limits of a reading. Manual refreshes can use the whole quota; scheduled ones leave a reserve for
 * people.
 */
export interface ReadOptions {
  onDemand: boolean;
  /** How far back to read content; null reads only about the {@link NEWEST_POSTS} newest posts. */
  contentSince: Date | null;
  /**
   * Called before each further page of content with its cost in calls or units; false ends the
   * reading.
   */
  allowPage(units: number): Promise<boolean>;
  connection: Connection | null;
  /**
   * Saves a renewed connection, or removes one whose consent was revoked, before reading continues.
   */
  saveConnection(connection: Connection | null): Promise<void>;
}

/**
 * Official APIs for creator data, one implementation per platform.
 * @throws SocialFailure if the platform is unavailable
 */
export interface SocialSource {
  /** False if the API keys aren't configured. */
  configured: boolean;
  /** Quotas known before the first call, shown to administrators. */
  quotas?: { name: string; limit: number }[];
  read(account: Account, options: ReadOptions): Promise<SocialReading>;
  /**
   * Returns the current stories of a connected account; the platform shows them for a day. Null if
   * the consent was revoked. Absent if the platform has no stories.
   */
  stories?(connection: Connection): Promise<SocialStory[] | null>;
  /** How owners connect their accounts. Absent if the platform needs no connection. */
  consent?: SocialConsent;
}

/** An account whose owner granted access. */
export interface GrantedAccount {
  username: string;
  /** Permissions that were granted; null or missing if the platform doesn't say. */
  scopes?: string[] | null;
  connection: Connection;
}

/** OAuth 2.0 authorization code flow for connecting an account. */
export interface SocialConsent {
  /** False if the keys aren't configured. */
  configured: boolean;
  /**
   * Returns the platform's consent page, which redirects to `redirectUri` with a code and `state`.
   */
  address(asked: { state: string; redirectUri: string }): string;
  /**
   * Exchanges a code for the granted accounts, possibly none; null if the code is invalid or
   * expired.
   * @throws SocialFailure if the platform is unavailable
   */
  accept(given: { code: string; redirectUri: string }): Promise<GrantedAccount[] | null>;
}

/** The platform is unavailable; `until` is the earliest time to retry. */
export class SocialFailure extends Error {
  readonly kind: 'quota' | 'held' | 'unavailable' | 'refused';
  readonly until: Date | null;

  constructor(kind: SocialFailure['kind'], message: string, until: Date | null = null) {
    super(message);
    this.name = 'SocialFailure';
    this.kind = kind;
    this.until = until;
  }
}

/** Start of complete content: all posts since `contentFrom`, or all listed posts if null. */
export interface ContentReach {
  contentFrom: Date | null;
  readAt: Date;
}

/**
 * Returns since when two readings together are complete. The earlier reading counts only if the
 * later one reaches back to it; otherwise posts in between may be missing.
 */
export function combineReach(earlier: ContentReach | null, contentFrom: Date | null): Date | null {
  if (!contentFrom || !earlier || earlier.readAt < contentFrom) return contentFrom;
  if (!earlier.contentFrom) return null;
  return earlier.contentFrom < contentFrom ? earlier.contentFrom : contentFrom;
}

/** Counts of a post of which profiles show averages. */
export type PostCounts = Pick<SocialContent, 'viewCount' | 'likeCount' | 'commentCount' | 'shareCount'>;

/**
 * Returns the rounded mean of each count over the {@link NEWEST_POSTS} newest posts that have it;
 * null if none has. `all` is sorted newest first.
 */
export function averagesOf(all: readonly PostCounts[]): {
  avgViews: number | null;
  avgLikes: number | null;
  avgComments: number | null;
  avgShares: number | null;
} {
  const content = all.slice(0, NEWEST_POSTS);
  const mean = (of: (item: PostCounts) => number | null) => {
    const counts = content.map(of).filter((count) => count !== null);
    return counts.length === 0
      ? null
      : Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  };
  return {
    avgViews: mean(({ viewCount }) => viewCount),
    avgLikes: mean(({ likeCount }) => likeCount),
    avgComments: mean(({ commentCount }) => commentCount),
    avgShares: mean(({ shareCount }) => shareCount),
  };
}
