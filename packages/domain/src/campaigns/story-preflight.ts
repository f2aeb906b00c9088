import { z } from 'zod';
import { Platform } from '../discovery/platform.ts';
import { Id, Instant } from '../shape.ts';

/** Why a creator's stories would be lost. `unsupported`: no one can read stories of the platform. */
export const StoryReason = z.enum(['not-connected', 'token-ends', 'no-permission', 'unsupported']);
export type StoryReason = z.infer<typeof StoryReason>;

/** A creator whose stories would be lost. */
export const StoryRisk = z.object({
  creatorId: Id,
  /** Null for creators who haven't joined. */
  optInId: Id.nullable(),
  /** `list`: on a list of the brand; only before a campaign is published. */
  source: z.enum(['opt-in', 'invite', 'list']),
  username: z.string(),
  fullname: z.string(),
  profilePicUrl: z.string().nullable(),
  platform: Platform,
  reason: StoryReason,
  /** When the token ends. */
  until: Instant.nullable(),
  /** When the stories are due. */
  due: Instant.nullable(),
  /** When the creator was asked to fix it. */
  asked: Instant.nullable(),
  /** Whether the creator can be asked now. */
  mayAsk: z.boolean(),
});
export type StoryRisk = z.infer<typeof StoryRisk>;

/** Creators named at once. */
export const MOST_STORY_RISKS = 50;

/** What a campaign's stories need before they can be read. */
export const StoryPreflight = z.object({
  /** Creators whose stories were looked at; 0 if no one is asked for stories. */
  checked: z.int(),
  /** Creators whose stories would be lost; the first of them in `creators`. */
  lost: z.int(),
  creators: z.array(StoryRisk).max(MOST_STORY_RISKS),
});
export type StoryPreflight = z.infer<typeof StoryPreflight>;

/** What the platform needs to have granted for figures of stories. */
const STORY_SCOPES = ['instagram_basic', 'instagram_manage_insights'];

const DAY_MS = 86_400_000;

/** Days before stories are due from which creators are asked to renew a token; earlier, a new one might end too. */
export const STORY_ASK_DAYS = 14;

/** A creator's consent to read their account. */
export interface StoryConnection {
  until: string;
  /** Null if the platform didn't say. */
  scopes: readonly string[] | null;
}

/**
 * Returns why stories due at a time would be lost; null if they can be read. They are read for a day after they are due.
 * @param due null counts as now
 */
export function storyReason(
  platform: Platform,
  connection: StoryConnection | null,
  due: string | null,
  now: Date,
): StoryReason | null {
  if (platform !== 'instagram') return 'unsupported';
  if (!connection || Date.parse(connection.until) <= now.getTime()) return 'not-connected';
  const { scopes, until } = connection;
  if (scopes && STORY_SCOPES.some((scope) => !scopes.includes(scope))) return 'no-permission';
  const last = Math.max(now.getTime(), due ? Date.parse(due) + DAY_MS : 0);
  return Date.parse(until) < last ? 'token-ends' : null;
}

/** Whether asking the creator helps now. */
export function mayAskForStories(reason: StoryReason, due: string | null, now: Date): boolean {
  if (reason === 'unsupported') return false;
  return reason !== 'token-ends' || !due || Date.parse(due) - now.getTime() <= STORY_ASK_DAYS * DAY_MS;
}
