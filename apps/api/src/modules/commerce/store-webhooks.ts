import { shopOf } from '@troupe/domain/commerce/store';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveWebhooks } from '../../platform/incoming/inbox.ts';
import { insertStoreEvents } from './store/store-event.queries.ts';
import type { StoreParts } from './store-access.ts';

/** Processes all received store events. */
export const STORE_EVENT_JOB = 'store-event';

const MAX_BYTES = 2 * 1024 * 1024;
/** Tolerance for the platform's clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Receives store webhooks. The signature covers the exact bytes. */
export function storeWebhook(server: FastifyInstance, { api, platform }: StoreParts): void {
  receiveWebhooks(server, api, {
    path: '/webhooks/shopify',
    mostBytes: MAX_BYTES,
    job: STORE_EVENT_JOB,
    read(request, bytes) {
      if (!platform.isSignedBody(bytes, header(request, 'hmac-sha256')))
        throw problem('unauthenticated', { message: 'Invalid signature.' });
      const shop = shopOf(header(request, 'shop-domain'));
      const topic = header(request, 'topic').toLowerCase();
      const id = header(request, 'event-id') || header(request, 'webhook-id');
      const body = bytes.toString('utf8');
      if (!shop || !/^[a-z_]{1,60}\/[a-z_]{1,60}$/.test(topic) || !/^[\w-]{1,100}$/.test(id))
        throw problem('invalid', { message: 'The body is not a store event.' });
      // NUL can't be stored; everything else is stored for inspection.
      if (body.includes('\u0000')) throw problem('invalid', { message: 'The body is not a store event.' });
      const triggeredAt = momentOf(header(request, 'triggered-at'), api.clock.now());
      return { key: `${id} ${topic} ${shop}`, shop, topic, body, triggeredAt };
    },
    store: (events) => insertStoreEvents(api.db, events, api.clock.now()),
  });
}

/**
 * Returns a storable event time: PostgreSQL has no year 0, and a future time would win over all
 * later events.
 */
function momentOf(told: string, now: Date): string {
  const at = new Date(told);
  const isPast = at.getUTCFullYear() >= 2000 && at.getTime() - now.getTime() < CLOCK_TOLERANCE_MS;
  return (isPast ? at : now).toISOString();
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[`x-shopify-${name}`];
  return typeof value === 'string' ? value : '';
}
