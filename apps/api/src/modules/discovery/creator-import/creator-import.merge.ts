import {
  type Creator,
  FigureName,
  type FigureOrigin,
  FigureSource,
  figureWins,
} from '@troupe/domain/discovery/creator';
import type { CreatorDraft } from '@troupe/domain/discovery/creator-import/row';

/** Profile columns an import can fill. */
export interface ProfileColumns {
  social_id: string | null;
  fullname: string;
  bio: string;
  profile_pic_url: string | null;
  country: string | null;
  language: string | null;
  categories: string[];
  verified: boolean;
  follower_count: number | null;
  engagement: number | null;
  avg_views: number | null;
  figures: Creator['figures'];
  updated_at: string;
}

/** PostgreSQL types of the columns. */
export const PROFILE_TYPES: Record<keyof ProfileColumns, string> = {
  social_id: 'text',
  fullname: 'text',
  bio: 'text',
  profile_pic_url: 'text',
  country: 'char(2)',
  language: 'text',
  categories: 'text[]',
  verified: 'boolean',
  follower_count: 'bigint',
  engagement: 'double precision',
  avg_views: 'bigint',
  figures: 'jsonb',
  updated_at: 'timestamptz(3)',
};

/** Figures with their own column; others store the value next to the origin. */
const FIGURE_COLUMNS = {
  followerCount: 'follower_count',
  engagement: 'engagement',
  avgViews: 'avg_views',
} as const satisfies Partial<Record<FigureName, keyof ProfileColumns>>;
const columnOf = (name: FigureName) =>
  name in FIGURE_COLUMNS ? FIGURE_COLUMNS[name as keyof typeof FIGURE_COLUMNS] : null;

/** Returns the figures of a row with their origin. */
function figuresOf(draft: CreatorDraft, origin: FigureOrigin): Creator['figures'] {
  const figures: Creator['figures'] = {};
  for (const name of FigureName.options) {
    const figure = draft[name];
    if (figure === null) continue;
    figures[name] = columnOf(name) ? { ...origin } : { ...origin, value: figure };
  }
  return figures;
}

/** Returns the columns of a new profile. */
export function newProfile(draft: CreatorDraft, origin: FigureOrigin, now: string): ProfileColumns {
  return {
    social_id: draft.socialId,
    fullname: draft.fullname,
    bio: draft.bio,
    // Set once copied: pages load no external pictures.
    profile_pic_url: null,
    country: draft.country,
    language: draft.language,
    categories: draft.categories,
    verified: draft.verified ?? false,
    follower_count: draft.followerCount,
    engagement: draft.engagement,
    avg_views: draft.avgViews,
    figures: figuresOf(draft, origin),
    updated_at: origin.asOf ?? now,
  };
}

/**
 * Returns what a row changes in an existing profile; null if nothing. Figures from a more
 * trustworthy source, or newer ones from the same source, are kept. Texts are filled in if empty,
 * and replaced only in profiles without data from a more trustworthy source that aren't newer.
 */
export function mergedProfile(
  present: ProfileColumns,
  draft: CreatorDraft,
  origin: FigureOrigin,
): ProfileColumns | null {
  const merged: ProfileColumns = { ...present, figures: { ...present.figures } };
  for (const name of FigureName.options) {
    const figure = draft[name];
    if (figure === null || !figureWins(present.figures[name], origin)) continue;
    // Importing the same file again adds nothing newer.
    if (present.figures[name]?.source === origin.source && figureIn(present, name) === figure) continue;
    const column = columnOf(name);
    if (column) merged[column] = figure;
    merged.figures[name] = column ? { ...origin } : { ...origin, value: figure };
  }
  const mayReplace = mayReplaceTexts(present, origin);
  const text = (old: string, next: string) => (next !== '' && (mayReplace || old === '') ? next : old);
  const maybe = (old: string | null, next: string | null) => (next && (mayReplace || !old) ? next : old);
  merged.fullname = text(present.fullname, draft.fullname);
  merged.bio = text(present.bio, draft.bio);
  merged.social_id = maybe(present.social_id, draft.socialId);
  merged.country = maybe(present.country, draft.country);
  merged.language = maybe(present.language, draft.language);
  if (draft.categories.length && (mayReplace || present.categories.length === 0))
    merged.categories = draft.categories;
  if (draft.verified !== null && mayReplace) merged.verified = draft.verified;
  if (same(present, merged)) return null;
  if ((origin.asOf ?? '') > present.updated_at) merged.updated_at = origin.asOf ?? present.updated_at;
  return merged;
}

/**
 * Returns whether a file may replace a profile's texts and picture: it has no data from a more
 * trustworthy source and isn't newer.
 */
function mayReplaceTexts(present: ProfileColumns, origin: FigureOrigin): boolean {
  const rank = (source: FigureOrigin['source']) => FigureSource.options.indexOf(source);
  return (
    Object.values(present.figures).every((figure) => rank(figure.source) >= rank(origin.source)) &&
    (origin.asOf ?? '') >= present.updated_at
  );
}

/**
 * Returns the picture URL a row sets on an existing profile; null if it has none or may not replace
 * the current one.
 */
export const mergedPicture = (
  present: ProfileColumns,
  draft: CreatorDraft,
  origin: FigureOrigin,
): string | null =>
  draft.profilePicUrl && (!present.profile_pic_url || mayReplaceTexts(present, origin))
    ? draft.profilePicUrl
    : null;

function figureIn(present: ProfileColumns, name: FigureName): number | null {
  const column = columnOf(name);
  return column ? present[column] : (present.figures[name]?.value ?? null);
}

function same(a: ProfileColumns, b: ProfileColumns): boolean {
  return sorted(a) === sorted(b);
}

/** JSON with sorted keys, because jsonb has its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
