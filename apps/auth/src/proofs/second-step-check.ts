import type { Account } from '../accounts/accounts.ts';
import { inTransaction } from '../database.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { attemptsText } from '../limits/throttle.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { t } from '../messages/messages.gen.ts';
import type { Visit } from '../visit.ts';
import { takeAppCode } from './authenticator-app.ts';
import { looksLikeRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';

/** Result of a second step: the authentication methods, or the error. */
export type StepOutcome = { amr: string[]; fault?: undefined } | { fault: string; status: 422 | 429 };

/**
 * Verifies an authenticator code, or a recovery code, which is used up. Counted before comparing;
 * wrong codes throttle their origin.
 */
export async function checkCode(
  host: Host,
  visit: Visit,
  account: Account,
  typed: string,
): Promise<StepOutcome> {
  const code = typed.replace(/\s/g, '');
  if (!code) return { fault: t('fault.code'), status: 422 };
  const guess = await countGuess(host, visit, 'second', account.id, account.id);
  if (guess.wait) return { fault: attemptsText(guess.wait), status: 429 };
  const { db, vault } = host;
  if (await takeAppCode(db, vault, account.id, code)) {
    await guess.succeeded();
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
    await guess.succeeded();
    return { amr: ['pwd', 'kba', 'mfa'] };
  }
  return { fault: t('fault.codeUsed'), status: 422 };
}
