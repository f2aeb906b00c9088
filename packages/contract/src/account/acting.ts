import { Acting } from '@troupe/domain/account/acting';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const startActing = defineCall({
  name: 'startActing',
  noun: 'admin',
  method: 'POST',
  path: '/admin/brands/:brandId/members/:userId/acting',
  access: 'administrator',
  audit: () => 'Began to act as',
  summary:
    'Lets the caller act as a member of a brand for an hour, by the header `X-Acting` with the id. They may do then what an API key of the brand may do, and look at what is for the member alone.',
  params: params.extend({ userId: Id }),
  body: z.object({ reason: text({ max: 500, required: 'Please say why' }) }),
  output: Acting,
  problems: ['not_found', 'forbidden'],
});

export const endActing = defineCall({
  name: 'endActing',
  noun: 'admin',
  method: 'DELETE',
  path: '/admin/brands/:brandId/acting/:actingId',
  access: 'administrator',
  audit: () => 'Ended acting as a member',
  summary: 'Ends acting as a member, at once. Ended already is ended.',
  params: params.extend({ actingId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});
