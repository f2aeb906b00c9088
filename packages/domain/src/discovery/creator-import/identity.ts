import {
  isChannelId,
  PLATFORM_IDS,
  type Platform,
  platformFacts,
  platformOfHost,
  platformsInWords,
} from '../platforms.ts';
import { cleanLine, isDamaged, missing, quoted, type Reading, refused, value } from './text.ts';

/** Who a profile address leads to. `username` may be a YouTube channel id. */
export interface ProfileAddress {
  platform: Platform;
  username: string;
  /** The platform's own id, where the address holds it. */
  socialId?: string;
}

const LEADS_TO_POST = 'Profile URL leads to a post';

const hosts = PLATFORM_IDS.flatMap((platform) => platformFacts(platform).hosts);
const PLATFORM_ADDRESS = new RegExp(
  `(?:^|//|\\.)(?:${hosts.map((host) => host.replaceAll('.', '\\.')).join('|')})(?:[/?#]|$)`,
  'i',
);

/** Whether a text looks like an address of one of the platforms. */
export const isPlatformAddress = (text: string): boolean => PLATFORM_ADDRESS.test(text.trim());

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
  const platform = platformOfHost(host);
  if (!platform) {
    if (host.endsWith('.tiktok.com'))
      return refused('Short address: open it and use the address it leads to');
    return refused(`Address ${quoted(text)} is not a profile on ${platformsInWords}`);
  }
  if (host === 'youtu.be') return refused(LEADS_TO_POST);
  const profile = platformFacts(platform).readProfile(steps);
  if (!profile) return refused(`Address ${quoted(text)} leads to no profile`);
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
  const { handle } = platformFacts(platform);
  if (!handle) return readChannel(platform, name);
  const plain = handle.test(name) ? name : name.normalize('NFKC');
  if (handle.test(plain)) return value({ platform, username: plain });
  const suggestion = plain.replace(/\s+/g, '');
  const usable = handle.test(suggestion) ? suggestion.toLowerCase() : undefined;
  return /\s/.test(name)
    ? refused(`Username has a space: ${quoted(name)}`, usable)
    : refused(`Username ${quoted(name)} has characters that usernames do not have`);
}

function readChannel(platform: Platform, name: string): Reading<ProfileAddress> {
  if (isChannelId(name)) return value({ platform, username: name, socialId: name });
  const username = channelName(name);
  if (username === '') return missing;
  if ([...username].length > 120) return refused(`Name ${quoted(username)} is too long for a channel`);
  return value({ platform, username });
}
