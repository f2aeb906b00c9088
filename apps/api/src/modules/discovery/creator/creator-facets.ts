import { isSharedCategory } from '@troupe/domain/discovery/creator-category';
import type pg from 'pg';
import { type Facets, readFacets } from './creator.queries.ts';

/** Filter options of the search. `ownCategories` are specific to the brand. */
export interface BrandFacets extends Facets {
  ownCategories: string[];
}

/** Results are cached for this multiple of the time it took to read them. */
const CACHE_FACTOR = 100;
const LONGEST_MS = 10 * 60_000;

/**
 * Reads filter options. Those of shared creators require a full scan, so they are cached for a
 * hundred times as long as it took and refreshed in the background. A brand's own are read every
 * time through its indexes.
 */
export function facetReader(pool: pg.Pool): (brandId: string) => Promise<BrandFacets> {
  let shared: { facets: Promise<Facets>; until: number } | null = null;

  function readShared(): Promise<Facets> {
    const startedAt = performance.now();
    const facets = readFacets(pool, null);
    // Until the cost is known, concurrent callers share one reading.
    const entry = { facets: shared?.facets ?? facets, until: Number.POSITIVE_INFINITY };
    shared = entry;
    facets.then(
      () => {
        entry.facets = facets;
        const took = performance.now() - startedAt;
        entry.until = performance.now() + Math.min(LONGEST_MS, took * CACHE_FACTOR);
      },
      () => {
        shared = null;
      },
    );
    return entry.facets;
  }

  return async (brandId) => {
    const [all, own] = await Promise.all([
      shared && shared.until > performance.now() ? shared.facets : readShared(),
      readFacets(pool, brandId),
    ]);
    const common = new Set(all.categories);
    const isCommon = (name: string) => common.has(name) || isSharedCategory(name);
    return {
      countries: merged(all.countries, own.countries),
      languages: merged(all.languages, own.languages),
      categories: merged(all.categories, own.categories.filter(isCommon)),
      ownCategories: own.categories.filter((name) => !isCommon(name)).sort(),
    };
  };
}

const merged = (a: string[], b: string[]) => [...new Set([...a, ...b])].sort();
