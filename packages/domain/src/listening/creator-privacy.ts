import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant } from '../shape.ts';
import { SourceKind } from './listening-source.ts';

/** A creator's verified profile, and its stored data. */
export const OwnListeningProfile = z.object({
  socialProfileId: Id,
  platform: Platform,
  username: z.string(),
  /** Public posts that Troupe read. */
  posts: z.int(),
  /** When the newest of them was published. */
  newest: Instant.nullable(),
  /** Posts that brands have as mentions. */
  mentions: z.int(),
  optedOut: z.boolean(),
});
export type OwnListeningProfile = z.infer<typeof OwnListeningProfile>;

/** Mentions shown to their author; the export of their data has all. */
export const MOST_OWN_MENTIONS = 20;

/** What brands can see of a creator. */
export const OwnListening = z.object({
  profiles: z.array(OwnListeningProfile),
  /** The latest posts that brands have as mentions. */
  mentions: z
    .array(
      z.object({
        id: Id,
        source: SourceKind,
        text: z.string(),
        url: z.string().nullable(),
        published: Instant,
      }),
    )
    .max(MOST_OWN_MENTIONS),
});
export type OwnListening = z.infer<typeof OwnListening>;
