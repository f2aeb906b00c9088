import { z } from 'zod';

/**
 * Where a code stands with its store: being created, usable, refused by the store, paused there, replaced after a leak,
 * or ended.
 */
export const CODE_STATES = ['creating', 'live', 'failed', 'paused', 'leaked', 'ended'] as const;
export const CodeState = z.enum(CODE_STATES);
export type CodeState = z.infer<typeof CodeState>;

/** What a code takes off. */
export const CodeKind = z.enum(['percent', 'amount']);
export type CodeKind = z.infer<typeof CodeKind>;

/**
 * Folds a code for comparison: NFKC (full-width characters), without blanks and invisible characters, in lower
 * case.
 */
export const foldCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC');
