import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import type { StatusTone } from '@troupe/ui/content/status-tag';

/** 'In discussion' -> the tone `in-discussion`. */
export const toneOf = (tag: StatusTag): StatusTone => tag.toLowerCase().replaceAll(' ', '-') as StatusTone;

/** Tags as StatusTags takes them. */
export const shownTags = (tags: readonly StatusTag[]) =>
  tags.map((tag) => ({ tone: toneOf(tag), label: tag }));
