import type { Call, CallOutput } from '@troupe/contract/call';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { client } from './client.ts';
import { userManager } from './session.ts';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; text: string }
  | { state: 'known'; value: T };

const LOADING = { state: 'loading' } as const;
const kept = new Map<string, Loaded<unknown>>();
const listeners = new Set<() => void>();

// What one person has seen is not shown to the next.
userManager.events.addUserUnloaded(() => kept.clear());

function put(key: string, loaded: Loaded<unknown>): void {
  kept.set(key, loaded);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keyOf = (call: Call, input: object) => `${call.name} ${JSON.stringify(input)}`;

/** The sentence to show for whatever went wrong. */
export const errorText = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong. Try again.';

/** The same for what was filled in: what is wrong with each field, where the server told. */
export function refusalText(error: unknown): string {
  const fields = error instanceof CallError ? error.body.fields : undefined;
  return fields ? Object.values(fields).join('. ') : errorText(error);
}

async function load<C extends Call>(call: C, input: ClientInput<C>, signal?: AbortSignal): Promise<void> {
  const key = keyOf(call, input);
  try {
    const value = await client.call(call, input, signal ? { signal } : {});
    if (!signal?.aborted) put(key, { state: 'known', value });
  } catch (error) {
    if (signal?.aborted) return;
    // What is on the screen stays there when it cannot be read once more.
    if (kept.get(key)?.state === 'known' && !(error instanceof CallError && error.status === 404)) return;
    const missing = error instanceof CallError && error.status === 404;
    put(key, missing ? { state: 'missing' } : { state: 'failed', text: errorText(error) });
  }
}

/**
 * The answer of a call that reads. What is known already is shown at once and read again behind it.
 * `retry` asks again; `set` puts in what a call that writes has answered.
 */
export function useCall<C extends Call>(call: C, input: ClientInput<C>) {
  const key = keyOf(call, input);
  const loaded = useSyncExternalStore(subscribe, () => (kept.get(key) ?? LOADING) as Loaded<CallOutput<C>>);
  const [asked] = useState({ input });
  asked.input = input;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for call and input
  useEffect(() => {
    const abort = new AbortController();
    const read = () => void load(call, asked.input, abort.signal);
    read();
    const stop = onReconnect(read);
    return () => {
      stop();
      abort.abort();
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for call and input
  const retry = useCallback(() => {
    if (kept.get(key)?.state !== 'known') put(key, LOADING);
    return load(call, asked.input);
  }, [key]);
  const set = useCallback((value: CallOutput<C>) => put(key, { state: 'known', value }), [key]);
  return { loaded, retry, set };
}

/** Forgets what these calls have answered, so that their screens read anew. */
export function forget(...calls: Call[]): void {
  for (const key of kept.keys()) if (calls.some(({ name }) => key.startsWith(`${name} `))) kept.delete(key);
}
