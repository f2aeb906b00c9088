import { type ApiKey, type ApiKeyScope, apiKeyState } from '@troupe/domain/account/api-key';
import { dayText } from '@troupe/ui/lib/date';

/** What people call what a key may do. */
export const SCOPE_NAMES: Record<ApiKeyScope, string> = { read: 'Read', write: 'Read and write' };

/** How a key stands, in a word. */
export function stateOf(key: ApiKey, now: Date): { tone: 'green' | 'neutral' | 'tangerine'; label: string } {
  const state = apiKeyState(key, now);
  if (state === 'revoked') return { tone: 'neutral', label: 'Revoked' };
  if (state === 'expired') return { tone: 'tangerine', label: 'Expired' };
  return { tone: 'green', label: key.expires ? `Until ${dayText(key.expires)}` : 'Active' };
}

/** The end of a day that was picked (`YYYY-MM-DD`, in this place's time); null for none. */
export const endOfDay = (day: string): string | null =>
  day ? new Date(`${day}T23:59:59`).toISOString() : null;
