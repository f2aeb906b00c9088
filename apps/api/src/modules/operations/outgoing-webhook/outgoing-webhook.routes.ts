import * as calls from '@troupe/contract/operations/outgoing-webhook';
import { problem } from '@troupe/domain/problem';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { sealText } from '../../../platform/access/secret.ts';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import {
  insertWebhook,
  readWebhook,
  readWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './outgoing-webhook.queries.ts';
import { readDeliveries, replay, sendTest } from './webhook-delivery.queries.ts';
import { newWebhookSecret } from './webhook-outbox.ts';

/** Registers the calls with which owners manage their brand's webhooks. */
export function outgoingWebhookRoutes({ implement, db, clock, config }: Api): void {
  function checkAddress(url: string | undefined): void {
    if (url && !config.WEBHOOKS_ANYWHERE && new URL(url).protocol !== 'https:')
      throw problem('invalid', { fields: { url: 'The URL must start with https://' } });
  }

  async function oneDelivery(tx: Database, brandId: string, webhookId: string, id: string) {
    const [delivery] = await readDeliveries(tx, { brandId, webhookId, only: id }, 1);
    if (!delivery) throw problem('not_found');
    return { delivery };
  }

  async function mustBeOn(tx: Database, brandId: string, id: string): Promise<void> {
    const { enabled } = await readWebhook(tx, brandId, id, clock.now());
    if (!enabled) throw problem('invalid_transition', { message: 'This webhook is off. Turn it on first.' });
  }

  implement(calls.listOutgoingWebhooks, async ({ brandId }) => ({
    outgoingWebhooks: await readWebhooks(db, brandId, clock.now()),
  }));

  implement(calls.createOutgoingWebhook, async ({ brandId, body, caller }) => {
    checkAddress(body.url);
    const now = clock.now();
    const secret = newWebhookSecret();
    const sealed = sealText(config.SECRET_KEY, secret);
    return db.transaction(async (tx) => {
      const id = await insertWebhook(tx, { ...body, brandId, sealed, userId: caller.userId }, now);
      return { outgoingWebhook: await readWebhook(tx, brandId, id, now), secret };
    });
  });

  implement(calls.updateOutgoingWebhook, async ({ brandId, params: { outgoingWebhookId: id }, body }) => {
    checkAddress(body.url);
    return db.transaction(async (tx) => {
      await updateWebhook(tx, brandId, id, body);
      return { outgoingWebhook: await readWebhook(tx, brandId, id, clock.now()) };
    });
  });

  implement(calls.removeOutgoingWebhook, async ({ brandId, params }) => {
    await removeWebhook(db, brandId, params.outgoingWebhookId);
    return { success: true };
  });

  implement(calls.rotateWebhookSecret, async ({ brandId, params: { outgoingWebhookId: id } }) => {
    const secret = newWebhookSecret();
    const now = clock.now();
    await rotateSecret(db, brandId, id, sealText(config.SECRET_KEY, secret), now);
    return { outgoingWebhook: await readWebhook(db, brandId, id, now), secret };
  });

  implement(calls.testOutgoingWebhook, async ({ brandId, params: { outgoingWebhookId: webhookId } }) =>
    db.transaction(async (tx) => {
      await mustBeOn(tx, brandId, webhookId);
      const id = await sendTest(tx, { brandId, webhookId }, clock.now());
      return oneDelivery(tx, brandId, webhookId, id);
    }),
  );

  implement(calls.listWebhookDeliveries, async ({ brandId, params, query: { before } }) => {
    const { outgoingWebhookId: webhookId } = params;
    await readWebhook(db, brandId, webhookId, clock.now());
    const of = { brandId, webhookId, ...(before ? { before } : {}) };
    const found = await readDeliveries(db, of, PAGE_SIZE + 1);
    const deliveries = found.slice(0, PAGE_SIZE);
    return { deliveries, next: found.length > PAGE_SIZE ? (deliveries.at(-1)?.id ?? null) : null };
  });

  implement(calls.replayWebhookDelivery, async ({ brandId, params }) => {
    const { outgoingWebhookId: webhookId, deliveryId: id } = params;
    return db.transaction(async (tx) => {
      await mustBeOn(tx, brandId, webhookId);
      await replay(tx, { brandId, webhookId, id }, clock.now());
      return oneDelivery(tx, brandId, webhookId, id);
    });
  });
}
