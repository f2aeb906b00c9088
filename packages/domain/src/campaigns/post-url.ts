import { PLATFORMS, type Platform, platformFacts, platformOfHost } from '../discovery/platforms.ts';
import type { ContentKind } from './campaign-brief.ts';

/** Platforms whose posts have URLs. */
type PostPlatform = {
  [Id in Platform]: (typeof PLATFORMS)[Id]['posts'] extends null ? never : Id;
}[Platform];

/** Information contained in the URL of a post. */
export interface PostUrl {
  platform: PostPlatform;
  /** The platform's id of the post. */
  postId: string;
  /** Canonical URL without tracking parameters, to recognize the same post. */
  url: string;
  story: boolean;
  /** Owner in lowercase, if the URL contains it. */
  username: string | null;
}

/** Parses the URL of a post; null if it isn't one. */
export function parsePostUrl(address: string): PostUrl | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const host = hostname.replace(/^(www|m|mobile|music)\./, '');
  const platform = platformOfHost(host);
  const read = platform && platformFacts(platform).posts?.hosts[host];
  const found = read?.(pathname.split('/').filter(Boolean), searchParams);
  return found ? { platform: platform as PostPlatform, ...found } : null;
}

/** Returns whether a URL is shortened and doesn't identify its post. */
export const isShortUrl = (address: string): boolean =>
  URL.canParse(address) &&
  (/^(vm|vt)\.tiktok\.com$/.test(new URL(address).hostname) ||
    /^\/t\//.test(new URL(address).pathname) ||
    /^(bit\.ly|t\.co|instagr\.am|tinyurl\.com)$/.test(new URL(address).hostname));

/** Returns the content kinds a post can be; the URL alone is rarely conclusive. */
export const possibleKinds = ({ platform, story }: PostUrl): readonly ContentKind[] =>
  story ? ['story'] : PLATFORMS[platform].posts.kinds;
