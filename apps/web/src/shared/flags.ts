import { type FeatureFlag, FLAG_COOKIE, flagListFromCookies, readFlags } from '@troupe/domain/feature-flag';

/** Whether the cookie turns a feature on at this moment. */
export function isFlagOn(flag: FeatureFlag): boolean {
  return readFlags(flagListFromCookies(document.cookie)).has(flag);
}

const YEAR = 365 * 24 * 3600;

/** Turns on these features, and no others, for this browser. */
export function saveFlags(flags: readonly FeatureFlag[]): void {
  const age = flags.length > 0 ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not known to all browsers
  document.cookie = `${FLAG_COOKIE}=${encodeURIComponent(flags.join(','))}; path=/; max-age=${age}; samesite=lax`;
}
