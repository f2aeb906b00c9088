import { FLAG_HEADER } from '@troupe/contract/headers';
import { type FeatureFlag, readFlags } from '@troupe/domain/feature-flag';

/** The cookie that turns features on: a comma-separated list. */
const FLAG_COOKIE = 'featureFlag';

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

/** Returns the flag list of a cookie header or `document.cookie`; empty without one. */
export function flagListFromCookies(cookies: string | undefined | null): string {
  for (const pair of (cookies ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === FLAG_COOKIE) {
      const raw = pair.slice(at + 1).trim();
      try {
        return decodeURIComponent(raw);
      } catch {
        return raw;
      }
    }
  }
  return '';
}
