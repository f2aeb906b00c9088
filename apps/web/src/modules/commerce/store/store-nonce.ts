/**
 * Ties a connection to the browser that started it: a random number is kept here and its hash goes into the signed
 * state, so only this browser can use the result.
 */
const KEY = 'troupe.store-nonces';
/** Started and never ended; older ones go. */
const MOST = 5;

type Started = [state: string, nonce: string][];

function read(): Started {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const isPair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}

const write = (started: Started) => localStorage.setItem(KEY, JSON.stringify(started.slice(-MOST)));

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new number, and its SHA-256 in hex. */
export async function makeNonce(): Promise<{ nonce: string; nonceHash: string }> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
  return { nonce, nonceHash: hex(new Uint8Array(hash)) };
}

/** Keeps the number of a state until its connection ends. */
export const keepNonce = (state: string, nonce: string): void =>
  write([...read().filter(([other]) => other !== state), [state, nonce]]);

/** The number of a state that was started in this browser. */
export const nonceOf = (state: string): string | undefined => read().find(([other]) => other === state)?.[1];

/** A connection has ended. */
export const forgetNonce = (state: string): void => write(read().filter(([other]) => other !== state));
