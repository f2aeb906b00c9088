import { problem } from '../problem.ts';
import { type OptInStatus, optInMoveRefusal } from './opt-in.ts';

/** What decisions about an opt-in depend on. */
export interface OptInStanding {
  status: OptInStatus;
  version: number;
  /** When it last became a collaboration that counts, ISO 8601; null before the first approval. */
  approvedAt: string | null;
}

/** Collaborations of a plan in one calendar month (UTC), counted down as they are taken. */
export interface CollaborationQuota {
  /** Infinity where the plan has no limit. */
  remaining: number;
  limit: number | null;
}

/** Returns the first moment of the calendar month in UTC, from which collaborations count; ISO 8601. */
export const monthStart = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();

/** Returns whether an opt-in counts this month already, so that approving it again uses nothing. */
export const countsThisMonth = ({ approvedAt }: Pick<OptInStanding, 'approvedAt'>, now: Date): boolean =>
  approvedAt !== null && approvedAt >= monthStart(now);

/** Checks that an opt-in is at the version that a person has seen. @throws conflict */
export function assertOptInSeen({ status, version }: OptInStanding, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw problem('conflict', { extra: { version, status } });
}

/** Checks that `by` may move an opt-in. @throws invalid_transition */
export function assertOptInMove(
  { status }: Pick<OptInStanding, 'status'>,
  to: OptInStatus,
  by: 'brand' | 'creator',
): void {
  const message = optInMoveRefusal(status, to, by);
  if (message !== null) throw problem('invalid_transition', { message });
}

/**
 * Checks that the plan has a collaboration for an opt-in.
 * @param quota null where the plan was not locked, because the opt-in did not need it then
 * @throws plan_limit, and conflict where the opt-in came to need the plan after it was looked at
 */
export function assertCollaboration(optIn: OptInStanding, quota: CollaborationQuota | null, now: Date): void {
  if (countsThisMonth(optIn, now)) return;
  if (!quota) throw problem('conflict', { extra: { version: optIn.version, status: optIn.status } });
  const { remaining, limit } = quota;
  if (remaining < 1)
    throw problem('plan_limit', {
      message: `Your plan allows ${limit} collaborations a month, and they are all taken. Choose a larger plan, or approve again next month.`,
      extra: { limit },
    });
}

/**
 * Takes the collaboration that an approval uses, be it the only one or one of many. Reopening a completed
 * collaboration uses none, nor does one that counts this month already.
 * @throws plan_limit, conflict
 */
export function takeCollaboration(optIn: OptInStanding, quota: CollaborationQuota | null, now: Date): void {
  if (optIn.status === 'completed') return;
  assertCollaboration(optIn, quota, now);
  if (quota && !countsThisMonth(optIn, now)) quota.remaining -= 1;
}
