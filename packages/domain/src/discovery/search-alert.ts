import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Searches with more matches than this aren't watched. */
export const MOST_WATCHED = 2000;

/** Why the matches of a search can't be watched: there are too many, or its filters aren't valid anymore. */
export const SearchAlertProblem = z.enum(['too-many', 'invalid']);
export type SearchAlertProblem = z.infer<typeof SearchAlertProblem>;

/** The alert of a saved search as a member sees it. */
export const SearchAlert = z.object({
  savedSearchId: Id,
  /** Whether the member is alerted. */
  mine: z.boolean(),
  /** Number of members who are alerted. */
  people: z.int(),
  /** When new matches were last looked for. */
  checked: Instant.nullable(),
  problem: SearchAlertProblem.nullable(),
});
export type SearchAlert = z.infer<typeof SearchAlert>;
