import type { EngagementBreakdown } from '@troupe/domain/engagement';
import type pg from 'pg';

/** A profile whose rate is broken down. */
export interface MeasuredProfile {
  id: string;
  followerCount: number | null;
  connectedAt: string | null;
  /** From when on its content is complete; null: all that its platform lists. */
  contentFrom: string | null;
}

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
