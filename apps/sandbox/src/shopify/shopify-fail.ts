import type { FastifyReply } from 'fastify';
import type { Shop } from './shopify-entity.ts';
import type { ShopifyFailure } from './shopify-failure.ts';
import type { ShopifyStore } from './shopify-store.ts';

/** What is left to do after an ordered failure: nothing, all of it, or all of it with something odd. */
export type FailureOutcome = 'ended' | 'none' | ShopifyFailure;

const PAGE =
  '<!doctype html><html lang="en"><title>Something went wrong</title><h1>Something went wrong</h1>';

/** Answers that are the same for every call. */
const ANSWERS: Partial<
  Record<ShopifyFailure, { status: number; type: string; body: string; after?: string }>
> = {
  down: { status: 503, type: 'text/html; charset=utf-8', body: PAGE },
  garbage: { status: 200, type: 'text/html; charset=utf-8', body: PAGE },
  error_500: {
    status: 500,
    type: 'application/json; charset=utf-8',
    body: '{"errors":"Internal Server Error"}',
  },
  rate_limit: {
    status: 429,
    type: 'application/json; charset=utf-8',
    body: '{"errors":"Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service."}',
    after: '2.0',
  },
  frozen: { status: 402, type: 'application/json; charset=utf-8', body: '{"errors":"Unavailable Shop"}' },
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Lets a call fail as ordered, before anything is done.
 * @param names of the call, the narrowest first
 * @param note told what was answered
 */
export async function failBefore(
  store: ShopifyStore,
  shop: Shop,
  names: string[],
  reply: FastifyReply,
  note: (status: number, text: string | null) => void,
): Promise<FailureOutcome> {
  const order = store.failures.decide(shop.domain, names);
  if (!order) return 'none';
  const { failure } = order;
  if (failure === 'slow') {
    await pause(order.milliseconds);
    return 'none';
  }
  if (failure === 'hang') {
    note(0, 'never answered');
    // Held open until whoever asks gives up.
    reply.hijack();
    store.hanging.add(reply);
    reply.raw.on('close', () => store.hanging.delete(reply));
    return 'ended';
  }
  const answer = ANSWERS[failure];
  if (!answer) return failure;
  note(answer.status, failure);
  if (answer.after) reply.header('retry-after', answer.after);
  reply.code(answer.status).type(answer.type).send(answer.body);
  return 'ended';
}
