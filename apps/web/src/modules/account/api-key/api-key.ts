import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/account/api-key';
import { type ApiKey, type ApiKeyScope, apiKeyState, type NewApiKey } from '@troupe/domain/account/api-key';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

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
      onSuccess: ({ apiKey }) => notify.success(t('apiKey.revokedNotice', { name: apiKey.name })),
      onError: (error) => notify.failure(errorText(error)),
      onSettled,
    }),
  };
}

export type ApiKeyWrites = ReturnType<typeof useApiKeyWrites>;

/** What people call what a key may do. */
export const scopeName = (scope: ApiKeyScope): string => t(`apiKey.scope.${scope}`);

/** How a key stands, in a word. */
export function stateOf(key: ApiKey, now: Date): { tone: 'green' | 'neutral' | 'tangerine'; label: string } {
  const state = apiKeyState(key, now);
  if (state === 'revoked') return { tone: 'neutral', label: t('apiKey.state.revoked') };
  if (state === 'expired') return { tone: 'tangerine', label: t('apiKey.state.expired') };
  return {
    tone: 'green',
    label: key.expires ? t('apiKey.state.until', { day: dayText(key.expires) }) : t('apiKey.state.active'),
  };
}

/** The end of a day that was picked (`YYYY-MM-DD`, in this place's time); null for none. */
export const endOfDay = (day: string): string | null =>
  day ? new Date(`${day}T23:59:59`).toISOString() : null;
