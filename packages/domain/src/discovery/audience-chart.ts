import type { AudienceData, AudienceReport, AudienceShare, AudienceSubsetName } from './audience-report.ts';
import { AUDIENCE_SUBSETS } from './audience-report.ts';

/** One bar of an audience chart. `weight` is a fraction of 1, `percent` the same as a rounded percentage. */
export interface AudienceBar {
  label: string;
  weight: number;
  percent: number;
}

/** The bars of one audience; a chart without bars has nothing to show. */
export interface AudienceCharts {
  ages: AudienceBar[];
  countries: AudienceBar[];
  genders: AudienceBar[];
  reachability: AudienceBar[];
  languages: AudienceBar[];
}

/** What each chart is called. */
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
const OTHER = 'Other';

/** How many accounts a follower follows, as providers code it and as people read it. */
const REACHABILITY: Record<string, string> = {
  '-500': '<500',
  '500-1000': '500-1k',
  '1000-1500': '1-1.5k',
  '1500-': '>1.5k',
};

const GENDERS: Record<string, string> = { MALE: 'Male', FEMALE: 'Female' };

type Shares = readonly AudienceShare[] | null | undefined;

/** A weight as rounded percentage: 0.456 is 46. */
export const percentOf = (weight: number): number => Math.round(weight * 100);

const bar = (label: string, weight: number): AudienceBar => ({ label, weight, percent: percentOf(weight) });

const sum = (shares: readonly AudienceShare[]) => shares.reduce((total, { weight }) => total + weight, 0);

const byWeight = (shares: readonly AudienceShare[]) => shares.toSorted((a, b) => b.weight - a.weight);

/** The age a group begins with; open ends begin at 0, what cannot be read comes last. */
function ageOf({ code }: AudienceShare): number {
  const first = /^\D*?(\d+)/.exec(code)?.[1];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  return code.trim().startsWith('-') ? 0 : Number(first);
}

/** The first bars as they are, and the rest as one; without a rest there is no bar for it. */
function grouped(
  first: readonly AudienceBar[],
  rest: readonly AudienceShare[],
  restLabel: string,
): AudienceBar[] {
  return rest.length === 0 ? [...first] : [...first, bar(restLabel, sum(rest))];
}

/** The first 3 age groups in the order of age, and the rest as '35-50+'. */
export function ageBars(shares: Shares): AudienceBar[] {
  const ordered = (shares ?? []).toSorted((a, b) => ageOf(a) - ageOf(b));
  // A report without the youngest groups must not show an older one twice, alone and within the rest.
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
    OTHER,
  );
}

/**
 * The first 3 countries by weight, and the rest of the list as 'Other'. Providers cut the list, so that the bars
 * need not add up to 100; {@link unlistedShare} says how much is missing.
 */
export const countryBars = (shares: Shares): AudienceBar[] => topBars(shares, SHOWN_COUNTRIES, 'region');

/** The first 2 languages by weight, and the rest as 'Other', with what the provider itself calls so. */
export const languageBars = (shares: Shares): AudienceBar[] => topBars(shares, SHOWN_LANGUAGES, 'language');

/** 'Male' and 'Female', in the order of the report; codes we do not know keep their own word. */
export const genderBars = (shares: Shares): AudienceBar[] =>
  (shares ?? []).map(({ code, name, weight }) => bar(GENDERS[code.toUpperCase()] ?? name ?? code, weight));

/** The buckets '<500', '500-1k', '1-1.5k' and '>1.5k' in this order, those that the report holds. */
export function reachabilityBars(shares: Shares): AudienceBar[] {
  const order = Object.keys(REACHABILITY);
  return (shares ?? [])
    .filter(({ code }) => code in REACHABILITY)
    .toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
    .map(({ code, weight }) => bar(REACHABILITY[code] ?? code, weight));
}

/** All charts of one audience; without data every chart is empty. */
export function audienceCharts(data: AudienceData | null | undefined): AudienceCharts {
  return {
    ages: ageBars(data?.audience_ages),
    countries: countryBars(data?.audience_geo.countries),
    genders: genderBars(data?.audience_genders),
    reachability: reachabilityBars(data?.audience_reachability),
    languages: languageBars(data?.audience_languages),
  };
}

/** The part of an audience that a cut list leaves out, from 0 to 1; null when there is no list. */
export function unlistedShare(shares: Shares): number | null {
  if (!shares || shares.length === 0) return null;
  return Math.min(1, Math.max(0, 1 - sum(shares)));
}

const names = {
  region: new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }),
  language: new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }),
};

/** A share's name for people: the provider's, else what its code stands for, else the code itself. */
export function shareName({ code, name }: AudienceShare, type?: 'region' | 'language'): string {
  if (name?.trim()) return name;
  if (isOther({ code, name, weight: 0 })) return OTHER;
  try {
    return (type && names[type].of(code)) || code;
  } catch {
    return code;
  }
}

/** The audiences of a report that hold data, in the order Followers, Likers, Commenters. */
export function subsetsWithData(report: AudienceReport): AudienceSubsetName[] {
  return (Object.keys(AUDIENCE_SUBSETS) as AudienceSubsetName[]).filter(
    (name) => report[name].success && report[name].data !== null,
  );
}
