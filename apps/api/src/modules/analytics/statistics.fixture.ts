import { newId } from '../../platform/id.ts';
import type { TestApi, TestPerson } from '../../testing/test-api.ts';
import { aProgramCreator } from '../affiliate/affiliates.fixture.ts';
import { livePostTable } from '../campaigns/campaign-content/campaign-content.table.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** An order as statistics read it. */
export interface SoldOrder {
  at: number;
  net?: number;
  currency?: string;
  buyer?: string | null;
  codes?: string[];
  counted?: boolean;
}

/** Adds orders to a brand's ledger; returns their ids. */
export async function addOrders(
  t: TestApi,
  brandId: string,
  orders: readonly SoldOrder[],
): Promise<string[]> {
  const rows = orders.map(
    ({ at, net = 5000, currency = 'EUR', buyer = null, codes = [], counted = true }) => ({
      id: newId(),
      at: new Date(at).toISOString(),
      net,
      currency,
      buyer,
      codes,
      counted,
    }),
  );
  await t.api.pool.query(
    `insert into store_order (id, brand_id, external_id, source, name, placed_at, changed_at, told_at, test, currency,
        taxes_included, net, total, status, counted, discounts, discount_codes, attributes, lines, buyer_email_key,
        created_at)
      select r.id, $1, r.id::text, 'import', '#' || r.id, r.at, r.at, r.at, false, r.currency, false, r.net, r.net, 'open',
        r.counted, '[]', r.codes, '[]', '[]', r.buyer, r.at
      from jsonb_to_recordset($2::jsonb) r(id uuid, at timestamptz, net bigint, currency text, buyer text, codes text[],
        counted boolean)`,
    [brandId, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/** Numbers from 0 to 1, the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/**
 * Orders of days up to `end`: about `daily` each, a third fewer on weekends, between 8 and 22 o'clock UTC.
 * @param factor of an hour's orders, such as 2 after a post
 */
export function usualOrders(
  end: number,
  { days, daily, seed = 1 }: { days: number; daily: number; seed?: number },
  factor: (at: number) => number = () => 1,
): SoldOrder[] {
  const random = numbers(seed);
  const orders: SoldOrder[] = [];
  for (let day = end - days * DAY; day < end; day += DAY) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 0.67 : 1;
    for (let hour = 8; hour < 22; hour += 1) {
      const mean = ((daily * weekend) / 14) * factor(day + hour * HOUR);
      let left = mean * (0.7 + 0.6 * random());
      while (left > random()) {
        orders.push({ at: day + hour * HOUR + Math.floor(random() * HOUR) });
        left -= 1;
      }
    }
  }
  return orders;
}

/** A campaign with posts. */
export interface PostedCampaign {
  campaignId: string;
  postIds: string[];
}

/** Adds a campaign whose creator posted at the given times; null for an unknown time. */
export async function aPostedCampaign(
  t: TestApi,
  brandId: string,
  times: readonly (number | null)[],
): Promise<PostedCampaign> {
  const { campaignId, optInId } = await aProgramCreator(t, brandId);
  const postIds = times.map(() => newId());
  if (times.length > 0)
    await t.api.db.insert(livePostTable).values(
      times.map((at, i) => ({
        id: postIds[i] as string,
        brandId,
        campaignId,
        optInId,
        kind: 'video' as const,
        platform: 'tiktok' as const,
        url: `https://www.tiktok.com/@mara/video/${postIds[i]}`,
        title: `Post ${i + 1}`,
        publishedAt: at === null ? null : new Date(at).toISOString(),
        figures: {
          views: null,
          reach: null,
          likes: null,
          comments: null,
          saves: null,
          shares: null,
        } as never,
        source: 'test',
      })),
    );
  return { campaignId, postIds };
}

/** A brand with an owner and a member. */
export interface StatisticsWorld {
  brandId: string;
  owner: TestPerson;
  member: TestPerson;
}

/** Makes a brand. */
export async function aStatisticsWorld(t: TestApi): Promise<StatisticsWorld> {
  const brandId = await t.brand();
  return {
    brandId,
    owner: await t.person({ brandId, brandRole: 'owner' }),
    member: await t.person({ brandId }),
  };
}
