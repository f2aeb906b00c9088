import { PLATFORMS, type Platform, platformFacts, platformOfHost } from '../discovery/platforms.ts';
import type { ContentKind } from './campaign-brief.ts';

/** The platforms whose posts have URLs. */
type PostPlatform = {
  [Id in Platform]: (typeof PLATFORMS)[Id]['posts'] extends null ? never : Id;
}[Platform];

/** What the address of a post says. */
export interface PostAddress {
  platform: PostPlatform;
  /** The platform's own id of the post. */
  postId: string;
  /** One address of each post, without what trackers add, so that the same post is known again. */
  url: string;
  story: boolean;
  /** Whose it is, in small letters, where the address says so. */
  username: string | null;
}

/** Reads the address of a post on one of the platforms; null when it is none. */
export function readPostAddress(address: string): PostAddress | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const host = hostname.replace(/^(www|m|mobile|music)\./, '');
  const platform = platformOfHost(host);
  const read = platform && platformFacts(platform).posts?.hosts[host];
  const found = read?.(pathname.split('/').filter(Boolean), searchParams);
  return found ? { platform: platform as PostPlatform, ...found } : null;
}

/** Whether an address was shortened, so that it says nothing of the post behind it. */
export const isShortAddress = (address: string): boolean =>
  URL.canParse(address) &&
  (/^(vm|vt)\.tiktok\.com$/.test(new URL(address).hostname) ||
    /^\/t\//.test(new URL(address).pathname) ||
    /^(bit\.ly|t\.co|instagr\.am|tinyurl\.com)$/.test(new URL(address).hostname));

/** What a post at an address can be: the address alone seldom tells. */
export const kindsAt = ({ platform, story }: PostAddress): readonly ContentKind[] =>
  story ? ['story'] : PLATFORMS[platform].posts.kinds;
