import { type Platform, profileUrlOf } from '@troupe/domain/discovery/creator';
import { creatorSize } from '@troupe/domain/discovery/creator-fit';
import { type ContentItem, engagementBreakdown } from '@troupe/domain/discovery/engagement';
import { PLATFORM_IDS, platformFacts } from '@troupe/domain/discovery/platforms';
import type { contentTable } from '../modules/discovery/content/content.table.ts';
import type { creatorPeerTable, creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { topicColumns } from '../modules/discovery/creator-topics/topic-columns.ts';
import { Random } from './random.ts';
import { PLACES, THEMES } from './vocabulary.ts';

type CreatorRow = typeof creatorTable.$inferInsert;
type ContentRow = typeof contentTable.$inferInsert;

const DAY = 86_400_000;
const PLACE_WHEEL = PLACES.flatMap((place) => Array.from({ length: place.weight }, () => place));

/** Generates creators with their content, deterministically by seed and day. */
export function inventCreators(random: Random, options: { count: number; now: Date; pictures: string }) {
  const creators: CreatorRow[] = [];
  const content: ContentRow[] = [];
  const taken = new Set<string>();
  for (const platform of PLATFORM_IDS) {
    for (let n = 0; n < Math.round(options.count * platformFacts(platform).demoShare); n++) {
      const { creator, items } = inventCreator(random, platform, taken, options);
      creators.push(withTopics(creator, items));
      content.push(...items);
    }
  }
  return { creators, content, peers: peersOf(creators, options.now) };
}

/** Adds what the indexing job would, so that the first searches find it. */
function withTopics(creator: CreatorRow, items: readonly ContentRow[]): CreatorRow {
  const newest = [...items].sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1));
  const columns = topicColumns({
    username: creator.username,
    fullname: creator.fullname ?? '',
    bio: creator.bio ?? '',
    categories: creator.categories ?? [],
    titles: newest.slice(0, 12).map(({ title }) => title ?? ''),
    language: creator.language ?? null,
  });
  return Object.assign(creator, columns, { lastPostAt: newest[0]?.publishedAt ?? null });
}

/** Counts typical engagement as the nightly job does, so that the first searches compare with it. */
function peersOf(creators: readonly CreatorRow[], now: Date): (typeof creatorPeerTable.$inferInsert)[] {
  const classes = new Map<string, { platform: Platform; size: number; rates: number[] }>();
  for (const { platform, followerCount, engagement } of creators) {
    if (!engagement) continue;
    const size = creatorSize(followerCount ?? null);
    const found = classes.get(`${platform} ${size}`) ?? { platform, size, rates: [] };
    found.rates.push(engagement);
    classes.set(`${platform} ${size}`, found);
  }
  return [...classes.values()]
    .filter(({ rates }) => rates.length >= 30)
    .map(({ platform, size, rates }) => ({
      platform,
      size,
      engagement: rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0,
      creators: rates.length,
      updatedAt: now.toISOString(),
    }));
}

function inventCreator(
  random: Random,
  platform: Platform,
  taken: Set<string>,
  { now, pictures }: { now: Date; pictures: string },
): { creator: CreatorRow; items: ContentRow[] } {
  const place = random.pick(PLACE_WHEEL);
  const theme = random.pick(THEMES);
  const second = random.chance(0.45) ? random.pick(THEMES) : theme;
  const first = random.pick(place.first);
  const last = random.pick(place.last);
  const username = freeHandle(random, platform, `${first} ${last}`, theme.handle, taken);
  const seed = `${platform}-${username}`;
  // Read a while ago, so slightly off today's value.
  const followers = Math.round(followersOf(platform, username) * random.around(1, 0.02));
  const readAt = now.getTime() - random.int(1, 40 * 24) * 3_600_000;
  const connectedAt = random.chance(0.25) ? now.getTime() - random.int(5, 700) * DAY : null;
  const rate = Math.min(0.22, random.around(0.035, 0.6));
  const creatorId = random.id(readAt - random.int(1, 400) * DAY);
  const items = random.chance(0.96)
    ? inventContent(random, { creatorId, platform, username, followers, rate, now, theme, pictures })
    : [];
  const breakdown = engagementBreakdown({
    followerCount: followers,
    content: items.map(asContent),
    now,
    connectedAt: connectedAt ? new Date(connectedAt) : null,
    contentFrom: null,
  });
  const views = items.map((item) => item.viewCount ?? 0);
  const avgViews =
    platform === 'instagram' || views.length === 0
      ? null
      : Math.round(views.reduce((sum, count) => sum + count, 0) / views.length);
  const source = random.chance(0.72) ? ('platform' as const) : ('provider' as const);
  const origin = { source, asOf: new Date(readAt).toISOString() };
  const contact = random.next();
  const registered = random.chance(0.06);
  return {
    items,
    creator: {
      id: creatorId,
      platform,
      socialId: String(random.int(1_000_000_000, 9_999_999_999)),
      username,
      fullname: `${first} ${last}`,
      bio: [...new Set([random.pick(theme.bio), random.pick(second.bio), random.pick(place.cities)])].join(
        '. ',
      ),
      profilePicUrl: random.chance(0.86) ? `${pictures}/avatar/${encodeURIComponent(seed)}.jpg` : null,
      profileUrl: profileUrlOf(platform, username),
      country: place.country,
      language: random.chance(0.88) ? place.language : 'en',
      categories: [...new Set([theme.category, second.category])],
      followerCount: followers,
      engagement: breakdown?.engagement ?? null,
      avgViews,
      figures: {
        followerCount: origin,
        ...(breakdown ? { engagement: origin } : {}),
        ...(avgViews === null ? {} : { avgViews: origin }),
      },
      verified: random.chance(followers > 250_000 ? 0.6 : 0.07),
      userId: registered ? `creator-${username}` : null,
      contactEmail: contact < 0.62 ? `hello@${handleOf(`${first}${last}`)}.example` : null,
      contactsFetchedAt: contact < 0.62 ? new Date(readAt).toISOString() : null,
      contactsError: contact > 0.93 ? 'No email on this profile' : contact > 0.9 ? '' : null,
      shop:
        platform === 'tiktok-shop'
          ? {
              user_id: String(random.int(7_000_000_000, 7_999_999_999)),
              units_sold: Math.round(random.around(420, 1)),
              avg_gmv_revenue: Math.round(random.around(900_000, 1)),
              currency: 'USD',
            }
          : null,
      channels: [],
      connectedAt: connectedAt ? new Date(connectedAt).toISOString() : null,
      updatedAt: new Date(readAt).toISOString(),
    },
  };
}

