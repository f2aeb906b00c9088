import type { StatusTag } from '@troupe/domain/discovery/creator-list';

/** What a person changed in an item and has not saved yet. `version` is the one they had seen when they began. */
export interface Pending {
  feedback?: string;
  tags?: StatusTag[];
  version?: number;
}

/** The text and tags of an item as they stand on the server. */
export interface Standing {
  feedback: string;
  tags: readonly StatusTag[];
  version: number;
}

/** Another person's work and one's own met: what the other side has, part by part. */
export interface Meeting {
  /** `overwrote`: this save replaced theirs. `replaced`: theirs replaced what was saved here. */
  kind: 'overwrote' | 'replaced';
  by: string;
  feedback?: string;
  tags?: StatusTag[];
}

const sameTags = (one: readonly StatusTag[], other: readonly StatusTag[]) =>
  one.length === other.length && one.every((tag) => other.includes(tag));

const nothing = ({ feedback, tags }: Pending) => feedback === undefined && tags === undefined;

/** Reads what was kept; text that cannot be read is as good as none. */
export function readPending(kept: string): Pending {
  try {
    const pending = JSON.parse(kept || '{}') as Pending;
    return nothing(pending) ? {} : pending;
  } catch {
    return {};
  }
}

/** The text to keep; '' when there is nothing to save. */
export const writePending = (pending: Pending): string => (nothing(pending) ? '' : JSON.stringify(pending));

/** What is still to be saved after `sent` has been: what was changed again meanwhile, now upon `version`. */
export function remaining(pending: Pending, sent: Pending, version: number): Pending {
  const left: Pending = {};
  if (pending.feedback !== undefined && pending.feedback !== sent.feedback) left.feedback = pending.feedback;
  if (pending.tags !== undefined && !(sent.tags && sameTags(pending.tags, sent.tags)))
    left.tags = pending.tags;
  return nothing(left) ? {} : { ...left, version };
}

/**
 * The parts of another version that differ from how the item stands now; null when there are none, or when it is
 * what this very page had sent before and never heard back about.
 */
export function meetingOf(
  kind: Meeting['kind'],
  other: { feedback?: string | undefined; tags?: readonly StatusTag[] | undefined; by: string | null },
  standing: Standing,
  unanswered: Pending = {},
): Meeting | null {
  const feedback =
    other.feedback !== undefined &&
    other.feedback !== standing.feedback &&
    other.feedback !== unanswered.feedback
      ? other.feedback
      : undefined;
  const tags =
    other.tags &&
    !sameTags(other.tags, standing.tags) &&
    !(unanswered.tags && sameTags(other.tags, unanswered.tags))
      ? [...other.tags]
      : undefined;
  if (feedback === undefined && tags === undefined) return null;
  return {
    kind,
    by: other.by ?? 'Someone else',
    ...(feedback === undefined ? {} : { feedback }),
    ...(tags === undefined ? {} : { tags }),
  };
}
