import type { MarketingSource } from '@troupe/domain/site/marketing-source';

const PARTS = ['campaign', 'medium', 'source', 'content', 'term'] as const;
type MarketingPart = (typeof PARTS)[number];

/** The cookie of a part, named like its parameter in URLs. */
const cookieOf = (part: MarketingPart) => `utm_${part}`;
/** The longest value that the API accepts. */
const LONGEST = 200;

/** The source that the cookies `utm_*` hold; null when they hold none. @param cookies as in `document.cookie` */
export function marketingSourceOf(cookies: string): MarketingSource | null {
  const kept = new Map(
    cookies.split(';').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  const read = (part: MarketingPart) => decoded(kept.get(cookieOf(part)) ?? '');
  const source = Object.fromEntries(PARTS.map((part) => [part, read(part)])) as MarketingSource;
  return Object.values(source).some((found) => found !== '') ? source : null;
}

/** The same as parameters of an address, so that it goes along with a person who signs up in another browser. */
export function marketingQuery(source: MarketingSource | null): string {
  const named = PARTS.filter((part) => source?.[part]);
  return new URLSearchParams(named.map((part) => [cookieOf(part), source?.[part] ?? ''])).toString();
}

function decoded(raw: string): string {
  try {
    const text = decodeURIComponent(raw)
      .replace(/\p{Cc}/gu, '')
      .trim();
    // The cut may leave half of a character behind.
    return text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '');
  } catch {
    // Something else wrote a cookie of this name.
    return '';
  }
}
