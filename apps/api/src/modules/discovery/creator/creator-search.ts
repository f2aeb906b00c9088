import type { FitBasis } from '@troupe/domain/discovery/creator-fit';
import {
  type CreatorFilters,
  type CreatorResult,
  type CreatorSort,
  EXACT_COUNT_LIMIT,
} from '@troupe/domain/discovery/creator-search';
import type { Platform } from '@troupe/domain/discovery/platform';

/** A number of creators; an estimate unless `counted`, or a lower bound if counting refuted the estimate. */
export interface SearchTotal {
  total: number;
  counted: boolean;
  isMinimum?: boolean | undefined;
}

/**
 * Position at the end of a page: the tier (see {@link CreatorSearch}), sort value and id, and the
 * first page's totals of shared and own creators.
 */
export interface SearchPosition {
  tier: number;
  key: number | string;
  id: string;
  totals: { shared: SearchTotal; own: SearchTotal };
  /** Whether the first page was widened, or found with a corrected name. */
  widened?: SearchFilters['widened'] | 'name';
}

/**
 * Filters as the engine reads them. A text about topics that finds little is `widened`: `near` adds topics that include
 * its topics, `any` finds creators with one of them.
 */
export type SearchFilters = CreatorFilters & {
  widened?: 'near' | 'any' | undefined;
  /** Only creators on whom the brand has a report that covers followers. */
  audienceKnown?: boolean | undefined;
};

/** A search request of a brand, as the engine needs it. */
export interface SearchRequest {
  brandId: string;
  filters: SearchFilters;
  sort: CreatorSort;
  /** Continues after this position; null starts. */
  after: SearchPosition | null;
  limit: number;
  /** Whether to leave out the newest posts. */
  omitsPosts?: boolean | undefined;
}

/** A found creator: what explains the match, and the rest as JSON. */
export interface FoundCreator
  extends Pick<CreatorResult, 'id' | 'username' | 'fullname' | 'bio' | 'country' | 'language'> {
  /** The brand's lists it is on, most recently saved first. */
  lists: CreatorResult['lists'];
  categories(): string[];
  /** Returns the titles of its newest posts, unless they were left out. */
  titles(): string[];
  /** Returns the topics derived from its texts, strongest first. */
  topics(): string[];
  /** Returns what its fit is calculated from. */
  fitBasis(): FitBasis & { platform: Platform };
  /** Members of its JSON object (`CreatorResult`), without `why` and `lists`. */
  members: string;
}

/**
 * A page of creators; `next` is null on the last one. `total` covers all pages and is `exact` up to
 * 1,000; `isMinimum` if there are at least so many, and the exact number is unknown.
 */
export interface SearchPage {
  creators: FoundCreator[];
  next: SearchPosition | null;
  total: number;
  exact: boolean;
  isMinimum: boolean;
}

/** Returns what a page says about the totals of shared and own creators together. */
export function sumTotals({ shared, own }: SearchPosition['totals']): Omit<SearchPage, 'creators' | 'next'> {
  const total = shared.total + own.total;
  const unsure = [shared, own].filter(({ counted }) => !counted);
  return {
    total,
    exact: unsure.length === 0 && total <= EXACT_COUNT_LIMIT,
    isMinimum: unsure.length > 0 && unsure.every(({ isMinimum }) => isMinimum),
  };
}

/**
 * The creator search engine. It knows all creators, who may see them, their newest posts and the
 * brand's lists they are on. The interface allows replacing PostgreSQL by another index.
 *
 * Relevance is an order of tiers. For a text about topics, each is sorted by fit (`creator_fit_key`):
 * 5 exact handle, or a name that says it; 4 known for all topics; 3 several texts are about all topics; 2 all topics or words
 * found; 1 and 0 found by widening: several texts, or one, about wider topics.
 * For other texts, each is sorted by followers:
 * 5 exact handle; 4 handle starts with the text; 3 each word starts a word of the handle or name;
 * 2 each word is inside the handle or name; 1 found with the help of bio and posts.
 * Relevance without a text sorts by fit alone. Without relevance there is one tier, 0.
 */
export interface CreatorSearch {
  find(request: SearchRequest): Promise<SearchPage>;
  /** Counts matches up to `most`. */
  count(request: Pick<SearchRequest, 'brandId' | 'filters'>, most: number): Promise<number>;
  /** Returns a text with its words corrected to those of known names; null if no name is close. */
  correctName(request: Pick<SearchRequest, 'brandId' | 'filters'>): Promise<string | null>;
  /** Releases the engine's resources. */
  stop(): Promise<void>;
}
