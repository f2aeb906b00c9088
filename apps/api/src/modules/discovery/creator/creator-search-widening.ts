import type { MatchReason, UnderstoodSearch } from '@troupe/domain/discovery/creator-search';
import { broaderTopics, topicName } from '@troupe/domain/discovery/topics/topic-vocabulary';
import { hasText } from './creator-search.queries.ts';
import type { CreatorSearch, SearchFilters, SearchPage, SearchRequest } from './creator-search.ts';
import { meaningOf, topicalMeaning } from './creator-search-text.queries.ts';

/** A page with the filters that found it, which may be wider than the requested ones. */
export interface WidenedPage {
  page: SearchPage;
  filters: SearchFilters;
  /** A misspelled text and its correction. */
  corrected?: { from: string; to: string };
}

/**
 * Finds a page. If a text about topics finds less than a page, wider topics follow the results, or replace them if there
 * are none; misspelled topics are corrected, and misspelled names if nothing else is found. Later pages are widened like the
 * first one.
 */
export async function findWidened(engine: CreatorSearch, request: SearchRequest): Promise<WidenedPage> {
  const { after, filters, limit } = request;
  if (after?.widened === 'name') return (await findCorrected(engine, request)) ?? { page: NOTHING, filters };
  if (after) {
    const same = { ...filters, widened: after.widened };
    return { page: await engine.find({ ...request, filters: same }), filters: same };
  }
  const page = await engine.find(request);
  // Other sorts would put results that match less before those that match.
  const isEnough = page.creators.length >= (request.sort === 'relevance' ? limit : 1);
  if (!hasText(filters) || isEnough || page.next) return { page, filters };
  // A name that some have isn't a misspelled topic.
  if (page.creators.length > 0 && !topicalMeaning(filters)) return { page, filters };
  for (const widened of ['near', 'any'] as const) {
    const wider = { ...filters, widened };
    const meaning = topicalMeaning(wider);
    const parts = meaning?.parts.filter(({ kind }) => kind !== 'filler') ?? [];
    // A word that isn't a topic, such as a name, stays required.
    if (!meaning || (widened === 'any' && (parts.length < 2 || parts.some(({ kind }) => kind === 'word'))))
      continue;
    const found = await engine.find({ ...request, filters: wider });
    if (found.creators.length > page.creators.length) return { page: found, filters: wider };
  }
  const corrected = page.creators.length === 0 ? await findCorrected(engine, request) : null;
  return corrected && corrected.page.creators.length > 0 ? corrected : { page, filters };
}

const NOTHING: SearchPage = { creators: [], next: null, total: 0, exact: true, isMinimum: false };

/** Finds a page with the name that was probably meant; null if there is none. */
async function findCorrected(engine: CreatorSearch, request: SearchRequest): Promise<WidenedPage | null> {
  const { filters } = request;
  const to = await engine.correctName(request);
  if (to === null) return null;
  const meant = { ...filters, q: to };
  const page = await engine.find({ ...request, filters: meant });
  if (page.next) page.next.widened = 'name';
  return { page, filters: meant, corrected: { from: (filters.q ?? '').trim(), to } };
}

const LANGUAGES = ['en', 'de', 'es'] as const;

/** Returns the names of a topic in the languages of the dashboard. */
export const topicNames = (id: string): NonNullable<MatchReason['names']> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, topicName(id, language)])) as NonNullable<
    MatchReason['names']
  >;

/** Returns the topics of a text, and those that a widened search adds. */
export function topicsIncludingWider(filters: SearchFilters): string[] {
  const topics = topicalMeaning(filters)?.topics ?? [];
  return filters.widened ? [...topics, ...topics.flatMap(broaderTopics)] : [...topics];
}

/** Returns what a text was taken to mean; null if it names no topic and nothing was corrected. */
export function understoodOf(
  filters: SearchFilters,
  corrected?: WidenedPage['corrected'],
): UnderstoodSearch | null {
  const { parts, topics } = meaningOf(filters);
  if (corrected) return { topics: [], words: [corrected.to], corrected: [corrected], widened: false };
  if (topics.length === 0) return null;
  return {
    topics: topics.map((id) => ({ id, names: topicNames(id) })),
    words: parts.flatMap((part) => (part.kind === 'word' ? [part.text] : [])),
    corrected: parts.flatMap((part) =>
      part.kind === 'topic' && part.corrected ? [{ from: part.text, to: part.corrected }] : [],
    ),
    widened: filters.widened !== undefined,
  };
}
