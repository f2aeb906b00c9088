import {
  type Creator,
  FigureName,
  type FigureOrigin,
  FigureSource,
  figureWins,
} from '@troupe/domain/discovery/creator';
import type { CreatorDraft } from '@troupe/domain/discovery/creator-import/row';

/** The columns of a profile that an import may fill. */
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

/** What PostgreSQL calls the type of each. */
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

/** Figures with a column of their own; the value of the others stands beside their origin. */
const FIGURE_COLUMNS = {
  followerCount: 'follower_count',
  engagement: 'engagement',
  avgViews: 'avg_views',
} as const satisfies Partial<Record<FigureName, keyof ProfileColumns>>;
const columnOf = (name: FigureName) =>
  name in FIGURE_COLUMNS ? FIGURE_COLUMNS[name as keyof typeof FIGURE_COLUMNS] : null;

/** The figures a row brings, each with who says so and when. */
export function figuresOf(draft: CreatorDraft, origin: FigureOrigin): Creator['figures'] {
  const figures: Creator['figures'] = {};
  for (const name of FigureName.options) {
    const figure = draft[name];
    if (figure === null) continue;
    figures[name] = columnOf(name) ? { ...origin } : { ...origin, value: figure };
  }
  return figures;
}

/** A new profile's columns. */
export function newProfile(draft: CreatorDraft, origin: FigureOrigin, now: string): ProfileColumns {
  return {
    social_id: draft.socialId,
    fullname: draft.fullname,
    bio: draft.bio,
    // Set once a copy of ours is there: pages load no pictures from elsewhere.
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
 * What a row changes in a profile that exists; null when nothing. Figures of a more trustworthy source, or
 * newer ones of the same source, stay. Texts are filled in where they are empty, and replaced only in a
 * profile that nobody more trustworthy has measured and that is not newer.
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
    // The same file again says nothing newer about a figure that stands.
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

/** Whether texts and picture of a file replace those of a profile: nobody more trustworthy has measured it, and it is not newer. */
function mayReplaceTexts(present: ProfileColumns, origin: FigureOrigin): boolean {
  const rank = (source: FigureOrigin['source']) => FigureSource.options.indexOf(source);
  return (
    Object.values(present.figures).every((figure) => rank(figure.source) >= rank(origin.source)) &&
    (origin.asOf ?? '') >= present.updated_at
  );
}

/** Returns the picture that a row gives an existing profile; null when it has none or may not replace the present one. */
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

/** JSON with its keys in order, since the database keeps them in one of its own. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
