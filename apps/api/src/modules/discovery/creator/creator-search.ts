import type { CreatorFilters, CreatorResult, CreatorSort } from '@troupe/domain/discovery/creator-search';

/** How many creators there are; an estimate unless each was `counted`. */
export interface SearchTotal {
  total: number;
  counted: boolean;
}

/**
 * Where a page of results ended: the tier (see {@link CreatorSearch}), the value sorted by, and the id; and what
 * the first page found, among shared creators and the brand's own.
 */
export interface SearchPosition {
  tier: number;
  key: number | string;
  id: string;
  totals: { shared: SearchTotal; own: SearchTotal };
}

/** A search of one brand, as far as a search engine has to know it. */
export interface SearchRequest {
  brandId: string;
  filters: CreatorFilters;
  sort: CreatorSort;
  /** Goes on behind this place; null begins. */
  after: SearchPosition | null;
  limit: number;
}

/** A creator that was found, with its newest posts and the lists of the brand that it is on, last saved first. */
export type FoundCreator = Omit<CreatorResult, 'why'>;

/** A page of found creators; `next` is null on the last one. `total` holds for all pages, `exact` up to 1,000. */
export interface SearchPage {
  creators: FoundCreator[];
  next: SearchPosition | null;
  total: number;
  exact: boolean;
}

/**
 * The engine behind the creator search. It knows what creators there are, who may see which, their newest posts, and
 * which of them a brand keeps in lists. Behind this interface another index can stand where PostgreSQL does not suffice.
 *
 * Relevance is an order of tiers, most followers first inside each:
 * 5 the handle is what was typed; 4 the handle begins with it; 3 each word begins a word of the handle or name;
 * 2 each word is found inside the handle or name; 1 found with the help of the bio. Other sorts know one tier, 0.
 */
export interface CreatorSearch {
  find(request: SearchRequest): Promise<SearchPage>;
  /** Closes what the engine holds open. */
  stop(): Promise<void>;
}
