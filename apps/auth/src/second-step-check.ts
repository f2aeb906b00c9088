import type { Account } from './accounts.ts';
import { takeAppCode } from './authenticator-app.ts';
import { inTransaction } from './database.ts';
import type { Host } from './host.ts';
import { enqueueMail } from './mail-queue.ts';
import { looksLikeRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { forgetTries, giveTryBack, takeTry } from './throttle.ts';
import type { Visit } from './visit.ts';
import { waitText } from './wait-text.ts';

/** What came of a second step: how the person proved themselves, or why not. */
export type StepOutcome = { amr: string[]; fault?: undefined } | { fault: string; status: 422 | 429 };

/**
 * Checks a typed code: of the app, or a recovery code, which is used up. Counted before it is compared; wrong ones
 * slow down the account and the address.
 */
export async function checkCode(
  host: Host,
  visit: Visit,
  account: Account,
  typed: string,
): Promise<StepOutcome> {
  const code = typed.replace(/\s/g, '');
  if (!code) return { fault: 'Enter a code', status: 422 };
  const wait = await takeStepTry(host, visit, account.id);
  if (wait) return { fault: `Too many attempts. Try again ${waitText(wait)}.`, status: 429 };
  const { db, vault } = host;
  if (await takeAppCode(db, vault, account.id, code)) {
    await forgetStepTries(host, visit, account.id);
    return { amr: ['pwd', 'otp', 'mfa'] };
  }
  const recovered =
    looksLikeRecoveryCode(code) &&
    (await inTransaction(db, async (client) => {
      const taken = await takeRecoveryCode(client, vault, account.id, code);
      if (taken) await enqueueMail(client, 'security', { accountId: account.id, change: 'code-used' });
      return taken;
    }));
  if (recovered) {
    host.mail.wake();
    await forgetStepTries(host, visit, account.id);
    return { amr: ['pwd', 'kba', 'mfa'] };
  }
  return { fault: 'This code is wrong or was used before. Try the next one.', status: 422 };
}

/** Counts one try of a second step. @returns seconds to wait, 0 when it may go on */
export async function takeStepTry({ db, config }: Host, visit: Visit, accountId: string): Promise<number> {
  return (
    (await takeTry(db, 'address', visit.address, config.limits.address)) ||
    (await takeTry(db, 'second', accountId, config.limits.second))
  );
}

/** After a second step that went well. */
export async function forgetStepTries({ db }: Host, visit: Visit, accountId: string): Promise<void> {
  await forgetTries(db, 'second', accountId);
  await giveTryBack(db, 'address', visit.address);
}
