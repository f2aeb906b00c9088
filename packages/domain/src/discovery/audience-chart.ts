import { language } from '@troupe/i18n/language';
import type { AudienceData, AudienceReport, AudienceShare, AudienceSubsetName } from './audience-report.ts';
import { AUDIENCE_SUBSETS } from './audience-report.ts';
import { t } from './messages/messages.gen.ts';

/** A bar of an audience chart. `weight` is a fraction of 1, `percent` the same rounded. */
export interface AudienceBar {
  label: string;
  weight: number;
  percent: number;
  /** Whether it combines the values without a separate bar. */
  isOther?: boolean;
}

/** The bars of one audience. A chart without bars is not shown. */
export interface AudienceCharts {
  ages: AudienceBar[];
  countries: AudienceBar[];
  genders: AudienceBar[];
  reachability: AudienceBar[];
  languages: AudienceBar[];
}

/** Chart titles. */
export const AUDIENCE_CHARTS: Record<keyof AudienceCharts, string> = {
  ages: 'Ages',
  countries: 'Countries',
  genders: 'Genders',
  reachability: 'Reachability',
  languages: 'Languages',
};

const SHOWN_AGES = 3;
const SHOWN_COUNTRIES = 3;
const SHOWN_LANGUAGES = 2;
const OLDER = '35-50+';

/** Provider codes and labels for how many accounts a follower follows. */
const REACHABILITY: Record<string, string> = {
  '-500': '<500',
  '500-1000': '500-1k',
  '1000-1500': '1-1.5k',
  '1500-': '>1.5k',
};

function genderName(code: string): string | undefined {
  if (code.toUpperCase() === 'MALE') return t('audience.male');
  return code.toUpperCase() === 'FEMALE' ? t('audience.female') : undefined;
}

type Shares = readonly AudienceShare[] | null | undefined;

/** Converts a weight to a rounded percentage: 0.456 becomes 46. */
export const percentOf = (weight: number): number => Math.round(weight * 100);

const bar = (label: string, weight: number): AudienceBar => ({ label, weight, percent: percentOf(weight) });

const sum = (shares: readonly AudienceShare[]) => shares.reduce((total, { weight }) => total + weight, 0);

const byWeight = (shares: readonly AudienceShare[]) => shares.toSorted((a, b) => b.weight - a.weight);

/**
 * Returns the lower bound of an age group; 0 for open-ended groups, Infinity for unreadable ones.
 */
function ageOf({ code }: AudienceShare): number {
  const first = /^\D*?(\d+)/.exec(code)?.[1];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  return code.trim().startsWith('-') ? 0 : Number(first);
}

/** Keeps the first bars and combines the others into one, if there are any. */
function grouped(
  first: readonly AudienceBar[],
  rest: readonly AudienceShare[],
  restLabel: string,
  isOther = false,
): AudienceBar[] {
  if (rest.length === 0) return [...first];
  return [...first, { ...bar(restLabel, sum(rest)), ...(isOther ? { isOther } : {}) }];
}

/** Returns the 3 youngest age groups, and the others as '35-50+'. */
export function ageBars(shares: Shares): AudienceBar[] {
  const ordered = (shares ?? []).toSorted((a, b) => ageOf(a) - ageOf(b));
  // If the report lacks the youngest groups, don't show an older one both separately and combined.
  const young = ordered.filter((share) => ageOf(share) < 35).slice(0, SHOWN_AGES);
  const rest = ordered.filter((share) => !young.includes(share));
  return grouped(
    young.map(({ code, weight }) => bar(code, weight)),
    rest,
    OLDER,
  );
}

const isOther = ({ code }: AudienceShare) => /^(other|unknown|und)?$/i.test(code.trim());

function topBars(shares: Shares, shown: number, type: 'region' | 'language'): AudienceBar[] {
  const named = byWeight((shares ?? []).filter((share) => !isOther(share)));
  const rest = [...named.slice(shown), ...(shares ?? []).filter(isOther)];
  return grouped(
    named.slice(0, shown).map((share) => bar(shareName(share, type), share.weight)),
    rest,
    t('audience.other'),
    true,
  );
}

/**
 * Returns the 3 largest countries, and the others as 'Other'. Providers truncate the list, so bars
 * may not add up to 100; {@link unlistedShare} returns the missing share.
 */
export const countryBars = (shares: Shares): AudienceBar[] => topBars(shares, SHOWN_COUNTRIES, 'region');

/** Returns the 2 largest languages, and the others combined with the provider's own 'Other'. */
export const languageBars = (shares: Shares): AudienceBar[] => topBars(shares, SHOWN_LANGUAGES, 'language');

/** Returns 'Male' and 'Female' in report order; unknown codes are shown unchanged. */
export const genderBars = (shares: Shares): AudienceBar[] =>
  (shares ?? []).map(({ code, name, weight }) => bar(genderName(code) ?? name ?? code, weight));

/**
 * Returns the buckets '<500', '500-1k', '1-1.5k' and '>1.5k' that the report contains, in this
 * order.
 */
export function reachabilityBars(shares: Shares): AudienceBar[] {
  const order = Object.keys(REACHABILITY);
  return (shares ?? [])
    .filter(({ code }) => code in REACHABILITY)
    .toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
    .map(({ code, weight }) => bar(REACHABILITY[code] ?? code, weight));
}

/** Returns all charts of an audience, each empty without data. */
export function audienceCharts(data: AudienceData | null | undefined): AudienceCharts {
  return {
    ages: ageBars(data?.audience_ages),
    countries: countryBars(data?.audience_geo.countries),
    genders: genderBars(data?.audience_genders),
    reachability: reachabilityBars(data?.audience_reachability),
    languages: languageBars(data?.audience_languages),
  };
}

/** Returns the share of an audience missing from a truncated list, 0 to 1; null without a list. */
export function unlistedShare(shares: Shares): number | null {
  if (!shares || shares.length === 0) return null;
  return Math.min(1, Math.max(0, 1 - sum(shares)));
}

/**
 * Returns the label of a share: the provider's name, else the name of its code, else the code. Providers name
 * everything in English, so in other languages the name of the code comes first.
 */
export function shareName({ code, name }: AudienceShare, type?: 'region' | 'language'): string {
  const isEnglish = language() === 'en';
  if (isEnglish && name?.trim()) return name;
  if (isOther({ code, name, weight: 0 })) return isEnglish || !name?.trim() ? t('audience.other') : name;
  try {
    const names = type && new Intl.DisplayNames([language()], { type, fallback: 'none' });
    return names?.of(code) || name?.trim() || code;
  } catch {
    return name?.trim() || code;
  }
}

/** Returns the audiences with data, in the order Followers, Likers, Commenters. */
export function subsetsWithData(report: AudienceReport): AudienceSubsetName[] {
  return (Object.keys(AUDIENCE_SUBSETS) as AudienceSubsetName[]).filter(
    (name) => report[name].success && report[name].data !== null,
  );
}
