import { inPageLanguage } from '@troupe/browser/problem-language';
import { createCallOptions, makeQueryClient } from '@troupe/browser/query';
import { withRenewal } from '@troupe/browser/session-tokens';
import type { Call } from '@troupe/contract/call';
import { CallError, createClient } from '@troupe/contract/client';
import { language } from '@troupe/i18n/language';
import { watched } from '@troupe/ui/lib/connection';
import { t } from './messages/messages.gen.ts';
import { accessToken, config, markEnded, onSessionChange, replacementFor, sessionState } from './session.ts';

const send = watched((input, init) => fetch(input, init), `${config.apiUrl}/healthz`);

/** Makes the calls of the contract: `client.call(getMe, {})`. A session that the API rejects twice has ended. */
export const client = createClient({
  baseUrl: config.apiUrl,
  token: accessToken,
  fetch: withRenewal(send, { replacementFor, onRejectedAgain: markEnded }),
  fileLanguage: language,
  translate: inPageLanguage,
});

/** All answers that screens show. What is known shows at once and is read again behind it. */
export const queryClient = makeQueryClient({
  staleTime: 0,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
});

// Never show one person's data to another.
onSessionChange(() => {
  if (sessionState().status !== 'open') queryClient.clear();
});

/** The query of a call: `useQuery(callOptions(getMe, {}))`. */
export const callOptions = createCallOptions(client, () => ({ staleTime: 0 }));

/** Forgets what these calls answered, so that their screens read it again. */
export function forget(...calls: Call[]): void {
  for (const { noun, name } of calls) {
    queryClient.removeQueries({ queryKey: [noun, name], type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: [noun, name] });
  }
}

/** Whether a call found nothing, or nothing that the person may see. */
export const isMissing = (error: CallError | null): boolean => error?.status === 404;

/** The sentence to show for a failure. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return t('error.unknown');
  const { status, reference, message } = error;
  return status >= 500 && reference ? `${message} ${t('error.reference', { id: reference })}` : message;
}

/** The same for a form: what is wrong with each field, if the server said so. */
export function refusalText(error: unknown): string {
  const fields = error instanceof CallError ? error.body.fields : undefined;
  return fields ? Object.values(fields).join('. ') : errorText(error);
}
