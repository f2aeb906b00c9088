import {
  isChannelId,
  PLATFORM_IDS,
  type Platform,
  platformFacts,
  platformList,
  platformOfHost,
} from '../platforms.ts';
import { cleanLine, isDamaged, missing, quoted, type Reading, refused, value } from './text.ts';

/** The profile a URL points to. `username` may be a YouTube channel id. */
export interface ProfileUrl {
  platform: Platform;
  username: string;
  /** The platform's id, if the URL contains it. */
  socialId?: string;
}

const LEADS_TO_POST = 'Profile URL leads to a post';

const hosts = PLATFORM_IDS.flatMap((platform) => platformFacts(platform).hosts);
const PLATFORM_ADDRESS = new RegExp(
  `(?:^|//|\\.)(?:${hosts.map((host) => host.replaceAll('.', '\\.')).join('|')})(?:[/?#]|$)`,
  'i',
);

/** Returns whether a text looks like a URL of a supported platform. */
export const isPlatformAddress = (text: string): boolean => PLATFORM_ADDRESS.test(text.trim());

/**
 * Reads a profile URL: `https://www.tiktok.com/@name`, `instagram.com/name/?hl=en`,
 * `https://www.youtube.com/channel/UC...`, `/@name`, `/c/name`, `/user/name`.
 */
export function readProfileUrl(cell: string): Reading<ProfileUrl> {
  const text = cleanLine(cell);
  if (text === '' || /^[-–—]+$/.test(text)) return missing;
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol)) return refused(`URL ${quoted(text)} is incomplete`);
  const host = address.hostname.toLowerCase().replace(/^(?:www|m|mobile)\./, '');
  const steps = address.pathname.split('/').filter(Boolean).map(decoded);
  const platform = platformOfHost(host);
  if (!platform) {
    if (host.endsWith('.tiktok.com')) return refused('Short link: open it and use the full profile URL');
    return refused(`URL ${quoted(text)} isn't a profile on ${platformList}`);
  }
  if (host === 'youtu.be') return refused(LEADS_TO_POST);
  const profile = platformFacts(platform).readProfile(steps);
  if (!profile) return refused(`URL ${quoted(text)} doesn't lead to a profile`);
  return 'post' in profile ? refused(LEADS_TO_POST, profile.username) : value({ platform, ...profile });
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).trim();
  } catch {
    return step.trim();
  }
}

/**
 * Normalizes a channel name for matching: NFKC, collapsed whitespace. Case is kept; keys compare in
 * lowercase.
 */
export const channelName = (text: string): string => cleanLine(text.normalize('NFKC'));

/** Identifies a creator across rows and profiles: platform and username in lowercase. */
export const creatorKey = (platform: Platform, username: string): string =>
  `${platform}:${username.normalize('NFC').toLowerCase()}`;

/**
 * Reads a username: `@name`, a name or a profile URL. On YouTube any channel name is accepted,
 * because many tables of channels contain nothing else; elsewhere usernames have no spaces. Names
 * with replacement characters (U+FFFD) are rejected because they identify no one.
 */
export function readUsername(cell: string, platform: Platform): Reading<ProfileUrl> {
  const text = cleanLine(cell);
  if (text === '' || /^(?:[-–—]+|n\/a|null|undefined|#n\/a|#[A-Z]+!)$/i.test(text)) return missing;
  if (isPlatformAddress(text)) return readProfileUrl(text);
  if (isDamaged(text)) return refused(`Name ${quoted(text)} has missing or damaged characters`);
  const name = text.replace(/^@+\s*/, '');
  if (name === '') return missing;
  const { handle } = platformFacts(platform);
  if (!handle) return readChannel(platform, name);
  const plain = handle.test(name) ? name : name.normalize('NFKC');
  if (handle.test(plain)) return value({ platform, username: plain });
  const suggestion = plain.replace(/\s+/g, '');
  const usable = handle.test(suggestion) ? suggestion.toLowerCase() : undefined;
  return /\s/.test(name)
    ? refused(`Username has a space: ${quoted(name)}`, usable)
    : refused(`Username ${quoted(name)} has characters that aren't allowed in usernames`);
}

function readChannel(platform: Platform, name: string): Reading<ProfileUrl> {
  if (isChannelId(name)) return value({ platform, username: name, socialId: name });
  const username = channelName(name);
  if (username === '') return missing;
  if ([...username].length > 120) return refused(`Name ${quoted(username)} is too long for a channel`);
  return value({ platform, username });
}
