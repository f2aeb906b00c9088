import {
  type FeatureFlag,
  FLAG_COOKIE,
  FLAG_HEADER,
  flagListFromCookies,
  readFlags,
} from '@troupe/domain/feature-flag';

/** Whether the cookie turns a feature on at this moment. */
export function isFlagOn(flag: FeatureFlag): boolean {
  return readFlags(flagListFromCookies(document.cookie)).has(flag);
}

/** The flag header that every request to the API carries; nothing while the cookie names no flags. */
export function flagHeaders(): Record<string, string> {
  const flags = flagListFromCookies(document.cookie);
  return flags ? { [FLAG_HEADER]: flags } : {};
}

const YEAR = 365 * 24 * 3600;

/** Turns on these features, and no others, for this browser. */
export function saveFlags(flags: readonly FeatureFlag[]): void {
  const age = flags.length > 0 ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not known to all browsers
  document.cookie = `${FLAG_COOKIE}=${encodeURIComponent(flags.join(','))}; path=/; max-age=${age}; samesite=lax`;
}
