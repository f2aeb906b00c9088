import { shopOf } from '@troupe/domain/commerce/store';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveWebhooks } from '../../platform/incoming/inbox.ts';
import { insertStoreEvents } from './store/store-event.queries.ts';
import type { StoreParts } from './store-access.ts';

/** Works through everything that stores told. */
export const STORE_EVENT_JOB = 'store-event';

const MOST_BYTES = 2 * 1024 * 1024;
/** How far the clock of the platform may be ahead of ours. */
const SPARE_MS = 5 * 60_000;

/** Receives what stores tell. The signature is over the bytes as they came. */
export function storeWebhook(server: FastifyInstance, { api, platform }: StoreParts): void {
  receiveWebhooks(server, api, {
    path: '/webhooks/shopify',
    mostBytes: MOST_BYTES,
    job: STORE_EVENT_JOB,
    read(request, bytes) {
      if (!platform.isSignedBody(bytes, header(request, 'hmac-sha256')))
        throw problem('unauthenticated', { message: 'The signature is wrong.' });
      const shop = shopOf(header(request, 'shop-domain'));
      const topic = header(request, 'topic').toLowerCase();
      const id = header(request, 'event-id') || header(request, 'webhook-id');
      const body = bytes.toString('utf8');
      if (!shop || !/^[a-z_]{1,60}\/[a-z_]{1,60}$/.test(topic) || !/^[\w-]{1,100}$/.test(id))
        throw problem('invalid', { message: 'This is no event of a store.' });
      // What is no text at all cannot be stored; all else is, and somebody looks at it.
      if (body.includes('\u0000')) throw problem('invalid', { message: 'This is no event of a store.' });
      const triggeredAt = momentOf(header(request, 'triggered-at'), api.clock.now());
      return { key: `${id} ${topic} ${shop}`, shop, topic, body, triggeredAt };
    },
    store: (events) => insertStoreEvents(api.db, events, api.clock.now()),
  });
}

/** When it happened as far as that can be: the database takes no year 0, and a word out of the future stood forever. */
function momentOf(told: string, now: Date): string {
  const at = new Date(told);
  const isPast = at.getUTCFullYear() >= 2000 && at.getTime() - now.getTime() < SPARE_MS;
  return (isPast ? at : now).toISOString();
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[`x-shopify-${name}`];
  return typeof value === 'string' ? value : '';
}
