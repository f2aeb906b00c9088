import { createHash } from 'node:crypto';
import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { problem } from '@troupe/domain/problem';
import { Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import type { SearchPosition } from './creator-search.ts';

const Counted = z.tuple([z.int().min(0), z.boolean(), z.boolean().optional()]);
const Content = z.tuple([
  z.int().min(0).max(5),
  z.union([z.number(), Instant]),
  z.uuid(),
  Counted,
  Counted,
  z.enum(['', 'near', 'any', 'name']),
]);

/**
 * Encodes the cursor of the next page: where this page ended and the first page's totals. Valid for
 * one brand, set of filters and sort; a digest detects changes.
 */
export function writeCursor({ tier, key, id, totals, widened }: SearchPosition, of: CursorOwner): string {
  const { shared, own } = totals;
  const sizes = [shared, own].map(({ total, counted, isMinimum }) =>
    isMinimum ? [total, counted, true] : [total, counted],
  );
  const content = JSON.stringify([tier, key, id, ...sizes, widened ?? '']);
  return `${Buffer.from(content).toString('base64url')}.${digest(content, of)}`;
}

/** What a cursor belongs to. */
export interface CursorOwner {
  brandId: string;
  filters: CreatorFilters;
}

/** Decodes a cursor. Throws `invalid` if it was modified or belongs to another search or brand. */
export function readCursor(text: string, of: CursorOwner): SearchPosition {
  const [encoded = '', seal = ''] = text.split('.');
  const content = Buffer.from(encoded, 'base64url').toString();
  if (text !== `${encoded}.${digest(content, of)}` || seal === '') throw unusable();
  const parsed = Content.safeParse(parseJson(content));
  if (!parsed.success) throw unusable();
  const [tier, key, id, shared, own, widened] = parsed.data;
  // The digest isn't secret, so validate the position.
  if (!isKeyOf(of.filters.sort, key)) throw unusable();
  const total = ([number, counted, isMinimum]: z.output<typeof Counted>) => ({
    total: number,
    counted,
    isMinimum,
  });
  return {
    tier,
    key,
    id,
    totals: { shared: total(shared), own: total(own) },
    ...(widened ? { widened } : {}),
  };
}

function isKeyOf(sort: CreatorFilters['sort'], key: number | string): boolean {
  if (sort === 'updated') return typeof key === 'string';
  const isCount = sort === 'followers' || sort === 'views';
  return isCount ? Number.isSafeInteger(key) : typeof key === 'number';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function digest(content: string, { brandId, filters }: CursorOwner): string {
  const { sort, ...rest } = filters;
  const wanted = Object.entries(rest).filter(([, value]) => value !== undefined);
  const same = JSON.stringify([content, brandId, sort ?? '', wanted.sort()]);
  return createHash('sha256').update(same).digest('base64url').slice(0, 22);
}

const unusable = () => {
  const message = 'This cursor belongs to another search. Start again from the first page.';
  return problem('invalid', { message, fields: { cursor: message } });
};
