import type { Connection, SocialStory } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import { callPlatform, countOf, parseInstant, parseResponse, type SocialParts } from './call-platform.ts';
import { Failed, failureOf, ME } from './instagram-failure.ts';

const FIELDS = 'id,permalink,timestamp,media_type,thumbnail_url,media_url';
const METRICS = 'views,reach,likes,replies,shares';
/** Maximum number of stories read per account and day. */
const MOST = 50;

const Stories = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        permalink: z.string(),
        timestamp: z.string(),
        media_type: z.string(),
        thumbnail_url: z.string().optional(),
        media_url: z.string().optional(),
      }),
    )
    .default([]),
});
const Insights = z.object({
  data: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ value: z.unknown() })).optional(),
        total_value: z.object({ value: z.unknown() }).optional(),
      }),
    )
    .default([]),
});

/** The account's token was rejected: the consent was revoked or has expired. */
const NO_CONSENT = 190;
/** Too few viewers for metrics. */
const TOO_FEW = 10;

/**
 * Returns an account's current stories with their metrics; null if the consent was revoked. Metrics
 * Instagram doesn't provide yet (they are delayed, and hidden below five viewers) are null.
 */
export async function readStories(
  parts: SocialParts,
  url: string,
  { openId, accessToken }: Connection,
): Promise<SocialStory[] | null> {
  const page = await askOwn(parts, new URL(`${openId}/stories?fields=${FIELDS}`, url), accessToken, Stories);
  if (page === 'no-consent') return null;
  const stories: SocialStory[] = [];
  for (const { id, permalink, timestamp, media_type, thumbnail_url, media_url } of page?.data.slice(
    0,
    MOST,
  ) ?? []) {
    const publishedAt = parseInstant(timestamp);
    if (!publishedAt) continue;
    const about = new URL(`${id}/insights?metric=${METRICS}`, url);
    const insights = await askOwn(parts, about, accessToken, Insights);
    if (insights === 'no-consent') return null;
    const figure = (name: string) => {
      const found = insights?.data.find((one) => one.name === name);
      return countOf(found?.total_value?.value ?? found?.values?.at(-1)?.value);
    };
    stories.push({
      storyId: /\/(\d+)\/?$/.exec(permalink)?.[1] ?? id,
      publishedAt,
      coverUrl: thumbnail_url ?? (media_type === 'IMAGE' ? (media_url ?? null) : null),
      views: figure('views'),
      reach: figure('reach'),
      likes: figure('likes'),
      replies: figure('replies'),
      shares: figure('shares'),
    });
  }
  return stories;
}

/** Calls the platform with the account's token; null if metrics are withheld. */
async function askOwn<T extends z.ZodType>(
  parts: SocialParts,
  url: URL,
  token: string,
  shape: T,
): Promise<z.output<T> | 'no-consent' | null> {
  const answer = await callPlatform(parts, {
    ...ME,
    url,
    init: { headers: { authorization: `Bearer ${token}` } },
    // The platform limits this per account, not per app.
    pay: async () => {},
  });
  if (answer.status === 200) {
    await parts.book.recordCall({ provider: ME.provider, ok: true });
    return parseResponse(parts, ME, shape, answer.body);
  }
  const failed = await parseResponse(parts, ME, Failed, answer.body);
  const { error } = failed;
  if (error.code === NO_CONSENT || error.code === TOO_FEW) {
    await parts.book.recordCall({ provider: ME.provider, ok: true });
    return error.code === NO_CONSENT ? 'no-consent' : null;
  }
  throw await failureOf(parts, failed);
}
