import type { Platform } from './creator.ts';

const HOUR = 3_600_000;

/** A person may have a creator read anew this often. */
export const REFRESH_EVERY_MS = HOUR;

/** Posts of a reading that does not look back to a given day, and posts that averages are made of. */
export const NEWEST_POSTS = 50;

/** No reading takes more posts than this, however many an account publishes: about 20 pages of YouTube. */
export const MAX_READ_POSTS = 1000;

/** The account to be read. */
export interface Account {
  platform: Platform;
  username: string;
  /** The platform's own id, which outlives a rename. */
  socialId: string | null;
}

/** A profile as the platform gives it out. Whatever it does not say is null, never 0. */
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

/** A post or video as the platform gives it out. Whatever it does not count is null, never 0. */
export interface SocialContent {
  url: string;
  publishedAt: string;
  title: string;
  type: string;
  format: 'video' | 'image';
  /** Dies after hours on some platforms. */
  coverUrl: string | null;
  viewCount: number | null;
  likeCount: number | null;
  commentCount: number | null;
  saveCount: number | null;
  shareCount: number | null;
}

/** A story as the platform gives it out to its owner, with what it counted so far; null where it does not say. */
export interface SocialStory {
  /** The number at the end of its address. */
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
 * The result of reading an account. Only a `read` one has something to store: the profile and its content, newest
 * first. Every post published at or after `contentFrom` was read; null when the account's listing was read to its end.
 */
export type SocialReading =
  | { state: 'read'; profile: SocialProfile; content: SocialContent[]; contentFrom: string | null }
  | { state: 'private' | 'restricted' | 'gone' | 'not-connected'; message: string };

/** A right to read an account that its owner gave. */
export interface Connection {
  openId: string;
  accessToken: string;
  accessExpiresAt: string;
  refreshToken: string;
  refreshExpiresAt: string;
}

/** Limits of one reading. On demand it may use the whole quota, on a schedule it leaves some for people who ask. */
export interface ReadOptions {
  onDemand: boolean;
  /** Content is paged back to this instant; null reads about the {@link NEWEST_POSTS} newest posts only. */
  contentSince: Date | null;
  /** Asked before each page of content after the first, with the calls or units it costs; false ends the reading. */
  allowPage(units: number): Promise<boolean>;
  connection: Connection | null;
  /** Keeps a renewed connection, or forgets one whose consent is gone, before the reading goes on. */
  keepConnection(connection: Connection | null): Promise<void>;
}

/**
 * Official sources of creator data: one platform behind each.
 * @throws SocialFailure when the platform cannot be asked now
 */
export interface SocialSource {
  /** False when the keys of this platform are not configured. */
  configured: boolean;
  /** Quotas that are known before the first call, as administrators see them. */
  quotas?: { name: string; limit: number }[];
  read(account: Account, options: ReadOptions): Promise<SocialReading>;
  /**
   * The stories of an account that its owner connected, as long as the platform shows them: a day. Null when the
   * consent is gone. Absent where a platform has no stories to tell of.
   */
  stories?(connection: Connection): Promise<SocialStory[] | null>;
  /** How owners connect accounts of theirs. Absent where a platform gives everything to everybody. */
  consent?: SocialConsent;
}

/** An account whose owner lets it be read. */
export interface GrantedAccount {
  username: string;
  connection: Connection;
}

/** The way from an owner's wish to connect an account to the right to read it (OAuth 2.0, authorization code). */
export interface SocialConsent {
  /** False when the keys for it are not configured. */
  configured: boolean;
  /** Where the owner is asked by the platform. `state` comes back to `redirectUri` with a code. */
  address(asked: { state: string; redirectUri: string }): string;
  /**
   * The accounts that were let in, none where the owner chose none; null when the code does not count (any more).
   * @throws SocialFailure when the platform cannot be asked now
   */
  accept(given: { code: string; redirectUri: string }): Promise<GrantedAccount[] | null>;
}

/** The platform could not be asked now; `until` is from when on it is worth asking again. */
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

/** How far back stored content is complete: all posts from `contentFrom` on, or every post listed where it is null. */
export interface ContentReach {
  contentFrom: Date | null;
  readAt: Date;
}

/**
 * Returns from when on the content of two readings together is complete. An earlier reading counts only where the later
 * one reaches back to it: posts published between them may be missing otherwise.
 */
export function joinReach(earlier: ContentReach | null, contentFrom: Date | null): Date | null {
  if (!contentFrom || !earlier || earlier.readAt < contentFrom) return contentFrom;
  if (!earlier.contentFrom) return null;
  return earlier.contentFrom < contentFrom ? earlier.contentFrom : contentFrom;
}

/**
 * Returns the mean of each count over the {@link NEWEST_POSTS} newest posts that have it, rounded; null where none has.
 * `all` is newest first.
 */
export function averagesOf(all: readonly SocialContent[]): {
  avgViews: number | null;
  avgLikes: number | null;
  avgComments: number | null;
  avgShares: number | null;
} {
  const content = all.slice(0, NEWEST_POSTS);
  const mean = (of: (item: SocialContent) => number | null) => {
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
