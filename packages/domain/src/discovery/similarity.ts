import { z } from 'zod';
import { Id } from '../shape.ts';
import type { AudienceData, AudienceReport, AudienceShare } from './audience-report.ts';
import { Creator } from './creator.ts';

/** What two creators are compared by. */
const SimilarityPart = z.enum(['topics', 'audience', 'size', 'engagement', 'language', 'place']);
export type SimilarityPart = z.infer<typeof SimilarityPart>;

/** How much each part counts, in percent of all. */
export const SIMILARITY_WEIGHTS: Readonly<Record<SimilarityPart, number>> = {
  topics: 35,
  audience: 20,
  size: 15,
  engagement: 10,
  language: 10,
  place: 10,
};

/** Most creators that others are compared with. */
export const MAX_SEEDS = 20;
/** Most creators in a response. */
export const MAX_SIMILAR = 48;
/** Times larger or smaller at which sizes have nothing in common. */
export const SIZE_REACH = 10;

/**
 * One part of a similarity: `value` from 0 to 1; null if it doesn't count, because neither side can be compared by it.
 * Something unknown about the creator alone counts as 0, except the audience, which only reports tell.
 */
export const SimilarityShare = z.object({
  part: SimilarityPart,
  weight: z.int(),
  value: z.number().nullable(),
});
export type SimilarityShare = z.infer<typeof SimilarityShare>;

/** A creator that others are compared with. */
const SimilaritySeed = Creator.pick({
  id: true,
  platform: true,
  username: true,
  fullname: true,
  profilePicUrl: true,
});
export type SimilaritySeed = z.infer<typeof SimilaritySeed>;

/** What a brand already has to do with a creator. */
export const KnownAs = z.enum(['list', 'invite', 'opt-in']);
export type KnownAs = z.infer<typeof KnownAs>;

/** A creator like others, with the parts of the similarity in the order of their weights. */
export const SimilarCreator = z.object({
  creator: Creator,
  /** 0 to 100: the weighted mean of the parts that count. */
  score: z.int(),
  parts: z.array(SimilarityShare),
  /** Topics it shares with the others, strongest first. */
  sharedTopics: z.array(z.string()),
  known: z.array(KnownAs),
});
export type SimilarCreator = z.infer<typeof SimilarCreator>;

/** Creators like others. */
export const SimilarCreators = z.object({
  seeds: z.array(SimilaritySeed),
  /** Creators that were given but aren't visible or don't exist. */
  missingSeeds: z.int(),
  creators: z.array(SimilarCreator),
  /** Number of creators that were compared. */
  compared: z.int(),
  /** Whether more share topics and size than were compared. */
  bounded: z.boolean(),
  /** Left out because the brand knows them already. */
  knownLeftOut: z.int(),
  /** What the creators have in common that others are compared with. */
  common: z.object({
    topics: z.array(z.string()),
    followers: z.number().nullable(),
    engagement: z.number().nullable(),
    languages: z.array(z.string()),
    countries: z.array(z.string()),
    /** Number of creators with a delivered report of the brand. */
    reports: z.int(),
  }),
});
export type SimilarCreators = z.infer<typeof SimilarCreators>;

/** Query of creators like others: given creators, those of a list, or the best of a campaign. */
export const SimilarityQuery = z.object({
  creator: z.preprocess(
    (value: unknown) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(Id).max(MAX_SEEDS, `Use at most ${MAX_SEEDS} creators`),
  ),
  list: Id.optional(),
  campaign: Id.optional(),
  /** Also creators that the brand knows already. */
  known: z.stringbool().default(false),
});
export type SimilarityQuery = z.infer<typeof SimilarityQuery>;

/** What similarity needs of a creator. */
export interface Comparable {
  /** Topics by id, strongest first. */
  topics: readonly string[];
  categories: readonly string[];
  followers: number | null;
  engagement: number | null;
  language: string | null;
  country: string | null;
  /** The brand's newest report. */
  report: AudienceReport | null;
}

/** What several creators have in common. */
export interface CommonProfile {
  /** Importance of topics and categories, the largest is 1. */
  topics: ReadonlyMap<string, number>;
  followers: number | null;
  engagement: number | null;
  /** Shares of the creators by language and country. */
  languages: ReadonlyMap<string, number>;
  countries: ReadonlyMap<string, number>;
  audiences: readonly AudienceData[];
}

/** Topics count less the further back they come. */
const TOPIC_DECAY = 0.85;
const MOST_TOPICS = 12;

/** Topics and categories of a creator with their importance; categories come first where topics aren't derived yet. */
function topicsOf({ topics, categories }: Comparable): Map<string, number> {
  const found = new Map<string, number>();
  const names = topics.length > 0 ? topics : categories.map((name) => name.toLowerCase());
  for (const [index, name] of names.slice(0, MOST_TOPICS).entries()) found.set(name, TOPIC_DECAY ** index);
  return found;
}

