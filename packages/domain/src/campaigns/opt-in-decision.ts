import { problem } from '../problem.ts';
import { type OptInStatus, optInMoveRefusal } from './opt-in.ts';

/** The parts of an opt-in that decisions depend on. */
export interface OptInState {
  status: OptInStatus;
  version: number;
  /** When it last became a counted collaboration, ISO 8601; null before the first approval. */
  approvedAt: string | null;
}

/** A plan's collaborations in a calendar month (UTC). */
export interface CollaborationQuota {
  /** Infinity if the plan has no limit. */
  remaining: number;
  limit: number | null;
}

/** Returns the start of the calendar month in UTC, ISO 8601. */
export const monthStart = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();

/** Returns whether an opt-in already counts this month, so approving it again is free. */
export const countsThisMonth = ({ approvedAt }: Pick<OptInState, 'approvedAt'>, now: Date): boolean =>
  approvedAt !== null && approvedAt >= monthStart(now);

/** Checks that the caller has seen the current version of an opt-in. @throws conflict */
export function assertOptInSeen({ status, version }: OptInState, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw problem('conflict', { extra: { version, status } });
}

/** Checks that `by` may change the status. @throws invalid_transition */
export function assertOptInMove(
  { status }: Pick<OptInState, 'status'>,
  to: OptInStatus,
  by: 'brand' | 'creator',
): void {
  const message = optInMoveRefusal(status, to, by);
  if (message !== null) throw problem('invalid_transition', { message });
}

/**
 * Checks that the plan has a collaboration left for an opt-in.
 * @param quota null if the plan wasn't locked because the opt-in didn't need it
 * @throws plan_limit, or conflict if the opt-in has come to need the plan since it was read
 */
export function assertCollaboration(optIn: OptInState, quota: CollaborationQuota | null, now: Date): void {
  if (countsThisMonth(optIn, now)) return;
  if (!quota) throw problem('conflict', { extra: { version: optIn.version, status: optIn.status } });
  const { remaining, limit } = quota;
  if (remaining < 1)
    throw problem('plan_limit', {
      message: `Your plan allows ${limit} collaborations a month, and you've used them all. Choose a larger plan, or approve more creators next month.`,
      extra: { limit },
    });
}

/**
 * Uses up a collaboration for an approval. Reopening a completed collaboration, or one that already
 * counts this month, is free.
 * @throws plan_limit, conflict
 */
export function consumeCollaboration(optIn: OptInState, quota: CollaborationQuota | null, now: Date): void {
  if (optIn.status === 'completed') return;
  assertCollaboration(optIn, quota, now);
  if (quota && !countsThisMonth(optIn, now)) quota.remaining -= 1;
}
