import { randomBytes } from 'node:crypto';
import type { Account } from './social-world.ts';

const CODE_MS = 5 * 60_000;

interface Given {
  account: Account;
  redirectUri: string;
  expires: number;
}

/** The codes that consents gave: each counts once, for a short time, and for the address it was sent to. */
export class ConsentCodes {
  readonly #given = new Map<string, Given>();

  give(account: Account, redirectUri: string, now: Date): string {
    const code = randomBytes(24).toString('base64url');
    this.#given.set(code, { account, redirectUri, expires: now.getTime() + CODE_MS });
    return code;
  }

  /** Whose consent a code is; null when it does not count (any more). */
  take(code: string, redirectUri: string, now: Date): Account | null {
    const given = this.#given.get(code);
    this.#given.delete(code);
    return given && given.redirectUri === redirectUri && given.expires > now.getTime() ? given.account : null;
  }
}
