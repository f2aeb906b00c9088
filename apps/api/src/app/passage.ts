import type { Caller } from '../platform/api.ts';

/** What the access check settled: who calls, and in which brand. */
export interface Passage {
  caller: Caller | null;
  brandId: string | null;
}
