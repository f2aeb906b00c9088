import {
  IconBrandBluesky,
  IconBrandMastodon,
  IconBrandReddit,
  IconBrandX,
  IconBrandYcombinator,
  IconBrandYoutube,
  IconNews,
  IconRss,
  IconUserHeart,
} from '@tabler/icons-react';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import { sourceName } from './listening-labels.ts';

const ICONS = {
  bluesky: IconBrandBluesky,
  mastodon: IconBrandMastodon,
  reddit: IconBrandReddit,
  youtube: IconBrandYoutube,
  feed: IconRss,
  gdelt: IconNews,
  'hacker-news': IconBrandYcombinator,
  x: IconBrandX,
  content: IconUserHeart,
} as const;

/** The icon of a source; with `named`, its name is beside it. */
export function SourceIcon({ kind, named = false }: { kind: SourceKind; named?: boolean }) {
  const Icon = ICONS[kind];
  const name = sourceName(kind);
  if (named) return <Icon size={16} aria-hidden="true" />;
  return <Icon size={16} role="img" aria-label={name} title={name} />;
}
