import { joined, language } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';

// No schemas here, so screens that only need these labels don't load the schema library.

/**
 * Singular and plural word of each content kind, as histories store them. Screens show `contentKindName`, which calls a
 * `live` a live video.
 */
export const CONTENT_KIND_NAMES = {
  post: ['post', 'posts'],
  carousel: ['carousel', 'carousels'],
  reel: ['reel', 'reels'],
  story: ['story', 'stories'],
  video: ['video', 'videos'],
  short: ['short', 'shorts'],
  live: ['live', 'lives'],
} as const;

type Kind = keyof typeof CONTENT_KIND_NAMES;

/** What messages of the API and CSV files call a kind, in English. */
export const englishKindName = (kind: Kind): string =>
  kind === 'live' ? 'live video' : CONTENT_KIND_NAMES[kind][0];

/** `reel`, in the language of the person. */
export const contentKindName = (kind: Kind): string => t(`kind.${kind}`);

/** `reels`, in the language of the person. */
export const contentKindPlural = (kind: Kind): string => t(`kinds.${kind}`);

/** `Reel`, as a title. */
export function contentKindTitle(kind: Kind): string {
  const name = contentKindName(kind);
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}

/** Formats deliverables: `2 reels, 3 stories`. */
export function deliverablesLabel(deliverables: readonly { kind: Kind; count: number }[]): string {
  return joined(deliverables.map(({ kind, count }) => t(`count.${kind}`, { count })));
}
