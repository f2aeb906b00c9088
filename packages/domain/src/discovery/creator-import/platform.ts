import { isChannelId, PLATFORM_IDS, type Platform, platformFacts } from '../platforms.ts';
import { normalizeHeader } from './header-rules.ts';
import { isPlatformAddress, readProfileUrl } from './identity.ts';
import { platformOf } from './value.ts';

/** The detected platform of a file and the reason. Null if unknown or if rows differ. */
export interface DetectedPlatform {
  platform: Platform | null;
  /** 0 to 1. */
  confidence: number;
  /** Whether every row names its platform, in a column of platforms or profile URLs. */
  perRow: boolean;
  reason: string;
}

const namedIn = (text: string): Platform[] =>
  PLATFORM_IDS.filter((platform) => platformFacts(platform).words.mention?.test(text));

/**
 * Detects a file's platform from its values (platform names, profile URLs, channel ids), headers
 * and name.
 */
export function detectPlatform(
  fileName: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): DetectedPlatform {
  const votes = new Map<Platform, number>();
  let rowsThatTell = 0;
  for (const row of rows) {
    const told = row.map(platformOfCell).find((platform) => platform !== null);
    if (!told) continue;
    rowsThatTell++;
    votes.set(told, (votes.get(told) ?? 0) + 1);
  }
  const share = rows.length ? rowsThatTell / rows.length : 0;
  if (share > 0.5) {
    const [best] = [...votes].sort((a, b) => b[1] - a[1]);
    const only = votes.size === 1 && best ? best[0] : null;
    return only
      ? { platform: only, confidence: 0.98, perRow: true, reason: 'Specified in the rows' }
      : { platform: null, confidence: 0.98, perRow: true, reason: 'Each row specifies its platform' };
  }
  const weights = new Map<Platform, number>();
  const add = (platforms: Platform[], weight: number) => {
    if (platforms.length === 1)
      for (const platform of platforms) weights.set(platform, (weights.get(platform) ?? 0) + weight);
  };
  const words = headers.map(normalizeHeader);
  add([...new Set(words.flatMap(namedIn))], 0.9);
  add(namedIn(fileName.toLowerCase().replace(/[_\d]+/g, ' ')), 0.85);
  if (
    words.some((header) => /\b(?:channel|video uploads|video views)\b/.test(header)) &&
    words.some((header) => /\bsubscribers?\b/.test(header))
  )
    add(['youtube'], 0.6);
  const ranked = [...weights].sort((a, b) => b[1] - a[1]);
  const [best, second] = ranked;
  if (!best || best[1] - (second?.[1] ?? 0) < 0.3)
    return { platform: null, confidence: 0, perRow: false, reason: "The file doesn't specify a platform" };
  return {
    platform: best[0],
    confidence: Math.min(0.97, best[1]),
    perRow: false,
    reason: 'Specified in the headers or file name',
  };
}

function platformOfCell(cell: string): Platform | null {
  const text = cell.trim();
  if (text.length > 300 || text === '') return null;
  if (isPlatformAddress(text)) {
    const profile = readProfileUrl(text);
    return profile.kind === 'value' ? profile.value.platform : null;
  }
  if (isChannelId(text)) return 'youtube';
  return text.length > 2 ? platformOf(text) : null;
}
