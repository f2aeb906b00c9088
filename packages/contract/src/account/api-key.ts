import { ApiKey, NewApiKey } from '@troupe/domain/account/api-key';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listApiKeys = defineCall({
  name: 'listApiKeys',
  noun: 'api-key',
  method: 'GET',
  path: '/brand/:brandId/api-keys',
  access: 'owner',
  summary: 'The API keys of a brand, newest first, those that were revoked or have expired included.',
  params,
  output: z.object({ apiKeys: z.array(ApiKey) }),
});

export const createApiKey = defineCall({
  name: 'createApiKey',
  noun: 'api-key',
  method: 'POST',
  path: '/brand/:brandId/api-keys',
  access: 'owner',
  summary:
    'Makes an API key. The key itself is in this answer and nowhere after it. Administrators make none for brands they do not own.',
  params,
  body: NewApiKey,
  output: z.object({ apiKey: ApiKey, key: z.string() }),
  problems: ['too_many', 'forbidden'],
});

export const revokeApiKey = defineCall({
  name: 'revokeApiKey',
  noun: 'api-key',
  method: 'DELETE',
  path: '/brand/:brandId/api-keys/:apiKeyId',
  access: 'owner',
  summary: 'Revokes an API key at once and for good.',
  params: params.extend({ apiKeyId: Id }),
  output: z.object({ apiKey: ApiKey }),
  problems: ['not_found'],
});
