import type { Page } from '@playwright/test';
import { withClient } from '@troupe/scripts/postgres/databases';
import { percentile } from '../load.ts';
import { logIn, withDemoInstance } from './demo-instance.ts';

/** Result of {@link measureCampaignScreens}; times in milliseconds. */
export interface CampaignScreenFigures {
  /** From clicking Campaigns to the first frame with its rows. */
  list: { p50: number; p95: number };
  /** From clicking a conversation to the first frame with its messages. */
  conversation: { p50: number; p95: number };
  campaigns: number;
  messages: number;
}

const CAMPAIGNS = 500;
const MESSAGES = 10_000;
const RUNS = 12;

/**
 * Opens the list of many campaigns and a long conversation in a browser, on a production instance.
 */
export async function measureCampaignScreens(
  portBase: number,
  say: (text: string) => void,
): Promise<CampaignScreenFigures> {
  return withDemoInstance({ name: 'campaign', portBase, say }, async ({ browser, web, databaseUrl }) => {
    const { campaignId, optInId } = await seedMuch(databaseUrl);
    const storageState = await logIn({ browser, web });
    const context = await browser.newContext({
      storageState,
      viewport: { width: 1440, height: 900 },
      baseURL: web,
    });
    const page = await context.newPage();
    const list = await timesOf(page, {
      from: '/welcome',
      way: 'nav a[href="/campaigns"]',
      shown: '.campaign-cards > *, table tbody tr',
    });
    const conversation = await timesOf(page, {
      from: `/inbox/${campaignId}/`,
      way: `a[href^="/inbox/${campaignId}/chat/${optInId}"]`,
      shown: '.messages .message',
    });
    const both = (times: number[]) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
    return { list: both(list), conversation: both(conversation), campaigns: CAMPAIGNS, messages: MESSAGES };
  });
}

/** Creates many campaigns like the demo's, and many messages in one of its conversations. */
async function seedMuch(databaseUrl: string): Promise<{ campaignId: string; optInId: string }> {
  return withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{
      campaignId: string;
      brandId: string;
      optInId: string;
      last: number;
    }>(
      `select k.id as "campaignId", k.brand_id as "brandId", v.opt_in_id as "optInId", v.last_number as last
       from campaign k join conversation_campaign v on v.campaign_id = k.id
       where k.title = 'Autumn Trail Kit' order by v.last_at desc limit 1`,
    );
    const [found] = rows;
    if (!found) throw new Error('The demo has no conversation');
    const { campaignId, optInId, last } = found;
    await database.query(
      `insert into campaign (id, brand_id, title, slug, social_channels, max_paid_amount, status, brief, published_at, created_at)
       select gen_random_uuid(), k.brand_id, k.title || ' ' || n, k.slug || '-' || n, k.social_channels, k.max_paid_amount,
         (array['publish', 'paused', 'draft', 'completed'])[1 + n % 4], k.brief, k.published_at,
         now() - n * interval '1 hour'
       from campaign k, generate_series(1, $2::int) n where k.id = $1`,
      [campaignId, CAMPAIGNS],
    );
    await database.query(
      `insert into message (id, opt_in_id, conversation_id, campaign_id, number, creator_number, client_id, kind, text, author_name, created_at, read_at)
       select gen_random_uuid(), l.opt_in_id, l.conversation_id, l.campaign_id, n, n, gen_random_uuid(), (array['brand', 'creator'])[1 + n % 2],
         'Message ' || n || ' about the ridge, the weather and the strap', 'Somebody', now() - ($3::int - n) * interval '1 minute', now()
       from conversation_campaign l, generate_series($2::int + 1, $3::int) n where l.opt_in_id = $1`,
      [optInId, last, MESSAGES],
    );
    await database.query(
      `with label as (
         update conversation_campaign set last_number = $2, last_creator_number = $2, unread = 0, last_at = now()
         where opt_in_id = $1 returning conversation_id
       )
       update conversation set last_number = $2, unread = 0, last_at = now()
       where id = (select conversation_id from label)`,
      [optInId, MESSAGES],
    );
    await database.query('analyze campaign, message, conversation');
    return { campaignId, optInId };
  });
}

/** Measures from a click until its result is shown, each time on a freshly loaded page. */
async function timesOf(page: Page, { from, way, shown }: { from: string; way: string; shown: string }) {
  const times: number[] = [];
  for (let run = 0; run < RUNS + 2; run++) {
    await page.goto(from);
    await page.locator(way).first().waitFor();
    await page.waitForTimeout(700);
    const took = await page.evaluate(
      ([link = '', content = '']) =>
        new Promise<number>((resolve) => {
          const startedAt = performance.now();
          document.querySelector<HTMLElement>(link)?.click();
          const look = () => {
            const took = performance.now() - startedAt;
            if (document.querySelector(content) || took > 5000) resolve(took);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
      [way, shown],
    );
    // The first runs load the screen's code.
    if (run >= 2) times.push(took);
  }
  return times;
}
