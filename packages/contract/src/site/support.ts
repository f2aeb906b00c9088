import { Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getSupportIdentity = defineCall({
  name: 'getSupportIdentity',
  noun: 'support',
  method: 'GET',
  path: '/me/support-identity',
  access: 'user',
  summary:
    'Who the caller is, signed for the support widget, for as long as their access token holds. Null where there is no support widget. For members of brands alone.',
  output: z.object({
    identity: z
      .object({
        /** JWT (HS256) with `user_id`, `email` and `name`. */
        token: z.string(),
        expiresAt: Instant,
        createdAt: Instant,
      })
      .nullable(),
  }),
  problems: ['forbidden'],
});
