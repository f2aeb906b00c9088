// No schemas here, so screens that only need these labels don't load the schema library.

/** Singular and plural label of each content kind. */
export const CONTENT_KIND_NAMES = {
  post: ['post', 'posts'],
  carousel: ['carousel', 'carousels'],
  reel: ['reel', 'reels'],
  story: ['story', 'stories'],
  video: ['video', 'videos'],
  short: ['short', 'shorts'],
  live: ['live', 'lives'],
} as const;

/** Returns the title-case label, such as `Reel`. */
export function contentKindTitle(kind: keyof typeof CONTENT_KIND_NAMES): string {
  const name = CONTENT_KIND_NAMES[kind][0];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Formats deliverables: `2 reels, 3 stories`. */
export function deliverablesLabel(
  deliverables: readonly { kind: keyof typeof CONTENT_KIND_NAMES; count: number }[],
): string {
  return deliverables
    .map(({ kind, count }) => `${count} ${CONTENT_KIND_NAMES[kind][count === 1 ? 0 : 1]}`)
    .join(', ');
}
