import type { AudienceData, AudienceShare, AudienceSubset } from '@troupe/domain/discovery/audience-report';
import { z } from 'zod';

/** A number in a provider's list; invalid values count as missing. */
export const Weight = z.number().refine(Number.isFinite).nullish().catch(null);

/** A text in a provider's list; other values count as missing. */
export const Word = z.string().nullish().catch(null);

interface RawShare {
  code?: string | null | undefined;
  name?: string | null | undefined;
  weight?: number | null | undefined;
}

/** Converts a list to shares; entries without a weight or any name are dropped. */
export function sharesOf(list: readonly RawShare[] | null | undefined): AudienceShare[] | null {
  if (!list) return null;
  return list.flatMap(({ code, name, weight }) => {
    const known = (code?.trim() || name?.trim() || '').replace(/[\u2010-\u2015]/g, '-');
    if (!known || weight === null || weight === undefined || weight < 0) return [];
    return [{ code: known, name: name?.trim() || null, weight }];
  });
}

/** Normalizes gender codes. */
export const gendersOf = (list: readonly RawShare[] | null | undefined): AudienceShare[] | null =>
  sharesOf(list)?.map((share) => ({ ...share, code: share.code.toUpperCase() })) ?? null;

/** An audience with data; one whose lists are all empty counts as empty. */
export function subsetOf(data: AudienceData): AudienceSubset {
  const { audience_geo, ...lists } = data;
  const holds = [...Object.values(lists), audience_geo.countries].some((list) => list && list.length > 0);
  return holds ? { success: true, error: null, data } : missingSubset('empty_audience');
}

export const missingSubset = (error: string): AudienceSubset => ({ success: false, error, data: null });

/** Parses a provider's time in UTC; null if invalid. */
export function momentOf(text: string): string | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
