import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/account/api-key';
import type { ApiKey, NewApiKey } from '@troupe/domain/account/api-key';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** The API keys of a brand. */
export const apiKeysOptions = (brandId: string) => callOptions(calls.listApiKeys, { params: { brandId } });

/** Making and revoking keys. */
export function useApiKeyWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [calls.listApiKeys.noun, 'audit-log'].map((noun) =>
        queryClient.invalidateQueries({ queryKey: [noun] }),
      ),
    );
  return {
    create: useMutation({
      mutationFn: (body: NewApiKey) => client.call(calls.createApiKey, { params: { brandId }, body }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: ({ id }: ApiKey) => client.call(calls.revokeApiKey, { params: { brandId, apiKeyId: id } }),
      onSuccess: ({ apiKey }) => notify.success(`${apiKey.name} has been revoked.`),
      onError: (error) => notify.failure(errorText(error)),
      onSettled,
    }),
  };
}

export type ApiKeyWrites = ReturnType<typeof useApiKeyWrites>;
