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
  summary: "Lists the brand's API keys, newest first. Includes revoked and expired keys.",
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
    "Creates an API key. The key is returned only once, in this response. Administrators can't create keys for brands they don't own.",
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
  summary: 'Permanently revokes an API key. The key stops working immediately.',
  params: params.extend({ apiKeyId: Id }),
  output: z.object({ apiKey: ApiKey }),
  problems: ['not_found'],
});
