import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiProcess, startApi } from './api.ts';

/** Result of {@link measureStore}; times in seconds. */
export interface StoreFigures {
  webhooks: number;
  /** From the first request to the last response. */
  stored: number;
  /** Until all orders are stored. */
  counted: number;
  /** Number of stored orders. */
  orders: number;
  /** Their total value as stored. */
  right: boolean;
}

const SECRET = 'a secret of the bench only';
/** Settings of an API that takes webhooks of {@link postOrder}. */
export const STORE_SETTINGS = { SHOPIFY_API_KEY: 'bench', SHOPIFY_API_SECRET: SECRET };
const SHOP = 'bench.myshopify.com';
const WEBHOOKS = 5000;
/** Number of webhooks sent again during the burst. */
const REPEATED = 250;
const AT_ONCE = 32;
const TOTAL = 8500;

/** Measures how fast a burst of order webhooks is stored, and whether each counts once. */
export async function measureStore(options: {
  databaseUrl: string;
  issuer: string;
  port: number;
  filesDir: string;
}): Promise<StoreFigures> {
  const api = await startApi({ ...options, env: STORE_SETTINGS });
  const database = new pg.Client({ connectionString: options.databaseUrl });
  await database.connect();
  try {
    const brandId = randomUUID();
    await database.query(
      `insert into brand (id, name, website, description) values ($1, 'Store', 'https://store.example', '')`,
      [brandId],
    );
    await database.query(
      `insert into store (id, brand_id, platform, shop, name, status, connected_at)
       values ($1, $2, 'shopify', $3, 'Store', 'connected', now())`,
      [randomUUID(), brandId, SHOP],
    );
    const startedAt = performance.now();
    await sendAll(api);
    const stored = (performance.now() - startedAt) / 1000;
    for (let waiting = 1; waiting > 0; ) {
      await sleep(50);
      const { rows } = await database.query<{ count: number }>(
        'select count(*)::int as count from store_event where due_at is not null',
      );
      waiting = rows[0]?.count ?? 0;
    }
    const counted = (performance.now() - startedAt) / 1000;
    const { rows } = await database.query<{ orders: number; total: string }>(
      'select count(*)::int as orders, coalesce(sum(total), 0) as total from store_order where brand_id = $1',
      [brandId],
    );
    const [{ orders, total } = { orders: 0, total: '0' }] = rows;
    return {
      webhooks: WEBHOOKS + REPEATED,
      stored,
      counted,
      orders,
      right: Number(total) === WEBHOOKS * TOTAL,
    };
  } finally {
    await database.end();
    await api.stop();
  }
}

/** Sends all webhooks, some of them twice, over keep-alive connections. */
async function sendAll({ url }: ApiProcess): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const numbers = Array.from({ length: WEBHOOKS }, (_, number) => number + 1);
  const queue = [...numbers, ...numbers.slice(0, REPEATED)];
  queue.sort((a, b) => ((a * 7919) % WEBHOOKS) - ((b * 7919) % WEBHOOKS));
  let next = 0;
  const worker = async () => {
    for (let number = queue[next++]; number !== undefined; number = queue[next++])
      await sendOrder({ url, agent, shop: SHOP }, orderOf(number), `event-${number}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}

/** Sends an order webhook. @throws unless the API takes it */
export async function sendOrder(...sent: Parameters<typeof postOrder>): Promise<void> {
  const status = await postOrder(...sent);
  if (status !== 200) throw new Error(`A webhook answered ${status}`);
}

/** Sends an order webhook, and returns the status of its answer. */
export function postOrder(
  { url, agent, shop }: { url: string; agent: Agent; shop: string },
  order: object,
  eventId: string,
): Promise<number> {
  const body = JSON.stringify(order);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': shop,
    'x-shopify-event-id': eventId,
    'x-shopify-triggered-at': new Date().toISOString(),
    'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/webhooks/shopify`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An order in webhook format with three lines, about 2 kB like typical small orders. */
export const orderOf = (number: number) => ({
  id: 5_500_000 + number,
  name: `#${number}`,
  created_at: '2026-05-01T10:00:00-04:00',
  updated_at: '2026-05-01T10:00:00-04:00',
  currency: 'USD',
  total_price: '85.00',
  subtotal_price: '80.00',
  total_tax: '0.00',
  total_discounts: '15.00',
  financial_status: 'paid',
  discount_codes: [{ code: `MIA${number % 50}`, amount: '15.00', type: 'percentage' }],
  landing_site: `/?utm_source=ig&ref=creator-${number % 50}`,
  note_attributes: [{ name: 'ref', value: `creator-${number % 50}` }],
  customer: { id: 77 + (number % 900), email: 'buyer@test.dev', first_name: 'B', last_name: 'Uyer' },
  test: false,
  line_items: [1, 2, 3].map((line) => ({
    id: number * 10 + line,
    title: `Trail Pack ${line}`,
    sku: `TRAIL-${line}`,
    quantity: line,
    price: '15.00',
    total_discount: '0.00',
    properties: [],
    price_set: { shop_money: { amount: '15.00', currency_code: 'USD' } },
  })),
  refunds: [],
});
