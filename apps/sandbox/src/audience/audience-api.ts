import type { FastifyInstance } from 'fastify';
import { type AudienceScript, audienceScripts } from './audience-script.ts';
import type { AudienceStore } from './audience-store.ts';

/** An order as it is given. */
export interface AudienceOrder {
  account: string;
  script: AudienceScript;
  times?: number;
  minutes?: number;
}

const orderBody = {
  type: 'object',
  required: ['account', 'script'],
  properties: {
    account: { type: 'string', minLength: 1, maxLength: 100 },
    script: { enum: [...audienceScripts] },
    times: { type: 'integer', minimum: 1, maximum: 1000 },
    minutes: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
  },
};

/** Gives an order; without times and minutes it stands until it is removed. */
export async function giveOrder(
  store: AudienceStore,
  { account, script, times, minutes }: AudienceOrder,
): Promise<void> {
  store.scripts.set({
    account,
    script,
    times: times ?? null,
    until: minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  await store.save();
}

/**
 * The vendor's state for programs, under /api/audience:
 * - `GET /api/audience` -> `{ tokens, reports, rules, calls }`
 * - `POST /api/audience/rules { account, script, times?, minutes? }`, `DELETE /api/audience/rules?account`
 * - `POST /api/audience/tokens { tokens }`
 * - `POST /api/audience/age { days }`: every report is so much older
 * - `DELETE /api/audience`: a new beginning
 */
export function registerAudienceApi(app: FastifyInstance, store: AudienceStore): void {
  const state = () => ({
    tokens: store.tokens,
    reports: store.reports(),
    rules: store.scripts.rules,
    calls: store.calls,
  });

  app.get('/api/audience', async () => state());

  app.post<{ Body: AudienceOrder }>(
    '/api/audience/rules',
    { schema: { body: orderBody } },
    async (request) => {
      await giveOrder(store, request.body);
      return { rules: store.scripts.rules };
    },
  );

  app.delete<{ Querystring: { account?: string } }>('/api/audience/rules', async (request) => {
    if (request.query.account) store.scripts.remove(request.query.account);
    else store.scripts.clear();
    await store.save();
    return { rules: store.scripts.rules };
  });

  app.post<{ Body: { tokens: number } }>(
    '/api/audience/tokens',
    {
      schema: {
        body: {
          type: 'object',
          required: ['tokens'],
          properties: { tokens: { type: 'number', minimum: 0, maximum: 1_000_000 } },
        },
      },
    },
    async (request) => {
      store.setTokens(request.body.tokens);
      await store.save();
      return { tokens: store.tokens };
    },
  );

  app.post<{ Body: { days: number } }>(
    '/api/audience/age',
    {
      schema: {
        body: {
          type: 'object',
          required: ['days'],
          properties: { days: { type: 'number', minimum: 0, maximum: 365 } },
        },
      },
    },
    async (request) => {
      store.age(request.body.days);
      await store.save();
      return state();
    },
  );

  app.delete('/api/audience', async () => {
    store.reset();
    await store.save();
    return state();
  });
}