/** Summarizes the creators that others are compared with. */
export function commonProfile(seeds: readonly Comparable[]): CommonProfile {
  const topics = new Map<string, number>();
  for (const seed of seeds)
    for (const [name, weight] of topicsOf(seed)) topics.set(name, (topics.get(name) ?? 0) + weight);
  const largest = Math.max(...topics.values(), 0);
  const ranked = [...topics].toSorted((a, b) => b[1] - a[1]).slice(0, MOST_TOPICS);
  return {
    topics: new Map(ranked.map(([name, weight]) => [name, weight / largest])),
    followers: median(
      seeds.flatMap(({ followers }) => (followers === null || followers < 1 ? [] : [followers])),
    ),
    engagement: median(seeds.flatMap(({ engagement }) => (engagement === null ? [] : [engagement]))),
    languages: shares(seeds.map(({ language }) => language)),
    countries: shares(seeds.map(({ country }) => country)),
    audiences: seeds.flatMap(({ report }) => audienceOf(report) ?? []),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

function shares(values: readonly (string | null)[]): Map<string, number> {
  const known = values.filter((value) => value !== null);
  const counts = Map.groupBy(known, (value) => value);
  return new Map(
    [...counts]
      .map(([value, all]) => [value, all.length / known.length] as const)
      .toSorted((a, b) => b[1] - a[1]),
  );
}

/** Compares a creator with what others have in common. */
export function similarity(
  creator: Comparable,
  common: CommonProfile,
): { score: number; parts: SimilarityShare[]; sharedTopics: string[] } {
  const own = topicsOf(creator);
  const values: Record<SimilarityPart, number | null> = {
    topics: common.topics.size === 0 ? null : overlap(own, common.topics),
    audience: audienceValue(creator.report, common.audiences),
    size: common.followers === null ? null : sizeValue(creator.followers, common.followers),
    engagement: common.engagement === null ? null : ratio(creator.engagement, common.engagement),
    language: shareOf(creator.language, common.languages),
    place: shareOf(creator.country, common.countries),
  };
  const parts = SimilarityPart.options.map((part) => ({
    part,
    weight: SIMILARITY_WEIGHTS[part],
    value: values[part],
  }));
  const counting = parts.filter(({ value }) => value !== null);
  const all = counting.reduce((sum, { weight }) => sum + weight, 0);
  const got = counting.reduce((sum, { weight, value }) => sum + weight * (value ?? 0), 0);
  return {
    score: all === 0 ? 0 : Math.round((100 * got) / all),
    parts,
    sharedTopics: [...own.keys()].filter((name) => common.topics.has(name)),
  };
}

/** Weighted Jaccard: what both have, as a share of what either has. */
function overlap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [both, either] = [0, 0];
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    both += Math.min(one.get(name) ?? 0, other.get(name) ?? 0);
    either += Math.max(one.get(name) ?? 0, other.get(name) ?? 0);
  }
  return either === 0 ? 0 : both / either;
}

/** 1 at the same size, 0 from {@link SIZE_REACH} times larger or smaller on. */
function sizeValue(followers: number | null, middle: number): number {
  if (followers === null || followers < 1) return 0;
  return Math.max(0, 1 - Math.abs(Math.log(followers / middle)) / Math.log(SIZE_REACH));
}

const ratio = (value: number | null, middle: number): number =>
  value === null ? 0 : value === middle ? 1 : Math.min(value, middle) / Math.max(value, middle);

const shareOf = (value: string | null, among: ReadonlyMap<string, number>): number | null =>
  among.size === 0 ? null : value === null ? 0 : (among.get(value) ?? 0) / Math.max(...among.values());

/** The followers' audience of a report, or another one with data. */
function audienceOf(report: AudienceReport | null): AudienceData | null {
  if (!report) return null;
  return report.audience_followers.data ?? report.audience_likers.data ?? report.audience_commenters.data;
}

/** Mean overlap of countries, ages, genders and languages with the most similar of the audiences. */
function audienceValue(report: AudienceReport | null, others: readonly AudienceData[]): number | null {
  const own = audienceOf(report);
  if (!own || others.length === 0) return null;
  const values = others.flatMap((other) => audienceOverlap(own, other) ?? []);
  return values.length === 0 ? null : Math.max(...values);
}

function audienceOverlap(one: AudienceData, other: AudienceData): number | null {
  const lists = (data: AudienceData) => [
    data.audience_geo.countries,
    data.audience_ages,
    data.audience_genders,
    data.audience_languages,
  ];
  const others = lists(other);
  const values = lists(one).flatMap((list, index) => {
    const against = others[index];
    return list?.length && against?.length ? [overlap(weights(list), weights(against))] : [];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const weights = (list: readonly AudienceShare[]) => new Map(list.map(({ code, weight }) => [code, weight]));
