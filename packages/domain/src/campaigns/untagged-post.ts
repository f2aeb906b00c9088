import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { Shoutout } from './campaign-content.ts';

/** Text divided at the words that monitors matched. */
const Quote = z.array(z.object({ text: z.string(), match: z.boolean() }));

/** A post of a participant that social listening heard and that isn't campaign content. */
export const UntaggedPost = z.object({
  id: Id,
  creator: Shoutout.shape.creator,
  url: z.string(),
  platform: Shoutout.shape.platform,
  published: Instant,
  quote: Quote,
  /** Names of the monitors that found it. */
  monitors: z.array(z.string()),
  /** Where it was heard, such as YouTube. */
  source: z.string(),
  /** As the source told them; `reach` and `saves` are never known. */
  figures: Shoutout.shape.figures,
  figuresAt: Instant.nullable(),
  /** Posts of this time are offered: from the approval to the campaign's last day, if it has one. */
  window: z.object({ from: Instant, until: Instant.nullable() }),
  found: Instant,
  /** Null while it is offered. `by` is null once that person has left. */
  dismissed: z.object({ by: z.string().nullable(), at: Instant }).nullable(),
});
export type UntaggedPost = z.infer<typeof UntaggedPost>;

/** A post as social listening knows it. */
export interface HeardPost
  extends Pick<UntaggedPost, 'quote' | 'monitors' | 'source' | 'figures' | 'figuresAt'> {
  mentionId: string;
}

/** Returns what social listening knows of posts, leaving out those that a brand doesn't have anymore. */
export type ReadHeardPosts = (brandId: string, mentionIds: readonly string[]) => Promise<HeardPost[]>;

/** Sources don't offer a post again that was published longer ago, so its dismissal can be forgotten. */
export const DISMISSAL_DAYS = 60;
