import {
  OutgoingWebhook,
  OutgoingWebhookForm,
  WebhookDelivery,
} from '@troupe/domain/operations/outgoing-webhook';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ outgoingWebhookId: Id });
const oneDelivery = one.extend({ deliveryId: Id });

export const listOutgoingWebhooks = defineCall({
  name: 'listOutgoingWebhooks',
  noun: 'outgoing-webhook',
  method: 'GET',
  path: '/brand/:brandId/outgoing-webhooks',
  access: 'owner',
  summary: 'The addresses that are told of what happens in a brand.',
  params,
  output: z.object({ outgoingWebhooks: z.array(OutgoingWebhook) }),
});

export const createOutgoingWebhook = defineCall({
  name: 'createOutgoingWebhook',
  noun: 'outgoing-webhook',
  method: 'POST',
  path: '/brand/:brandId/outgoing-webhooks',
  access: 'owner',
  audit: 'Added webhook',
  summary:
    'Adds an address. Each event is signed as standardwebhooks.com describes, with the secret that only this answer shows.',
  params,
  body: OutgoingWebhookForm,
  output: z.object({ outgoingWebhook: OutgoingWebhook, secret: z.string() }),
  problems: ['too_many'],
});

export const updateOutgoingWebhook = defineCall({
  name: 'updateOutgoingWebhook',
  noun: 'outgoing-webhook',
  method: 'PUT',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId',
  access: 'owner',
  audit: 'Changed webhook',
  summary: 'Changes an address, its events, or whether it is told. What waited while it was off is not sent.',
  params: one,
  body: z.object({
    url: OutgoingWebhookForm.shape.url.optional(),
    description: OutgoingWebhookForm.shape.description.optional(),
    events: OutgoingWebhookForm.shape.events.optional(),
    enabled: z.boolean().optional(),
  }),
  output: z.object({ outgoingWebhook: OutgoingWebhook }),
  problems: ['not_found'],
});

export const removeOutgoingWebhook = defineCall({
  name: 'removeOutgoingWebhook',
  noun: 'outgoing-webhook',
  method: 'DELETE',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId',
  access: 'owner',
  audit: 'Removed webhook',
  summary: 'Removes an address with its deliveries.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const rotateWebhookSecret = defineCall({
  name: 'rotateWebhookSecret',
  noun: 'outgoing-webhook',
  method: 'POST',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId/secret',
  access: 'owner',
  audit: 'Created a webhook secret',
  summary: 'Makes a new secret. For 24 hours the former one signs beside it, so that nothing is missed.',
  params: one,
  output: z.object({ outgoingWebhook: OutgoingWebhook, secret: z.string() }),
  problems: ['not_found'],
});

export const testOutgoingWebhook = defineCall({
  name: 'testOutgoingWebhook',
  noun: 'outgoing-webhook',
  method: 'POST',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId/test',
  access: 'owner',
  audit: 'Tested webhook',
  summary: 'Sends an event of type `webhook.test`; the deliveries show what became of it.',
  params: one,
  output: z.object({ delivery: WebhookDelivery }),
  problems: ['not_found', 'invalid_transition'],
});

export const listWebhookDeliveries = defineCall({
  name: 'listWebhookDeliveries',
  noun: 'outgoing-webhook',
  method: 'GET',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId/deliveries',
  access: 'owner',
  summary: 'What was sent to an address in the last 30 days, newest first. `next` leads to what is older.',
  params: one,
  query: z.object({ before: Id.optional() }),
  output: z.object({ deliveries: z.array(WebhookDelivery), next: Id.nullable() }),
  problems: ['not_found'],
});

export const replayWebhookDelivery = defineCall({
  name: 'replayWebhookDelivery',
  noun: 'outgoing-webhook',
  method: 'POST',
  path: '/brand/:brandId/outgoing-webhooks/:outgoingWebhookId/deliveries/:deliveryId/replay',
  access: 'owner',
  audit: 'Resent a webhook',
  summary: 'Sends an event once more, under the same `webhook-id`.',
  params: oneDelivery,
  output: z.object({ delivery: WebhookDelivery }),
  problems: ['not_found', 'invalid_transition'],
});
