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
  summary: "Lists the brand's webhook endpoints.",
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
    'Creates a webhook endpoint. Events are signed according to standardwebhooks.com. The signing secret is returned only once, in this response.',
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
  summary:
    "Updates a webhook endpoint's URL, events or status. Events that occur while it is disabled are never sent.",
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
  summary: 'Deletes a webhook endpoint and its deliveries.',
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
  audit: 'Rotated webhook secret',
  summary:
    'Creates a new signing secret. For 24 hours, events are signed with both the old and the new secret.',
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
  summary: "Sends a `webhook.test` event. The result appears in the endpoint's deliveries.",
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
  summary:
    "Lists an endpoint's deliveries from the last 30 days, newest first. Pass `next` as `before` to get older deliveries.",
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
  audit: 'Resent webhook',
  summary: 'Resends an event with the same `webhook-id`.',
  params: oneDelivery,
  output: z.object({ delivery: WebhookDelivery }),
  problems: ['not_found', 'invalid_transition'],
});
