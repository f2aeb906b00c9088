import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededProgram } from './affiliate-seed.ts';
import type { ApiProcess } from './api.ts';
import { Client, percentile } from './load.ts';
import { serversOf, watchProcessor } from './processor.ts';
import { orderOf, sendOrder } from './store.ts';

/** Times in milliseconds. */
export interface BooksFigures {
  /** From an order's webhook until it is on the list with its commission. */
  line: { p50: number; p95: number };
  rehearsal: {
    orders: number;
    seconds: number;
    /** Processor time of the API and PostgreSQL, in seconds. */
    processorSeconds: number;
    /** By how much the API's memory grew at most, in bytes. */
    memory: number;
  };
}

const ORDERS = 20;

/** Measures orders that come in one by one, and a rehearsal of changed rules. */
export async function measureBooks(
  { api, databaseUrl, token }: { api: ApiProcess; databaseUrl: string; token: string },
  { brandId, shop }: SeededProgram,
  rules: object,
): Promise<BooksFigures> {
  const client = new Client(api.url, token);
  const agent = new Agent({ keepAlive: true });
  try {
    const took: number[] = [];
    for (let n = 0; n < ORDERS; n++) {
      const number = 90_000_000 + n;
      const at = new Date().toISOString();
      const order = Object.assign(orderOf(number), {
        name: `#W${number}`,
        created_at: at,
        updated_at: at,
        discount_codes: [{ code: 'BENCH7', amount: '15.00', type: 'percentage' }],
        landing_site: '/',
        note_attributes: [],
      });
      const begun = performance.now();
      await sendOrder({ url: api.url, agent, shop }, order, `bench-${number}`);
      for (let seen = false; !seen; ) {
        const answer = await client.send(`/brand/${brandId}/affiliates/orders?page=1`);
        const { orders } = JSON.parse(answer) as { orders: { name: string; commission: number }[] };
        seen = orders.some(({ name, commission }) => name === order.name && commission > 0);
        if (!seen) await sleep(20);
      }
      took.push(performance.now() - begun);
    }
    const before = api.memory();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, api.memory());
    }, 100);
    const processor = watchProcessor([api.pid, ...serversOf(databaseUrl)]);
    const begun = performance.now();
    const body = { type: 'application/json', content: Buffer.from(JSON.stringify({ rules })) };
    const answer = await client.send(`/brand/${brandId}/affiliates/program/rehearse`, 'POST', body);
    clearInterval(watch);
    const { rehearsal } = JSON.parse(answer) as { rehearsal: { orders: number } };
    return {
      line: { p50: percentile(took, 0.5), p95: percentile(took, 0.95) },
      rehearsal: {
        orders: rehearsal.orders,
        seconds: (performance.now() - begun) / 1000,
        processorSeconds: processor() / 1000,
        memory: most - before,
      },
    };
  } finally {
    client.close();
    agent.destroy();
  }
}
