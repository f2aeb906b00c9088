import type { Platform } from '../discovery/creator.ts';

/** What recipes of earned media value read of a post. */
export interface ValuedPost {
  platform: Platform;
  kind: string;
  views: number | null;
  likes: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  followers: number | null;
}

/** A published recipe. Values are in US cents, as their authors give them in dollars; null if a count is unknown. */
export interface MediaRecipe {
  name: 'MightyScout' | 'fair-influence' | 'Troupe';
  source: string;
  value(post: ValuedPost): number | null;
}

/** Dollars per thousand views. */
const SCOUT_CPM: Partial<Record<Platform, number>> = { instagram: 10, tiktok: 5, youtube: 20 };
const FAIR: Partial<Record<Platform, { cpm: number; cpe: number }>> = {
  instagram: { cpm: 8, cpe: 0.25 },
  tiktok: { cpm: 10, cpe: 0.15 },
  youtube: { cpm: 20, cpe: 0.35 },
};
const SCOUT_FLOOR = 2500;
const SCOUT_CAP = 1_000_000_000;
/** Reactions of a static post count as so many views. */
const SCOUT_VIEWS = 8.7;
/** Share of followers who see a story. */
const SCOUT_STORY = 0.03;

function mightyScout({
  platform,
  kind,
  views,
  likes,
  comments,
  shares,
  followers,
}: ValuedPost): number | null {
  const cpm = SCOUT_CPM[platform];
  if (cpm === undefined) return null;
  const known = [likes, comments, shares].filter((count) => count !== null);
  const seen =
    kind === 'story'
      ? followers === null
        ? null
        : followers * SCOUT_STORY
      : (views ?? (known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0) * SCOUT_VIEWS));
  // Dollars per thousand are cents per ten.
  return seen === null ? null : Math.min(SCOUT_CAP, Math.max(SCOUT_FLOOR, (seen * cpm) / 10));
}

function fairInfluence({ platform, views, likes, comments, saves, shares }: ValuedPost): number | null {
  const rates = FAIR[platform];
  const known = [likes, comments, saves, shares].filter((count) => count !== null);
  if (rates === undefined || views === null || known.length === 0) return null;
  return (views * rates.cpm) / 10 + known.reduce((sum, count) => sum + count, 0) * rates.cpe * 100;
}

/** Cents per count. */
const HOUSE = { views: 1.5, likes: 8, comments: 40, saves: 25, shares: 25 };

function house({ views, likes, comments, saves, shares }: ValuedPost): number | null {
  const counts = { views, likes, comments, saves, shares };
  const known = (Object.keys(HOUSE) as (keyof typeof HOUSE)[]).filter((name) => counts[name] !== null);
  return known.length === 0 ? null : known.reduce((sum, name) => sum + (counts[name] ?? 0) * HOUSE[name], 0);
}

/** Recipes that are published with all their rates. */
export const MEDIA_RECIPES: readonly MediaRecipe[] = [
  {
    name: 'MightyScout',
    source: 'https://mightyscout.com/blog/earned-media-value-rebuilt',
    value: mightyScout,
  },
  {
    name: 'fair-influence',
    source: 'https://fair-influence.com',
    value: fairInfluence,
  },
  {
    name: 'Troupe',
    source: 'campaign metrics',
    value: house,
  },
];

/** The currency of recipes. */
export const RECIPE_CURRENCY = 'USD';

/** Returns how many accounts a post's text names; at least 1, the brand. */
const namedAccounts = (text: string): number =>
  Math.max(1, new Set(text.toLowerCase().match(/(?<![\w.])@[\w.]{2,}/g)).size);

/**
 * Values posts by all recipes. Only posts that every recipe can value count, so that all cover the same posts.
 * @param shared counts a post that names k accounts 1/k times
 * @returns the value by each recipe in cents; null without such a post
 */
export function mediaValueRange(
  posts: readonly (ValuedPost & { text: string })[],
  shared: boolean,
): {
  low: number | null;
  high: number | null;
  known: number;
  unknown: number;
  recipes: { name: string; value: number | null }[];
} {
  const sums = MEDIA_RECIPES.map(() => 0);
  let known = 0;
  for (const post of posts) {
    const values = MEDIA_RECIPES.map(({ value }) => value(post));
    if (values.some((value) => value === null)) continue;
    known += 1;
    const parts = shared ? namedAccounts(post.text) : 1;
    values.forEach((value, place) => {
      sums[place] = (sums[place] ?? 0) + (value ?? 0) / parts;
    });
  }
  const rounded = sums.map((sum) => (known === 0 ? null : Math.round(sum)));
  const all = rounded.filter((value) => value !== null);
  return {
    low: all.length === 0 ? null : Math.min(...all),
    high: all.length === 0 ? null : Math.max(...all),
    known,
    unknown: posts.length - known,
    recipes: MEDIA_RECIPES.map(({ name }, place) => ({ name, value: rounded[place] ?? null })),
  };
}
