import type { Platform } from '../creator.ts';
import { missing, quoted, type Reading, refused, value } from './reading.ts';
import { cleanLine, isDamaged } from './text.ts';

/** Who a profile address leads to. `username` may be a YouTube channel id. */
export interface ProfileAddress {
  platform: Platform;
  username: string;
  /** The platform's own id, where the address holds it. */
  socialId?: string;
}

const CHANNEL_ID = /^UC[\w-]{22}$/;

/** Whether a text is the id of a YouTube channel (`UC-8QAzbLcRglXeN_MY9blyw`). */
export const isChannelId = (text: string): boolean => CHANNEL_ID.test(text);

const HANDLES: Record<Exclude<Platform, 'youtube'>, RegExp> = {
  instagram: /^[a-z0-9._]{1,30}$/i,
  tiktok: /^[\p{L}\p{N}._-]{1,64}$/u,
  'tiktok-shop': /^[\p{L}\p{N}._-]{1,64}$/u,
};

const NOT_PEOPLE =
  /^(?:p|reels?|tv|explore|accounts|direct|about|watch|shorts|playlist|feed|results|live|hashtag|embed|video|music|tag|discover|foryou|t|v|share|gaming|trending)$/i;

const LEADS_TO_POST = 'Profile URL leads to a post';

/** Whether a text looks like an address of one of the platforms. */
export const isPlatformAddress = (text: string): boolean =>
  /(?:^|\/\/|\.)(?:instagram\.com|instagr\.am|tiktok\.com|youtube\.com|youtu\.be)(?:[/?#]|$)/i.test(
    text.trim(),
  );

/**
 * Reads a profile address: `https://www.tiktok.com/@name`, `instagram.com/name/?hl=en`,
 * `https://www.youtube.com/channel/UC...`, `/@name`, `/c/name`, `/user/name`.
 */
export function readProfileUrl(cell: string): Reading<ProfileAddress> {
  const text = cleanLine(cell);
  if (text === '' || /^[-–—]+$/.test(text)) return missing;
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol))
    return refused(`Address ${quoted(text)} is not complete`);
  const host = address.hostname.toLowerCase().replace(/^(?:www|m|mobile)\./, '');
  const steps = address.pathname.split('/').filter(Boolean).map(decoded);
  if (host === 'instagram.com' || host === 'instagr.am') return instagramProfile(steps, text);
  if (host === 'tiktok.com') return tiktokProfile(steps, text);
  if (host === 'youtube.com') return youtubeProfile(steps, text);
  if (host === 'youtu.be') return refused(LEADS_TO_POST);
  if (host.endsWith('.tiktok.com')) return refused('Short address: open it and use the address it leads to');
  return refused(`Address ${quoted(text)} is not a profile on Instagram, TikTok or YouTube`);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).trim();
  } catch {
    return step.trim();
  }
}

const noProfile = (text: string) => refused(`Address ${quoted(text)} leads to no profile`);

function instagramProfile(steps: string[], text: string): Reading<ProfileAddress> {
  const [first, second] = steps;
  if (!first) return noProfile(text);
  const name = /^stories$/i.test(first) ? second : first;
  if (!name || NOT_PEOPLE.test(name)) return second ? refused(LEADS_TO_POST) : noProfile(text);
  if (second && /^(?:p|reel)$/i.test(second)) return refused(LEADS_TO_POST);
  return HANDLES.instagram.test(name) ? value({ platform: 'instagram', username: name }) : noProfile(text);
}

function tiktokProfile(steps: string[], text: string): Reading<ProfileAddress> {
  const [first = '', second] = steps;
  if (/^@/.test(first)) {
    const username = first.slice(1);
    if (second && /^(?:video|photo)$/i.test(second)) return refused(LEADS_TO_POST, username);
    if (HANDLES.tiktok.test(username)) return value({ platform: 'tiktok', username });
  }
  return NOT_PEOPLE.test(first) && second ? refused(LEADS_TO_POST) : noProfile(text);
}

function youtubeProfile(steps: string[], text: string): Reading<ProfileAddress> {
  const [first = '', second = ''] = steps;
  if (/^channel$/i.test(first))
    return isChannelId(second)
      ? value({ platform: 'youtube', username: second, socialId: second })
      : noProfile(text);
  const name = /^(?:c|user)$/i.test(first) ? second : first.replace(/^@/, '');
  if (!name) return noProfile(text);
  if (NOT_PEOPLE.test(name) && !first.startsWith('@')) return refused(LEADS_TO_POST);
  return value({ platform: 'youtube', username: name });
}

/**
 * A name under which the same channel is always found again: compatibility forms folded (NFKC), blanks
 * collapsed. Letters keep their case; keys compare in lower case.
 */
export const channelName = (text: string): string => cleanLine(text.normalize('NFKC'));

/** What makes two rows, or a row and a profile, the same creator: platform and username in lower case. */
export const creatorKey = (platform: Platform, username: string): string =>
  `${platform}:${username.normalize('NFC').toLowerCase()}`;

/**
 * Reads a username: `@name`, a name, or a profile address. On YouTube any channel name is accepted, because
 * tables of channels often hold nothing else; elsewhere a username has no blanks. A name of which characters
 * were lost (U+FFFD) is refused: it identifies nobody.
 */
export function readUsername(cell: string, platform: Platform): Reading<ProfileAddress> {
  const text = cleanLine(cell);
  if (text === '' || /^(?:[-–—]+|n\/a|null|undefined|#n\/a|#[A-Z]+!)$/i.test(text)) return missing;
  if (isPlatformAddress(text)) return readProfileUrl(text);
  if (isDamaged(text)) return refused(`Name ${quoted(text)} is damaged: characters were lost`);
  const name = text.replace(/^@+\s*/, '');
  if (name === '') return missing;
  if (platform === 'youtube') return readChannel(name);
  const plain = HANDLES[platform].test(name) ? name : name.normalize('NFKC');
  if (HANDLES[platform].test(plain)) return value({ platform, username: plain });
  const suggestion = plain.replace(/\s+/g, '');
  const usable = HANDLES[platform].test(suggestion) ? suggestion.toLowerCase() : undefined;
  return /\s/.test(name)
    ? refused(`Username has a space: ${quoted(name)}`, usable)
    : refused(`Username ${quoted(name)} has characters that usernames do not have`);
}

function readChannel(name: string): Reading<ProfileAddress> {
  if (isChannelId(name)) return value({ platform: 'youtube', username: name, socialId: name });
  const username = channelName(name);
  if (username === '') return missing;
  if ([...username].length > 120) return refused(`Name ${quoted(username)} is too long for a channel`);
  return value({ platform: 'youtube', username });
}
