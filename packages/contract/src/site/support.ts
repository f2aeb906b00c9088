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
    "Returns a signed identity for the support widget. It expires with the caller's access token. Null if no support widget is configured. Available to brand members only.",
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
