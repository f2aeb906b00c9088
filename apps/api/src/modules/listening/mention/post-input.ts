import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionInput } from '@troupe/domain/listening/matching/mention-input';
import { plausiblePublished } from '@troupe/domain/listening/mention';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import {
  type IdentifiedLanguage,
  identifyLanguage,
  loadLanguages,
} from '../../../platform/language-identifier.ts';
import { ReadablePost } from './clean-post.ts';

const toldLanguage = ({ language }: SourcePost): string | null =>
  /^([a-z]{2,3})(?:-|$)/i.exec(language ?? '')?.[1]?.toLowerCase() ?? null;

/** Prepares for recognizing the languages of posts, if their source doesn't tell them all. */
export async function prepareLanguages(posts: readonly SourcePost[]): Promise<void> {
  if (posts.some((post) => toldLanguage(post) === null)) await loadLanguages();
}

/** The language of a post: what the source tells, otherwise recognized on first use. */
class PostLanguage {
  readonly #told: string | null;
  readonly #words: { title: string | null; text: string };
  #recognized: IdentifiedLanguage | null | undefined;

  /** @param words the cleaned title and text */
  constructor(post: SourcePost, words: { title: string | null; text: string }) {
    this.#told = toldLanguage(post);
    this.#words = words;
  }

  /** ISO 639; null if unknown. */
  get value(): string | null {
    return this.#told ?? this.#recognize()?.language ?? null;
  }

  get sure(): boolean {
    return this.#told !== null || (this.#recognize()?.sure ?? false);
  }

  #recognize(): IdentifiedLanguage | null {
    if (this.#recognized === undefined)
      this.#recognized = identifyLanguage([this.#words.title, this.#words.text].filter(Boolean).join('\n'));
    return this.#recognized;
  }
}

/** Returns a post as queries see it, after {@link prepareLanguages}. @param now milliseconds since 1970 */
export function inputOf(
  kind: SourceKind,
  post: SourcePost,
  now: number,
): { input: MentionInput; language: PostLanguage } {
  const readable = new ReadablePost(post);
  const { title, text } = readable;
  const language = new PostLanguage(post, { title, text });
  const input: MentionInput = {
    title,
    text,
    author: readable.author,
    authorName: readable.authorName,
    get url() {
      return readable.url;
    },
    get links() {
      return readable.links;
    },
    tags: readable.tags,
    // Recognized only if a query asks for it: that costs more than the match.
    get language() {
      return language.value;
    },
    source: kind,
    kind: post.kind,
    followers: readable.followers,
    likes: readable.likes,
    publishedAt: plausiblePublished(post.publishedAt, now),
  };
  return { input, language };
}
