import type { SourcePost } from '@troupe/domain/listening/source-event';

/** Text that is stored. */
export const MAX_STORED = 5000;
/** Text that is compared with queries; what is longer isn't read. */
const MAX_READ = 20_000;
const MAX_TITLE = 500;
const MAX_NAME = 200;
const MAX_ADDRESS = 2000;
const MAX_LISTED = 50;

/**
 * Returns text that PostgreSQL and JSON can hold, with the same places: NUL becomes a space and half a surrogate pair
 * U+FFFD.
 */
const cleanText = (text: string, max: number): string =>
  cut(text, max).replaceAll('\u0000', ' ').toWellFormed();

/** Cuts a text, not within a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

const cleanOptional = (text: string | null, max: number): string | null => {
  const clean = text === null ? '' : cleanText(text, max).trim();
  return clean === '' ? null : clean;
};

/** Only addresses that are safe to link to. */
const webAddress = (address: string | null): string | null => {
  if (address === null || address.length > MAX_ADDRESS || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
};

const handleOf = (handle: string | null): string | null =>
  cleanOptional(handle, MAX_NAME)?.replace(/^@/, '').toLowerCase() || null;

const listOf = (values: readonly string[], max: number): string[] => [
  ...new Set(
    values
      .slice(0, MAX_LISTED)
      .map((value) => cleanText(value, max).trim())
      .filter(Boolean),
  ),
];

/** Bounds and cleans what a source sends: sizes, characters, addresses and counts. */
export function cleanPost(post: SourcePost): SourcePost {
  const { author, figures } = post;
  return {
    externalId: cleanText(post.externalId, MAX_ADDRESS),
    kind: post.kind,
    title: cleanOptional(post.title, MAX_TITLE),
    text: cleanText(post.text, MAX_READ),
    url: webAddress(post.url),
    author: author && {
      externalId: cleanText(author.externalId, MAX_NAME),
      handle: handleOf(author.handle),
      name: cleanOptional(author.name, MAX_NAME),
      url: webAddress(author.url),
      followers: countOf(author.followers),
    },
    language: post.language,
    publishedAt: post.publishedAt,
    editedAt: plausible(post.editedAt),
    replyTo: cleanOptional(post.replyTo, MAX_ADDRESS),
    links: post.links
      .map(webAddress)
      .filter((link) => link !== null)
      .slice(0, MAX_LISTED),
    tags: listOf(post.tags, 100),
    names: listOf(post.names, MAX_NAME),
    figures: figures && {
      likes: countOf(figures.likes),
      replies: countOf(figures.replies),
      reposts: countOf(figures.reposts),
      quotes: countOf(figures.quotes),
      views: countOf(figures.views),
    },
  };
}

const countOf = (count: number | null): number | null =>
  count === null || !Number.isSafeInteger(count) || count < 0 ? null : count;

/** Times that a timestamp can hold. */
const plausible = (time: number | null): number | null =>
  time !== null && time > 0 && time < Date.UTC(9999, 0, 1) ? Math.floor(time) : null;

/** Returns the post with the text that is stored. */
export const storedPost = (post: SourcePost): SourcePost =>
  post.text.length <= MAX_STORED ? post : Object.assign({}, post, { text: cut(post.text, MAX_STORED) });
