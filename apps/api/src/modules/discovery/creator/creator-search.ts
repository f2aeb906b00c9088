import type { CreatorFilters, CreatorResult, CreatorSort } from '@troupe/domain/discovery/creator-search';

/** A number of creators; an estimate unless `counted`. */
export interface SearchTotal {
  total: number;
  counted: boolean;
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
}

/** A search request of a brand, as the engine needs it. */
export interface SearchRequest {
  brandId: string;
  filters: CreatorFilters;
  sort: CreatorSort;
  /** Continues after this position; null starts. */
  after: SearchPosition | null;
  limit: number;
}

/** A found creator: what explains the match, and the rest as JSON. */
export interface FoundCreator
  extends Pick<CreatorResult, 'username' | 'fullname' | 'bio' | 'country' | 'language'> {
  /** The brand's lists it is on, most recently saved first. */
  lists: CreatorResult['lists'];
  categories(): string[];
  /** Returns the titles of its newest posts. */
  titles(): string[];
  /** Members of its JSON object (`CreatorResult`), without `why` and `lists`. */
  members: string;
}

/**
 * A page of creators; `next` is null on the last one. `total` covers all pages and is `exact` up to
 * 1,000.
 */
export interface SearchPage {
  creators: FoundCreator[];
  next: SearchPosition | null;
  total: number;
  exact: boolean;
}

/**
 * The creator search engine. It knows all creators, who may see them, their newest posts and the
 * brand's lists they are on. The interface allows replacing PostgreSQL by another index.
 *
 * Relevance is an order of tiers, each sorted by followers:
 * 5 exact handle; 4 handle starts with the text; 3 each word starts a word of the handle or name;
 * 2 each word is inside the handle or name; 1 found with the help of the bio. Other sorts have one
 * tier, 0.
 */
export interface CreatorSearch {
  find(request: SearchRequest): Promise<SearchPage>;
  /** Releases the engine's resources. */
  stop(): Promise<void>;
}
