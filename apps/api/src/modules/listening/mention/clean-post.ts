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
  if (address === null || address.length > MAX_ADDRESS) return null;
  const url = URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
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

const linksOf = (links: readonly string[]): string[] =>
  links
    .map(webAddress)
    .filter((link) => link !== null)
    .slice(0, MAX_LISTED);

const tagsOf = (tags: readonly string[]): string[] => (tags.length === 0 ? [] : listOf(tags, 100));

/** The key of a post at its source, cleaned. */
export const externalIdOf = ({ externalId }: Pick<SourcePost, 'externalId'>): string =>
  cleanText(externalId, MAX_ADDRESS);

/** What queries read of a post, cleaned. Addresses are parsed only if a query asks for them: few posts match. */
export class ReadablePost {
  readonly title: string | null;
  readonly text: string;
  readonly author: string | null;
  readonly authorName: string | null;
  readonly tags: string[];
  readonly followers: number | null;
  readonly likes: number | null;
  readonly #post: SourcePost;

  constructor(post: SourcePost) {
    const { author, figures } = post;
    this.#post = post;
    this.title = cleanOptional(post.title, MAX_TITLE);
    this.text = cleanText(post.text, MAX_READ);
    this.author = handleOf(author?.handle ?? null);
    this.authorName = cleanOptional(author?.name ?? null, MAX_NAME);
    this.tags = tagsOf(post.tags);
    this.followers = countOf(author?.followers ?? null);
    this.likes = countOf(figures?.likes ?? null);
  }

  get url(): string | null {
    return webAddress(this.#post.url);
  }

  get links(): string[] {
    return linksOf(this.#post.links);
  }
}

/** Bounds and cleans what a source sends: sizes, characters, addresses and counts. */
export function cleanPost(post: SourcePost): SourcePost {
  const { author, figures } = post;
  return {
    externalId: externalIdOf(post),
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
    links: linksOf(post.links),
    tags: tagsOf(post.tags),
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
