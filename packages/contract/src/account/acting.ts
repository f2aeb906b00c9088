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
  audit: 'Started acting as member',
  summary:
    "Starts acting as a brand member for one hour. Send the returned ID in the `X-Acting` header. While acting, the administrator can do what the brand's API keys can do, except change billing or spend credits. Of the member's personal data, only the profile and notifications can be read.",
  params: params.extend({ userId: Id }),
  body: z.object({ reason: text({ max: 500, required: 'Enter a reason' }) }),
  output: Acting,
  problems: ['not_found', 'forbidden'],
});

export const endActing = defineCall({
  name: 'endActing',
  noun: 'admin',
  method: 'DELETE',
  path: '/admin/brands/:brandId/acting/:actingId',
  access: 'administrator',
  audit: 'Stopped acting as member',
  summary: 'Stops acting as a brand member. Does nothing if the session has already ended.',
  params: params.extend({ actingId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});
