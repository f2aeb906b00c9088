import type { EngagementBreakdown, MeasuredProfile } from '@troupe/domain/discovery/engagement';
import type pg from 'pg';

/** What items of lists need to know of posts, which are a noun of their own. */
export interface BreakdownReader {
  /**
   * Returns the breakdown of each profile by its id, with at most the `most` newest content items; profiles without
   * content in their window are absent. Two statements, however many profiles.
   */
  breakdowns(
    pool: pg.Pool,
    profiles: readonly MeasuredProfile[],
    now: Date,
    most: number,
  ): Promise<Map<string, EngagementBreakdown>>;
}
