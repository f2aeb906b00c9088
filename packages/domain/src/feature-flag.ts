/** The cookie that turns features on, a comma list. */
export const FLAG_COOKIE = 'featureFlag';
/** The header that carries the cookie's list on every call. */
export const FLAG_HEADER = 'X-Feature-Flags';

/** The features that can be turned on. */
export const FEATURE_FLAGS = ['analyticsDashboardBeta', 'whatsNew', 'new-brand-dash'] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** Reads a flag list: case-insensitive, blanks and unknown names ignored. */
export function readFlags(list: string | undefined | null): Set<FeatureFlag> {
  const wanted = new Set((list ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return new Set(FEATURE_FLAGS.filter((flag) => wanted.has(flag.toLowerCase())));
}

/** The raw flag list out of a cookie header or `document.cookie`; empty when there is none. */
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
