/** Fields with a value that our mentions can answer. */
const LIST_FIELDS = [
  ...['author', 'site', 'url', 'links', 'language', 'source', 'engagementType'],
  ...['tags', 'subreddit', 'topLevelDomain'],
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** Fields with a number that our mentions can answer. */
const RANGE_FIELDS = ['authorFollowers', 'likes', 'minuteOfDay'] as const;
export type RangeField = (typeof RANGE_FIELDS)[number];

/** What can follow a field. */
type FieldSpec =
  | { is: 'text' }
  | { is: 'value'; field: ListField; values?: readonly string[]; form?: RegExp; example: string }
  | { is: 'range'; field: RangeField; min: number; max: number }
  /** Known elsewhere, but no source of ours tells it: left out of the query with a note. */
  | { is: 'unavailable'; values?: readonly string[]; min?: number; max?: number };

const list = (field: ListField, example: string): FieldSpec => ({ is: 'value', field, example });
const elsewhere: FieldSpec = { is: 'unavailable' };
const flag: FieldSpec = { is: 'unavailable', values: ['true', 'false'] };
const MAX_NUMBER = 10_000_000_000;

/** Kinds of posts, as queries spell them. */
const ENGAGEMENT_TYPES = ['COMMENT', 'REPLY', 'RETWEET', 'QUOTE'] as const;

/** What is known of each field, by its name in the query language. */
export const QUERY_FIELDS: Record<string, FieldSpec> = {
  title: { is: 'text' },
  author: list('author', 'author:larkmoor'),
  weblogTitle: list('author', 'weblogTitle:larkmoor'),
  site: list('site', 'site:example.com'),
  url: list('url', 'url:"example.com/news"'),
  links: list('links', 'links:example.com'),
  language: {
    is: 'value',
    field: 'language',
    form: /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i,
    example: 'language:en',
  },
  source: list('source', 'source:bluesky'),
  tags: list('tags', 'tags:photography'),
  subreddit: list('subreddit', 'subreddit:running'),
  topLevelDomain: list('topLevelDomain', 'topLevelDomain:org'),
  engagementType: {
    is: 'value',
    field: 'engagementType',
    values: ENGAGEMENT_TYPES,
    example: 'engagementType:REPLY',
  },
  authorFollowers: { is: 'range', field: 'authorFollowers', min: 0, max: MAX_NUMBER },
  followers: { is: 'range', field: 'authorFollowers', min: 0, max: MAX_NUMBER },
  likes: { is: 'range', field: 'likes', min: 0, max: MAX_NUMBER },
  minuteOfDay: { is: 'range', field: 'minuteOfDay', min: 0, max: 1439 },
  country: elsewhere,
  continent: elsewhere,
  region: elsewhere,
  city: elsewhere,
  latitude: { is: 'unavailable', min: -90, max: 90 },
  longitude: { is: 'unavailable', min: -180, max: 180 },
  rating: { is: 'unavailable', min: 1, max: 5 },
  sentiment: elsewhere,
  channelId: elsewhere,
  authorGender: { is: 'unavailable', values: ['F', 'M'] },
  authorVerified: flag,
  authorVerifiedType: { is: 'unavailable', values: ['blue', 'business', 'government'] },
  blogName: elsewhere,
  parentBlogName: elsewhere,
  rootBlogName: elsewhere,
  parentPostId: elsewhere,
  rootPostId: elsewhere,
  brandIds: elsewhere,
  objects: elsewhere,
  engagingWith: elsewhere,
  engagingWithGuid: elsewhere,
  guid: elsewhere,
  imageType: elsewhere,
  itemReview: elsewhere,
  pubType: elsewhere,
  publisherSubType: elsewhere,
  publication: elsewhere,
  redditAuthorFlair: elsewhere,
  redditPostFlair: elsewhere,
  redditSpoiler: flag,
  sensitiveContent: flag,
  subredditNSFW: flag,
  subredditTopics: elsewhere,
};

const byLowerCase = new Map(Object.keys(QUERY_FIELDS).map((name) => [name.toLowerCase(), name]));

/** Returns the name of a field as it is spelled, whatever case it was typed in. */
export const fieldNamed = (typed: string): string | undefined => byLowerCase.get(typed.toLowerCase());

/** Returns the field that a mistyped name is closest to: at most two letters differ. */
export function fieldLike(typed: string): string | undefined {
  const lower = typed.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const [key, name] of byLowerCase) {
    const distance = editDistance(lower, key, 3);
    if (distance <= 2 && distance < key.length - 1 && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

/** Levenshtein distance, or `enough` if it is at least that. */
function editDistance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return Math.min(row[b.length] ?? enough, enough);
}
