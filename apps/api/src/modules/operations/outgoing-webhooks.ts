import { WEBHOOK_TYPES, webhookData } from '@troupe/domain/domain-event';
import { Outbox } from '@troupe/server/outbox';
import type { Api } from '../../platform/api.ts';
import type { Listener } from '../../platform/listen.ts';
import { httpPost } from '../../providers/webhook/http-post.ts';
import { emailOwners } from '../outreach/email-owners.ts';
import { t } from './messages/messages.gen.ts';
import { outgoingWebhookRoutes } from './outgoing-webhook/outgoing-webhook.routes.ts';
import {
  queueWebhookEvents,
  sweepWebhookEvents,
  WEBHOOK_CHANNEL,
} from './outgoing-webhook/webhook-delivery.queries.ts';
import { WebhookOutbox } from './outgoing-webhook/webhook-outbox.ts';

const TIMEOUT_MS = 15_000;
const RETENTION_MS = 30 * 86_400_000;

/** The webhook sender in processes with the role `jobs`. */
export interface WebhookService {
  start(): void;
  /** Finishes work in progress. */
  stop(): Promise<void>;
}

/** Registers the webhook calls and starts the sender. */
export function outgoingWebhooks(api: Api, listener: Listener): WebhookService {
  outgoingWebhookRoutes(api);
  const { config, clock, db, jobs } = api;
  jobs.every('20 4 * * *', 'webhook.sweep', () =>
    sweepWebhookEvents(db, new Date(clock.now().getTime() - RETENTION_MS)),
  );
  const sends = config.TROUPE_ROLES.includes('jobs');
  const events = new WebhookOutbox(api, {
    post: httpPost({ anywhere: config.WEBHOOKS_ANYWHERE, timeoutMs: TIMEOUT_MS }),
    afterTurnedOff: (tx, { brandId, url, reason }) =>
      emailOwners(api, tx, brandId, {
        write: () => ({
          subject: t('webhook.subject'),
          // The reason names what the endpoint answered, and is shown as it is on the screen.
          text: [t('webhook.text', { url }), reason, t('webhook.how')],
          label: t('webhook.open'),
        }),
        href: `${config.WEB_ORIGIN}/account#webhooks`,
      }),
  });
  const outbox = new Outbox(api, events);
  if (sends) listener.on(WEBHOOK_CHANNEL, () => outbox.wake());
  return {
    start: () => {
      if (sends) outbox.start();
    },
    stop: () => outbox.stop(),
  };
}

/** Queues webhook events in the transaction of the change. */
export function subscribeWebhooks({ events }: Pick<Api, 'events'>): void {
  events.subscribe(WEBHOOK_TYPES, (tx, published, now) =>
    queueWebhookEvents(
      tx,
      published.map((event) => ({ brandId: event.brandId, type: event.type, data: webhookData(event) })),
      now,
    ),
  );
}
