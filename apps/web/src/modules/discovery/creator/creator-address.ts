import type { ClientInput } from '@troupe/contract/client';
import type { searchCreators } from '@troupe/contract/discovery/creator';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import type { SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { SAFETY_CATEGORIES } from '../../../shared/safety-flag/safety-categories.ts';

/** The query part of the search call, as this screen sends it. */
export type CreatorQuery = NonNullable<ClientInput<typeof searchCreators>['query']>;

/** Filters that hold several values, one value, or are simply on. */
export const MANY = ['platform', 'country', 'language', 'category', 'safetyCategory'] as const;
export const SAFETY = ['open', 'none', 'unchecked'] as const satisfies readonly SafetyFilter[];
export const RANGES = ['followers', 'growth30', 'growth90', 'engagement', 'views'] as const;
export const SWITCHES = ['verified', 'hasEmail', 'registered', 'notInLists', 'notInvited'] as const;
export type ManyFilter = (typeof MANY)[number];
export type RangeFilter = (typeof RANGES)[number];
export type SwitchFilter = (typeof SWITCHES)[number];
export type RangeEnd = `${RangeFilter}${'Min' | 'Max'}`;

/** The state of the search screen that its URL holds. */
export type CreatorAddress = {
  q?: string | undefined;
  sort?: CreatorSort | undefined;
  /** What the brand's safety checks found. */
  safety?: SafetyFilter | undefined;
  /** Conditions on followers in bought reports, such as `country:DE:30`. */
  audience?: string[] | undefined;
  /** Cards unless it says table. */
  view?: 'table' | undefined;
  /** The campaign to which creators are invited. */
  campaign?: string | undefined;
  /** The creator open in the drawer. */
  creator?: string | undefined;
  /** Whether the drawer shows the engagement breakdown. */
  breakdown?: 'open' | undefined;
  /** Whether deep insights are shown on their own. */
  insights?: 'open' | undefined;
} & { [Name in ManyFilter]?: string[] | undefined } & { [Name in RangeEnd]?: string | undefined } & {
  [Name in SwitchFilter]?: 'true' | 'false' | undefined;
};

export const SORTS = [
  'relevance',
  'followers',
  'engagement',
  'views',
  'updated',
] as const satisfies readonly CreatorSort[];

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is string => typeof entry === 'string' && entry !== '',
  );
const oneText = (value: unknown): string | undefined => texts(value)[0];

/** Valid values of a filter: a URL typed by hand may hold anything. */
const VALUES: Record<ManyFilter, { known: (value: string) => boolean; spelled?: (value: string) => string }> =
  {
    platform: { known: (value) => Object.hasOwn(PLATFORM_NAMES, value) },
    country: { known: (value) => /^[a-z]{2}$/i.test(value), spelled: (value) => value.toUpperCase() },
    language: { known: (value) => /^[a-z]{2,3}$/i.test(value), spelled: (value) => value.toLowerCase() },
    category: { known: (value) => value.trim() !== '' && value.length <= 80 },
    safetyCategory: { known: (value) => (SAFETY_CATEGORIES as readonly string[]).includes(value) },
  };
const AUDIENCE = /^(?:country|age|gender|language|interest):.{1,80}:(?:[1-9]\d?|100)(?:\.\d)?$/;
const MOST_VALUES = 50;

function values(name: ManyFilter, raw: unknown): string[] {
  const { known, spelled = String } = VALUES[name];
  return [...new Set(texts(raw).filter(known).map(spelled))].slice(0, MOST_VALUES);
}

/** What the ends of a range are: counts are whole, rates and changes are in percent, and changes may be below 0. */
export type RangeKind = 'count' | 'rate' | 'change';
const KINDS: Record<RangeFilter, RangeKind> = {
  followers: 'count',
  growth30: 'change',
  growth90: 'change',
  engagement: 'rate',
  views: 'count',
};
const LIMITS: Record<RangeKind, readonly [lowest: number, highest: number]> = {
  count: [0, 1e12],
  rate: [0, 1e6],
  change: [-100, 1e6],
};

export const rangeKind = (filter: RangeFilter): RangeKind => KINDS[filter];

function amount(name: RangeFilter, raw: unknown): string | undefined {
  const kind = rangeKind(name);
  const [lowest, highest] = LIMITS[kind];
  const value = Number(oneText(raw) ?? Number.NaN);
  if (!(value >= lowest && value <= highest)) return undefined;
  return kind === 'count' && !Number.isInteger(value) ? undefined : String(value);
}

/** Parses the search parameters; drops invalid values. */
export function readCreatorAddress(raw: Record<string, unknown>): CreatorAddress {
  const address: CreatorAddress = { q: oneText(raw.q)?.slice(0, 200) };
  for (const name of MANY) {
    const found = values(name, raw[name]);
    if (found.length > 0) address[name] = found;
  }
  for (const name of RANGES) {
    address[`${name}Min`] = amount(name, raw[`${name}Min`]);
    address[`${name}Max`] = amount(name, raw[`${name}Max`]);
  }
  for (const name of SWITCHES) {
    const value = oneText(raw[name]);
    if (value === 'true' || value === '1') address[name] = 'true';
    else if (value === 'false' || value === '0') address[name] = 'false';
  }
  address.sort = SORTS.find((sort) => sort === oneText(raw.sort));
  address.safety = SAFETY.find((one) => one === oneText(raw.safety));
  const audience = [...new Set(texts(raw.audience))].filter((text) => AUDIENCE.test(text)).slice(0, 10);
  if (audience.length > 0) address.audience = audience;
  address.view = oneText(raw.view) === 'table' ? 'table' : undefined;
  address.campaign = oneText(raw.campaign)?.slice(0, 40);
  address.creator = oneText(raw.creator);
  address.breakdown = address.creator && oneText(raw.breakdown) === 'open' ? 'open' : undefined;
  address.insights =
    address.creator && !address.breakdown && oneText(raw.insights) === 'open' ? 'open' : undefined;
  return Object.fromEntries(
    Object.entries(address).filter(([, value]) => value !== undefined),
  ) as CreatorAddress;
}

/** Returns the search of a URL, without the parts that only concern its presentation. */
export function queryOf(address: CreatorAddress): CreatorQuery {
  const {
    view: _view,
    campaign: _campaign,
    creator: _creator,
    breakdown: _breakdown,
    insights: _insights,
    platform,
    ...filters
  } = address;
  return { ...filters, ...(platform ? { platform: platform as Platform[] } : {}) } as CreatorQuery;
}

/**
 * Returns a search as it is sent. Responses have each list and topic once, and only cards get posts, which makes them
 * smaller and faster.
 */
export const sentQueryOf = (query: CreatorQuery, view: CreatorAddress['view']): CreatorQuery => ({
  ...query,
  lists: 'numbered',
  profile: view === 'table' ? 'summary' : 'card',
});

/** Returns the filters of a URL alone: what a saved search keeps. */
export function filtersOf(address: CreatorAddress): CreatorAddress {
  const {
    view: _view,
    campaign: _campaign,
    creator: _creator,
    breakdown: _breakdown,
    insights: _insights,
    ...filters
  } = address;
  return filters;
}

/** Whether a search text may be a description: more than one word. */
export const mayBeSentence = (text: string): boolean => /\S\s+\S/.test(text.trim());

/** Whether a search text or filter is set. */
export const isFiltered = (address: CreatorAddress): boolean =>
  Object.keys(filtersOf(address)).some((name) => name !== 'sort');