function freeHandle(
  random: Random,
  platform: Platform,
  name: string,
  words: string[],
  taken: Set<string>,
): string {
  const base = handleOf(name.split(' ')[0] ?? '') || 'studio';
  const family = handleOf(name.split(' ')[1] ?? '');
  for (;;) {
    const word = random.pick(words);
    const number = random.chance(0.5) ? String(random.int(2, 9999)) : '';
    const handle = random.pick([
      `${base}.${word}${number}`,
      `${base}${family}${number}`,
      `${word}with${base}${number}`,
      `${base}_${family}.${word}${number}`,
    ]);
    const key = `${platform}/${handle}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return handle;
  }
}

const handleOf = (text: string) => text.normalize('NFD').replace(/[^\w]/g, '').toLowerCase();

interface ContentPlan {
  creatorId: string;
  platform: Platform;
  username: string;
  followers: number;
  rate: number;
  now: Date;
  theme: (typeof THEMES)[number];
  pictures: string;
}

function inventContent(random: Random, plan: ContentPlan): ContentRow[] {
  const { platform, now } = plan;
  const gives = { dislikes: platform === 'youtube', saves: platform !== 'youtube' && random.chance(0.8) };
  return Array.from({ length: random.int(5, 18) }, (_, index) => {
    const publishedAt = now.getTime() - random.int(1, 440) * DAY - random.int(0, DAY);
    const form = random.pick(platformFacts(platform).formats);
    const reactions = plan.followers * plan.rate * random.around(1, 0.5);
    const key = `${plan.username}-${index}`;
    return {
      id: random.id(publishedAt),
      creatorId: plan.creatorId,
      url: `${profileUrlOf(platform, plan.username).replace(/\/$/, '')}/post/${index + 1}`,
      publishedAt: new Date(publishedAt).toISOString(),
      title: random.pick(plan.theme.posts),
      ...form,
      thumbnailUrl: `${plan.pictures}/thumb/${encodeURIComponent(key)}.jpg?kind=${encodeURIComponent(plan.theme.category.toLowerCase())}`,
      viewCount: form.format === 'video' ? Math.round(plan.followers * random.around(0.5, 0.7)) : null,
      likeCount: Math.round(reactions * 0.84),
      dislikeCount: gives.dislikes ? Math.round(reactions * 0.02) : null,
      commentCount: Math.round(reactions * 0.04),
      saveCount: gives.saves ? Math.round(reactions * 0.09) : null,
      shareCount: platform === 'youtube' ? null : Math.round(reactions * 0.03),
    };
  });
}

/** Converts a stored content row for the domain's rules. */
function asContent(row: ContentRow): ContentItem {
  return {
    url: row.url,
    published_at: row.publishedAt,
    title: row.title ?? '',
    type: row.type,
    format: row.format,
    persistent_thumbnail_url: row.thumbnailUrl ?? null,
    engagement: {
      like_count: row.likeCount ?? null,
      dislike_count: row.dislikeCount ?? null,
      comment_count: row.commentCount ?? null,
      save_count: row.saveCount ?? null,
      share_count: row.shareCount ?? null,
    },
  };
}

/** Hashes text to a number (FNV-1a with mixing), identical to the sandbox's function. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Returns the follower count of an account. The sandbox's platforms compute the same from platform and name
 * (apps/sandbox/src/social/social-account.ts), so that refreshing a demo creator keeps it plausible.
 */
export function followersOf(platform: string, username: string): number {
  const random = new Random(hash(`${platform}/${username.toLowerCase()}`));
  return Math.round(Math.min(40_000_000, Math.max(900, random.around(28_000, 1.35))));
}
