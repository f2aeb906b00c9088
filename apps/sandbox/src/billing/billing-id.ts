import { randomBytes } from 'node:crypto';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id nobody can guess, such as `txn_AzZkYUS6…`. */
export function newId(prefix: string, length = 24): string {
  const signs = Array.from(randomBytes(length), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return prefix === '' ? signs : `${prefix}_${signs}`;
}

/** The time as the vendor tells it. */
export const seconds = (): number => Math.floor(Date.now() / 1000);
