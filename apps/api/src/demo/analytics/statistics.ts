import { asc, desc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandTable } from '../../modules/account/brand/brand.table.ts';
import { recordAndScore } from '../../modules/analytics/forecasts.ts';
import { examine } from '../../modules/analytics/lift-studies.ts';
import { insertStudy } from '../../modules/analytics/lift-study/lift-study.queries.ts';
import { campaignTable } from '../../modules/campaigns/campaign/campaign.table.ts';
import { livePostTable } from '../../modules/campaigns/campaign-content/campaign-content.table.ts';
import { databaseOver } from '../../platform/database.ts';
import { Random } from '../random.ts';

const SEED = 58_211;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Posts that creators of the past campaign published after it, days ago, and the days between two of them. */
const MORE_POSTS = { count: 8, from: 84, to: 8, apart: 5 } as const;
const CAPTIONS = [
  'Still my favorite jacket on the ridge. #summerridge',
  'Three weekends, one pack. #summerridge @larkmoor',
  'What I would pack again for the traverse. #summerridge',
  'Rain test, part two. #summerridge @larkmoor',
];
/** Weeks of recorded forecasts. */
const FORECAST_WEEKS = 6;

type LivePost = typeof livePostTable.$inferSelect;

interface World {
  now: Date;
}

/**
 * Gives Larkmoor's past campaign posts on the days on which its store sold unusually much, asks whether its campaigns
 * lifted sales, and records the forecasts of the last weeks.
 */
export async function setUpDemoStatistics(pool: pg.Pool, { now }: World): Promise<void> {
  const db = databaseOver(pool);
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.name, 'Larkmoor'));
  if (!brand) return;
  const campaigns = await db
    .select()
    .from(campaignTable)
    .where(eq(campaignTable.brandId, brand.id))
    .orderBy(asc(campaignTable.id));
  const [past, recent] = ['Summer Ridge', 'Autumn Trail Kit'].map((title) =>
    campaigns.find((campaign) => campaign.title === title),
  );
  if (!past || !recent) return;
  const launch = await insertMorePosts(pool, { brandId: brand.id, campaignId: past.id, now });
  const log = { error: () => {} } as never;
  for (let week = FORECAST_WEEKS; week > 0; week -= 1) {
    const clock = { now: () => new Date(now.getTime() - week * 7 * DAY) };
    await recordAndScore({ pool, log, clock });
  }
  await recordAndScore({ pool, log, clock: { now: () => now } });
  const clock = { now: () => new Date(now.getTime() - 2 * HOUR) };
  const questions = [
    { name: 'Summer Ridge: launch posts', campaignId: null, postIds: launch },
    { name: '', campaignId: past.id, postIds: [] },
    { name: '', campaignId: recent.id, postIds: [] },
  ];
  for (const { name, campaignId, postIds } of questions) {
    const study = await examine({ pool, clock }, brand.id, {
      name,
      campaignId,
      postIds,
      windowHours: 48,
      baselineWeeks: 8,
      excluded: [],
    });
    await insertStudy(pool, brand.id, study, { userId: null, kept: 10 });
  }
}

interface Scene extends World {
  brandId: string;
  campaignId: string;
}

/** Figures of a post like another: viewed more or less often, and liked a bit less. */
function varied(random: Random, figures: LivePost['figures']): LivePost['figures'] {
  const [seen, liked] = [random.around(1.1, 0.3), random.around(0.9, 0.08)];
  const isBase = (name: string) => name === 'views' || name === 'reach';
  return Object.fromEntries(
    Object.entries(figures).map(([name, count]) => [
      name,
      typeof count === 'number' ? Math.round(count * seen * (isBase(name) ? 1 : liked)) : count,
    ]),
  ) as LivePost['figures'];
}

/** Returns the ids of the posts that were there before. */
async function insertMorePosts(pool: pg.Pool, { brandId, campaignId, now }: Scene): Promise<string[]> {
  const db = databaseOver(pool);
  const random = new Random(SEED);
  // Apart, so that figures don't decide about the hours of posts.
  const figured = new Random(SEED + 1);
  const posts = await db
    .select()
    .from(livePostTable)
    .where(eq(livePostTable.brandId, brandId))
    .orderBy(desc(livePostTable.publishedAt));
  const models = posts.filter((post) => post.campaignId === campaignId && post.kind !== 'story');
  if (models.length === 0) return [];
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const { rows } = await pool.query<{ ago: number; orders: number }>(
    `select floor(extract(epoch from $2::timestamptz - placed_at) / 86400)::int as ago, count(*)::int as orders
      from store_order where brand_id = $1 and counted and placed_at < $2 group by 1`,
    [brandId, new Date(midnight + DAY)],
  );
  const sold = new Map(rows.map(({ ago, orders }) => [ago, orders]));
  const sum = (from: number, to: number) => {
    let all = 0;
    for (let ago = from; ago <= to; ago += 1) all += sold.get(ago) ?? 0;
    return all;
  };
  const taken = posts.map(({ publishedAt }) =>
    publishedAt ? Math.floor((midnight + DAY - Date.parse(publishedAt)) / DAY) : 0,
  );
  // Orders of the day and the next one, against the week before.
  const days = Array.from({ length: MORE_POSTS.from - MORE_POSTS.to }, (_, i) => MORE_POSTS.to + i)
    .map((ago) => ({ ago, rise: (sum(ago - 1, ago) + 1) / (sum(ago + 1, ago + 7) + 3) }))
    .sort((a, b) => b.rise - a.rise);
  const chosen: number[] = [];
  for (const { ago } of days) {
    if (chosen.length === MORE_POSTS.count) break;
    if ([...taken, ...chosen].every((other) => Math.abs(other - ago) >= MORE_POSTS.apart)) chosen.push(ago);
  }
  await db.insert(livePostTable).values(
    chosen
      .sort((a, b) => b - a)
      .map((ago, place) => {
        const at = midnight + DAY - (ago + 1) * DAY + random.int(6, 8) * HOUR;
        const model = models[place % models.length] as (typeof models)[number];
        const id = random.id(at);
        return Object.assign({}, model, {
          id,
          previewId: null,
          url: `${model.url.replace(/[^/]*\/?$/, '')}${random.int(1e9, 9e9)}`,
          figures: varied(figured, model.figures),
          title: CAPTIONS[place % CAPTIONS.length] as string,
          publishedAt: new Date(at).toISOString(),
          createdAt: new Date(at).toISOString(),
          history: [],
        });
      }),
  );
  return models.map(({ id }) => id);
}
