import { shopOf } from '@troupe/domain/commerce/store';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callGatherer } from '../../platform/incoming/call-gatherer.ts';
import { together } from '../../platform/together.ts';
import { insertStoreEvents } from './store/store-event.queries.ts';
import type { StoreParts } from './store-access.ts';

/** Works through everything that stores told. */
export const STORE_EVENT_JOB = 'store-event';

const MOST_BYTES = 2 * 1024 * 1024;
/** How far the clock of the platform may be ahead of ours. */
const SPARE_MS = 5 * 60_000;
/** Events that are stored by one statement. */
const AT_ONCE = 100;

/**
 * Where stores tell what happened. The signature is over the bytes as they came; the event is stored once and answered
 * at once. A job works through it.
 */
export function storeWebhook(server: FastifyInstance, { api, platform }: StoreParts): void {
  const callForWork = callGatherer(api, STORE_EVENT_JOB);
  // In a burst one statement stores what came while the one before it ran.
  type Told = Parameters<typeof insertStoreEvents>[1][number];
  const store = together<Told, boolean>(AT_ONCE, async (events) => {
    const added = await insertStoreEvents(api.db, events, api.clock.now());
    return events.map(() => added > 0);
  });
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/shopify', async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
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
      if (await store({ key: `${id} ${topic} ${shop}`, shop, topic, body, triggeredAt })) callForWork();
      return {};
    });
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
