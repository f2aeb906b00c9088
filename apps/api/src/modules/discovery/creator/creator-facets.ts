import { isSharedCategory } from '@troupe/domain/discovery/creator-category';
import type pg from 'pg';
import { type Facets, readFacets } from './creator.queries.ts';

/** What the filters of the search offer. `ownCategories` are words of the brand's own, apart from those all share. */
export interface BrandFacets extends Facets {
  ownCategories: string[];
}

/** What reading cost is waited this many times before it is read again. */
const PATIENCE = 100;
const LONGEST_MS = 10 * 60_000;

/**
 * Reads facets. Those of shared creators take a look at all of them: they are remembered for a hundred times as
 * long as that took, and read again in the background. A brand's own are read each time, along its indexes.
 */
export function facetReader(pool: pg.Pool): (brandId: string) => Promise<BrandFacets> {
  let shared: { facets: Promise<Facets>; until: number } | null = null;

  function readShared(): Promise<Facets> {
    const begun = performance.now();
    const facets = readFacets(pool, null);
    // Until it is known what it costs, one reading is enough for everybody.
    const entry = { facets: shared?.facets ?? facets, until: Number.POSITIVE_INFINITY };
    shared = entry;
    facets.then(
      () => {
        entry.facets = facets;
        const took = performance.now() - begun;
        entry.until = performance.now() + Math.min(LONGEST_MS, took * PATIENCE);
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
      countries: together(all.countries, own.countries),
      languages: together(all.languages, own.languages),
      categories: together(all.categories, own.categories.filter(isCommon)),
      ownCategories: own.categories.filter((name) => !isCommon(name)).sort(),
    };
  };
}

const together = (a: string[], b: string[]) => [...new Set([...a, ...b])].sort();
