import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionInput } from '@troupe/domain/listening/matching/mention-input';
import { plausiblePublished } from '@troupe/domain/listening/mention';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import {
  type IdentifiedLanguage,
  identifyLanguage,
  loadLanguages,
} from '../../../platform/language-identifier.ts';

const toldLanguage = ({ language }: SourcePost): string | null =>
  /^([a-z]{2,3})(?:-|$)/i.exec(language ?? '')?.[1]?.toLowerCase() ?? null;

/** Prepares for recognizing the languages of posts, if their source doesn't tell them all. */
export async function prepareLanguages(posts: readonly SourcePost[]): Promise<void> {
  if (posts.some((post) => toldLanguage(post) === null)) await loadLanguages();
}

/** The language of a post: what the source tells, otherwise recognized on first use. */
export class PostLanguage {
  readonly #post: SourcePost;
  #recognized: IdentifiedLanguage | null | undefined;

  constructor(post: SourcePost) {
    this.#post = post;
  }

  /** ISO 639; null if unknown. */
  get value(): string | null {
    return this.#told ?? this.#recognize()?.language ?? null;
  }

  get sure(): boolean {
    return this.#told !== null || (this.#recognize()?.sure ?? false);
  }

  get #told(): string | null {
    return toldLanguage(this.#post);
  }

  #recognize(): IdentifiedLanguage | null {
    if (this.#recognized === undefined)
      this.#recognized = identifyLanguage([this.#post.title, this.#post.text].filter(Boolean).join('\n'));
    return this.#recognized;
  }
}

/** Returns a post as queries see it, after {@link prepareLanguages}. @param now milliseconds since 1970 */
export function inputOf(
  kind: SourceKind,
  post: SourcePost,
  now: number,
): { input: MentionInput; language: PostLanguage } {
  const language = new PostLanguage(post);
  const input: MentionInput = {
    title: post.title,
    text: post.text,
    author: post.author?.handle ?? null,
    authorName: post.author?.name ?? null,
    url: post.url,
    links: post.links,
    tags: post.tags,
    // Recognized only if a query asks for it: that costs more than the match.
    get language() {
      return language.value;
    },
    source: kind,
    kind: post.kind,
    followers: post.author?.followers ?? null,
    likes: post.figures?.likes ?? null,
    publishedAt: plausiblePublished(post.publishedAt, now),
  };
  return { input, language };
}
