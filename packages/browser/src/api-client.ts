import type { Tokens } from './session-tokens.ts';

export interface RenewalOptions extends Pick<Tokens, 'replacementFor'> {
  /** Sees a rejected request first; true when it is not to be repeated. */
  onRejected?: (url: string, method: string | undefined) => boolean;
  /** The repeated request was rejected too. */
  onRejectedAgain?: () => void;
}

/**
 * Makes a `fetch` that replaces a token once when the API rejects it, and repeats the request. If that needs a new
 * login, the request waits for it.
 * @param sendOnce sends a single request
 */
export function withRenewal(sendOnce: typeof fetch, options: RenewalOptions): typeof fetch {
  const { replacementFor, onRejected, onRejectedAgain } = options;
  return async (input, init = {}) => {
    const answer = await sendOnce(input, init);
    const headers = new Headers(init.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length);
    if (answer.status !== 401 || !token || onRejected?.(String(input), init.method)) return answer;
    const replacement = await replacementFor(token);
    if (!replacement || init.signal?.aborted) return answer;
    headers.set('authorization', `Bearer ${replacement}`);
    const repeated = await sendOnce(input, { ...init, headers });
    if (repeated.status === 401) onRejectedAgain?.();
    return repeated;
  };
}
