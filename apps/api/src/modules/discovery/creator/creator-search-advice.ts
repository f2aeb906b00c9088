import type { getSearchAdvice } from '@troupe/contract/discovery/creator';
import {
  type AudienceCoverage,
  type CreatorFilters,
  SearchCondition,
} from '@troupe/domain/discovery/creator-search';
import { nearTopics, topicName } from '@troupe/domain/discovery/topics/topic-vocabulary';
import type { CallContext } from '../../../platform/api.ts';
import { expandProfileUrl } from './creator-search.profile-url.ts';
import type { CreatorSearch } from './creator-search.ts';
import { meaningOf } from './creator-search-text.queries.ts';
import { topicNames, understoodOf } from './creator-search-widening.ts';

/** Creators are counted up to this number, which limits the cost. */
const COUNTED_TO = 1000;
const MOST_TOPICS = 6;
/** Near topics that are counted to find those with creators. */
const TOPICS_TRIED = 10;

/** Explains a search that finds nothing: what each condition excludes, and which near topics have results. */
export async function adviseSearch(
  search: CreatorSearch,
  { brandId, query }: CallContext<typeof getSearchAdvice>,
) {
  const filters = expandProfileUrl(query);
  const count = (changed: CreatorFilters) => search.count({ brandId, filters: changed }, COUNTED_TO);
  const set = SearchCondition.options.filter((condition) => isSet(filters, condition));
  const meaning = meaningOf({ ...filters, widened: 'near' });
  const near = [...new Set(meaning.topics.flatMap(nearTopics))]
    .filter((id) => !meaning.topics.includes(id))
    .slice(0, TOPICS_TRIED);
  const matching = await count(filters);
  const conditions: { condition: SearchCondition; excluded: number }[] = [];
  // Sequentially: a person waits for the whole, but other searches shouldn't wait for it.
  for (const condition of set)
    conditions.push({
      condition,
      excluded: Math.max(0, (await count(without(filters, condition))) - matching),
    });
  const topics: { id: string; names: ReturnType<typeof topicNames>; creators: number }[] = [];
  for (const id of near) {
    if (topics.length === MOST_TOPICS) break;
    const creators = await count({ ...filters, q: topicName(id, 'en') });
    if (creators > 0) topics.push({ id, names: topicNames(id), creators });
  }
  const understood = understoodOf({ ...filters, widened: 'near' });
  const audience = filters.audience.length > 0 ? await audienceCoverage(search, brandId, filters) : null;
  return {
    ...(understood ? { understood } : {}),
    conditions: conditions.sort((a, b) => b.excluded - a.excluded),
    ...(audience ? { audience } : {}),
    topics,
    countedTo: COUNTED_TO,
  };
}

/** Creators with a report are counted up to this number; a brand buys far fewer reports. */
const KNOWN_TO = 100_000;

/** Returns how many of the creators that match the other filters have a report of the brand. */
export async function audienceCoverage(
  search: CreatorSearch,
  brandId: string,
  asked: CreatorFilters,
): Promise<AudienceCoverage> {
  const others = { ...asked, audience: [] };
  const [known, { total, exact }] = await Promise.all([
    search.count({ brandId, filters: { ...others, audienceKnown: true } }, KNOWN_TO),
    search.find({ brandId, filters: others, sort: 'followers', after: null, limit: 1 }),
  ]);
  return { known, total: Math.max(known, total), totalIsExact: exact };
}

const RANGES: readonly string[] = ['followers', 'engagement', 'views', 'growth30', 'growth90'];

/** Returns the filters that belong to a condition. */
const filtersOf = (condition: SearchCondition): (keyof CreatorFilters)[] =>
  (RANGES.includes(condition)
    ? [`${condition}Min`, `${condition}Max`]
    : [condition]) as (keyof CreatorFilters)[];

const isSet = (filters: CreatorFilters, condition: SearchCondition): boolean =>
  filtersOf(condition).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
  });

function without(filters: CreatorFilters, condition: SearchCondition): CreatorFilters {
  const rest = { ...filters };
  for (const name of filtersOf(condition))
    Object.assign(rest, { [name]: Array.isArray(rest[name]) ? [] : undefined });
  return rest;
}
