import { foldText } from '../query/character.ts';
import type { TokenStream } from './token-stream.ts';

/** Kinds of posts that fields of queries tell apart. */
export type PostKind = 'post' | 'reply' | 'comment' | 'repost' | 'quote';

/** A post as queries see it. Values that the source doesn't report are null, and no condition matches null. */
export interface MentionInput {
  title: string | null;
  text: string;
  /** The author's handle and display name. */
  author: string | null;
  authorName: string | null;
  /** Where the post is. */
  url: string | null;
  /** Addresses it links to; those in its text are found there. */
  links: readonly string[];
  /** Tags that are stored beside the text, without `#`. */
  tags: readonly string[];
  /** BCP 47. */
  language: string | null;
  /** The source's kind, such as `bluesky`. */
  source: string;
  kind: PostKind;
  followers: number | null;
  likes: number | null;
  /** Milliseconds since 1970. */
  publishedAt: number;
}

/** Addresses of one post that are looked at. */
const MAX_LINKS = 50;

/** A web address without scheme and `www.`, in lower case. */
export interface Address {
  host: string;
  /** From the first slash. */
  path: string;
}

/** Splits a web address, with or without a scheme. */
export function addressOf(link: string): Address {
  const bare = link
    .trim()
    .slice(0, 2000)
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^www\./, '');
  const end = bare.search(/[/?#]/);
  const host = (end < 0 ? bare : bare.slice(0, end)).replace(/^[^@]*@/, '').replace(/:\d+$/, '');
  return { host, path: end < 0 ? '' : bare.slice(end) };
}

/** Returns a host and the domains above it: `a.b.c` gives `a.b.c`, `b.c` and `c`. */
export function domainsOf(host: string): string[] {
  const labels = host.split('.').slice(-8);
  return labels.map((_, place) => labels.slice(place).join('.'));
}

/** Returns the words of a name separated by spaces, with a space at each end. */
export const normalizeName = (name: string): string =>
  ` ${foldText(name.slice(0, 200))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

/** Facts about a post, computed on first use. */
export class MentionFacts {
  readonly input: MentionInput;
  readonly #stream: TokenStream;
  #author: string | undefined;
  #site: Address | undefined;
  #links: Address[] | undefined;
  #textTags: Set<string> | undefined;

  constructor(input: MentionInput, stream: TokenStream) {
    this.input = input;
    this.#stream = stream;
  }

  /** The words of handle and name, on separate lines so that phrases can't span both. */
  get author(): string {
    this.#author ??= [this.input.author, this.input.authorName]
      .map((name) => (name ? normalizeName(name) : ''))
      .join('\n');
    return this.#author;
  }

  get site(): Address {
    this.#site ??= addressOf(this.input.url ?? '');
    return this.#site;
  }

  get links(): Address[] {
    this.#links ??= [...this.input.links, ...this.#stream.links].slice(0, MAX_LINKS).map(addressOf);
    return this.#links;
  }

  /** Tags of the text, with `#`. */
  get textTags(): Set<string> {
    const { form, size } = this.#stream;
    this.#textTags ??= new Set(form.slice(0, size).filter((one) => one.startsWith('#')));
    return this.#textTags;
  }

  /** The community of Reddit, from the address. */
  get subreddit(): string {
    const { host, path } = this.site;
    return host === 'reddit.com' || host.endsWith('.reddit.com') ? (/^\/r\/(\w+)/.exec(path)?.[1] ?? '') : '';
  }

  get minuteOfDay(): number {
    const minutes = Math.floor(this.input.publishedAt / 60_000) % 1440;
    return minutes < 0 ? minutes + 1440 : minutes;
  }
}
