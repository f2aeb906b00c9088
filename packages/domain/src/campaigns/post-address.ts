import type { Platform } from '../discovery/creator.ts';
import type { ContentKind } from './campaign-brief.ts';

/** What the address of a post says. */
export interface PostAddress {
  platform: Exclude<Platform, 'tiktok-shop'>;
  /** The platform's own id of the post. */
  postId: string;
  /** One address of each post, without what trackers add, so that the same post is known again. */
  url: string;
  story: boolean;
  /** Whose it is, in small letters, where the address says so. */
  username: string | null;
}

type Reader = (segments: string[], query: URLSearchParams) => Omit<PostAddress, 'platform'> | null;

const CODE = /^[\w-]{5,40}$/;
const NUMBER = /^\d{6,25}$/;
const HANDLE = /^@?([\w.-]{1,60})$/;
const handleOf = (text: string | undefined) => HANDLE.exec(text ?? '')?.[1]?.toLowerCase() ?? null;

const instagram: Reader = (segments) => {
  if (segments[0] === 'stories') {
    const [, owner, id = ''] = segments;
    const username = handleOf(owner);
    if (!username || !NUMBER.test(id)) return null;
    return { postId: id, url: `https://www.instagram.com/stories/${username}/${id}/`, story: true, username };
  }
  // `/p/CODE` and `/NAME/reel/CODE` lead to the same post.
  const at = segments.findIndex((segment) => /^(p|reel|reels|tv)$/.test(segment));
  const code = segments[at + 1] ?? '';
  if (at < 0 || at > 1 || !CODE.test(code)) return null;
  const username = at === 1 ? handleOf(segments[0]) : null;
  return { postId: code, url: `https://www.instagram.com/p/${code}/`, story: false, username };
};

const tiktok: Reader = ([owner, kind, id = '']) => {
  const username = owner?.startsWith('@') ? handleOf(owner) : null;
  if (!username || !/^(video|photo)$/.test(kind ?? '') || !NUMBER.test(id)) return null;
  return { postId: id, url: `https://www.tiktok.com/@${username}/video/${id}`, story: false, username };
};

const youtubeVideo = (id: string) =>
  /^[\w-]{11}$/.test(id)
    ? { postId: id, url: `https://www.youtube.com/watch?v=${id}`, story: false, username: null }
    : null;
const youtube: Reader = ([first, second = ''], query) =>
  first === 'watch'
    ? youtubeVideo(query.get('v') ?? '')
    : /^(shorts|live|embed)$/.test(first ?? '')
      ? youtubeVideo(second)
      : null;

const HOSTS: Record<string, [PostAddress['platform'], Reader]> = {
  'instagram.com': ['instagram', instagram],
  'tiktok.com': ['tiktok', tiktok],
  'youtube.com': ['youtube', youtube],
  'youtu.be': ['youtube', ([id = '']) => youtubeVideo(id)],
};

/** Reads the address of a post on Instagram, TikTok or YouTube; null when it is none. */
export function readPostAddress(address: string): PostAddress | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const [platform, read] = HOSTS[hostname.replace(/^(www|m|mobile|music)\./, '')] ?? [];
  const found = read?.(pathname.split('/').filter(Boolean), searchParams);
  return platform && found ? { platform, ...found } : null;
}

/** Whether an address was shortened, so that it says nothing of the post behind it. */
export const isShortAddress = (address: string): boolean =>
  URL.canParse(address) &&
  (/^(vm|vt)\.tiktok\.com$/.test(new URL(address).hostname) ||
    /^\/t\//.test(new URL(address).pathname) ||
    /^(bit\.ly|t\.co|instagr\.am|tinyurl\.com)$/.test(new URL(address).hostname));

const KINDS: Record<PostAddress['platform'], readonly ContentKind[]> = {
  instagram: ['post', 'carousel', 'reel', 'video', 'live'],
  tiktok: ['video', 'reel', 'short', 'carousel', 'live'],
  youtube: ['video', 'short', 'live'],
};

/** What a post at an address can be: the address alone seldom tells. */
export const kindsAt = ({ platform, story }: PostAddress): readonly ContentKind[] =>
  story ? ['story'] : KINDS[platform];
