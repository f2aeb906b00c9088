import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Id, Instant, MAX_COUNT, text, WebAddress } from '../shape.ts';

/** Where mentions come from. `content` is what Troupe already reads of creators. */
export const SOURCE_KINDS = [
  ...['bluesky', 'mastodon', 'reddit', 'youtube', 'feed', 'gdelt', 'hacker-news', 'x'],
  'content',
] as const;
export const SourceKind = z.enum(SOURCE_KINDS);
export type SourceKind = z.infer<typeof SourceKind>;

/** Facts about a kind of source. */
interface SourceFacts {
  name: string;
  /** Whether it streams all posts or answers searches. */
  delivers: 'stream' | 'search';
  /** Who connects it: the installation for all brands, or each brand with its credentials. */
  connectedBy: 'installation' | 'brand';
  /** What the source reports. Unreported figures are unknown, not zero. */
  tells: { followers: boolean; likes: boolean; deletions: boolean; title: boolean };
}

/** What each kind of source can do. */
export const SOURCES: Record<SourceKind, SourceFacts> = {
  bluesky: {
    name: 'Bluesky',
    delivers: 'stream',
    connectedBy: 'installation',
    tells: { followers: true, likes: true, deletions: true, title: false },
  },
  mastodon: {
    name: 'Mastodon',
    delivers: 'search',
    connectedBy: 'installation',
    tells: { followers: true, likes: true, deletions: true, title: false },
  },
  reddit: {
    name: 'Reddit',
    delivers: 'search',
    connectedBy: 'brand',
    tells: { followers: false, likes: true, deletions: true, title: true },
  },
  youtube: {
    name: 'YouTube',
    delivers: 'search',
    connectedBy: 'brand',
    tells: { followers: false, likes: true, deletions: true, title: true },
  },
  feed: {
    name: 'RSS and Atom',
    delivers: 'search',
    connectedBy: 'brand',
    tells: { followers: false, likes: false, deletions: false, title: true },
  },
  gdelt: {
    name: 'GDELT news',
    delivers: 'search',
    connectedBy: 'installation',
    tells: { followers: false, likes: false, deletions: false, title: true },
  },
  'hacker-news': {
    name: 'Hacker News',
    delivers: 'search',
    connectedBy: 'installation',
    tells: { followers: false, likes: true, deletions: true, title: true },
  },
  x: {
    name: 'X',
    delivers: 'search',
    connectedBy: 'brand',
    tells: { followers: true, likes: true, deletions: false, title: false },
  },
  content: {
    name: 'Creator content',
    delivers: 'search',
    connectedBy: 'installation',
    tells: { followers: true, likes: true, deletions: false, title: true },
  },
};

/** Status of a source. `failing` is retried automatically; `refused` needs new credentials. */
export const SourceState = z.enum(['active', 'paused', 'failing', 'refused']);
export type SourceState = z.infer<typeof SourceState>;

/** Why mentions of a source are missing. */
export const GapReason = z.enum(['outage', 'look-back', 'quota', 'paused', 'closed']);
export type GapReason = z.infer<typeof GapReason>;

/** A time in which mentions of a source are missing. Charts show it as a gap, not as zero. */
export const SourceGap = z.object({
  id: Id,
  sourceId: Id,
  from: Instant,
  /** Null while it lasts. */
  to: Instant.nullable(),
  reason: GapReason,
  /** When the missing mentions were fetched; null if they are still missing. */
  filled: Instant.nullable(),
});
export type SourceGap = z.infer<typeof SourceGap>;

/** A source's quota for the current period and its usage. */
export const SourceQuota = z.object({
  used: z.int(),
  limit: z.int(),
  unit: z.enum(['calls', 'posts', 'minor-units']),
  /** ISO 4217 for amounts; otherwise null. */
  currency: z.string().nullable(),
  resets: Instant,
});
export type SourceQuota = z.infer<typeof SourceQuota>;

/** Actions available for a source. */
const SourceAbilities = z.object({
  pause: Ability,
  resume: Ability,
  change: Ability,
  remove: Ability,
});

/** A source of mentions. Its credentials are never returned. */
export const ListeningSource = z.object({
  id: Id,
  kind: SourceKind,
  name: z.string(),
  /** The server, feed or community; null where there is only one. */
  host: z.string().nullable(),
  /** Whether it belongs to the installation and is shared by all brands. */
  shared: z.boolean(),
  state: SourceState,
  hasCredentials: z.boolean(),
  /** When it last answered. */
  lastOk: Instant.nullable(),
  /** The latest error, as shown on screen, and when it occurred. */
  lastProblem: z.string().nullable(),
  lastProblemAt: Instant.nullable(),
  quota: SourceQuota.nullable(),
  /** What reading a post costs, in US cents; null if it is free. */
  centsPerPost: z.number().nullable(),
  /** Gaps of the last 30 days, newest first. */
  gaps: z.array(SourceGap),
  created: Instant,
  abilities: SourceAbilities,
});
export type ListeningSource = z.infer<typeof ListeningSource>;

const Secret = text({ min: 1, max: 500 }).transform((value) => value.trim());
/** A server name without scheme and path. */
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
    error: 'Enter a server such as mastodon.social',
  });

/** The most sources of a kind that a brand can connect. */
export const MAX_BRAND_SOURCES = { mastodon: 10, feed: 50, reddit: 1, youtube: 1, x: 1 } as const;

/** Why the abilities of a source are limited. */
const SHARED = 'This source is shared by all brands. Ask your administrator to change it.';
const OWNERS_ONLY = 'Only brand owners can change sources.';

/** Returns what a caller may do with a source. */
export function sourceAbilities(
  source: { shared: boolean; kind: SourceKind; state: SourceState },
  isOwner: boolean,
): z.infer<typeof SourceAbilities> {
  const refusal = source.shared ? SHARED : isOwner ? null : OWNERS_ONLY;
  const isPaused = source.state === 'paused';
  return {
    pause: abilityUnless(refusal ?? (isPaused ? 'This source is already paused.' : null)),
    resume: abilityUnless(refusal ?? (isPaused ? null : "This source isn't paused.")),
    change: abilityUnless(refusal ?? (source.kind === 'x' ? null : 'This source has no monthly limit.')),
    remove: abilityUnless(refusal),
  };
}

/** A source to connect. X is paid per use, so it needs a limit. */
export const NewListeningSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mastodon'), host: Host, token: Secret.nullable().default(null) }),
  z.object({ kind: z.literal('feed'), url: WebAddress, name: text({ max: 120 }).default('') }),
  z.object({ kind: z.literal('reddit'), clientId: Secret, clientSecret: Secret }),
  z.object({ kind: z.literal('youtube'), apiKey: Secret }),
  z.object({
    kind: z.literal('x'),
    token: Secret,
    /** The most that its searches may cost in a month, in US cents. */
    monthlyLimit: z.int().min(1, { error: 'Enter a monthly limit' }).max(MAX_COUNT),
  }),
]);
export type NewListeningSource = z.output<typeof NewListeningSource>;

/** A change to a source. */
export const ListeningSourceChange = z.object({
  state: z.enum(['active', 'paused']).optional(),
  monthlyLimit: z.int().min(1, { error: 'Enter a monthly limit' }).max(MAX_COUNT).optional(),
});
export type ListeningSourceChange = z.output<typeof ListeningSourceChange>;
