import { CallError } from '@troupe/contract/client';
import { t } from '../messages/messages.gen.ts';

/** Shown when neither the server nor the error says anything. */
const fallbackErrorText = (): string => t('error.fallback');

/** The status the generic error page speaks of; 401 is shown as 403. */
export function shownStatus(error: unknown): number {
  const status = error instanceof CallError && error.status !== 0 ? error.status : 500;
  return status === 401 ? 403 : status;
}

/** The server's `err`, else the message, else the standard sentence; for server failures, also the reference to find them in the log. */
export function errorText(error: unknown): string {
  const reference = error instanceof CallError && error.status >= 500 ? error.reference : null;
  return reference ? `${plainText(error)} ${t('error.reference', { id: reference })}` : plainText(error);
}

function plainText(error: unknown): string {
  if (error instanceof CallError) {
    const { err, message } = error.body;
    if (typeof err === 'string' && err.trim()) return err;
    if (typeof message === 'string' && message.trim()) return message;
    return error.status === 0 && error.message ? error.message : fallbackErrorText();
  }
  return error instanceof Error && error.message.trim() ? error.message : fallbackErrorText();
}
