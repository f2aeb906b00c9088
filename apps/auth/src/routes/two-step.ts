import { inTransaction, type Queryable } from '../database.ts';
import type { Host } from '../host.ts';
import { countGuess } from '../limits/guesses.ts';
import { attemptsText } from '../limits/throttle.ts';
import { enqueueMail, type SecurityChange } from '../mail/mail-queue.ts';
import { t } from '../messages/messages.gen.ts';
import type { Faults } from '../pages/field.ts';
import { appOnPage, newCodesPage, recoveryCodesPage, setUpAppPage } from '../pages/two-step.ts';
import { appAddress, confirmApp, pendingSecret, removeApp } from '../proofs/authenticator-app.ts';
import { makeRecoveryCodes, removeRecoveryCodes } from '../proofs/recovery-codes.ts';
import { readSecondStep } from '../proofs/second-step.ts';
import { endOtherSessions } from '../provider/adapter.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { accountForm, accountPage, type OpenAccount } from './in-account.ts';

const recent = { recent: true };

/** Routes of the authenticator app and recovery codes. */
export function twoStepRoutes(host: Host): Route[] {
  return [
    accountPage(host, '/account/two-step', (visit, here) => showApp(host, visit, here), recent),
    accountForm(
      host,
      '/account/two-step',
      (visit, here, form) => turnOn(host, visit, here, form.get('code') ?? ''),
      recent,
    ),
    accountForm(host, '/account/two-step/off', (visit, here) => turnOff(host, visit, here), recent),
    accountPage(host, '/account/recovery-codes', (visit, here) => showCodes(host, visit, here), recent),
    accountForm(host, '/account/recovery-codes', (visit, here) => makeCodes(host, visit, here), recent),
  ];
}

async function showApp(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  { faults = {}, status = 200 }: { faults?: Faults; status?: number } = {},
): Promise<void> {
  const { db, config, vault } = host;
  const { account } = here;
  const secret = await pendingSecret(db, vault, account.id);
  if (secret === undefined) {
    const step = await readSecondStep(db, account.id);
    return visit.page(status, appOnPage(config, { ...here, step }));
  }
  const address = appAddress(secret, account.email);
  visit.page(status, setUpAppPage(config, { ...here, secret, address, faults }));
}

async function turnOn(host: Host, visit: Visit, here: OpenAccount, typed: string): Promise<void> {
  const { db, vault, config } = host;
  const { account } = here;
  const refuse = (fault: string, status: number) =>
    showApp(host, visit, here, { faults: { code: fault }, status });
  const code = typed.replace(/\s/g, '');
  if (!code) return await refuse(t('fault.codeApp'), 422);
  const guess = await countGuess(host, visit, 'second', account.id, account.id);
  if (guess.wait) return await refuse(attemptsText(guess.wait), 429);
  const codes = await inTransaction(db, async (client) => {
    if (!(await confirmApp(client, vault, account.id, code))) return undefined;
    await tell(client, account.id, 'app-on');
    // Ends sessions signed in without it.
    await endOtherSessions(client, account.id, here.session.uid);
    return await makeRecoveryCodes(client, vault, account.id);
  });
  if (!codes) return await refuse(t('app.incorrect'), 422);
  await guess.succeeded();
  host.mail.wake();
  visit.page(
    200,
    newCodesPage(config, {
      ...here,
      codes,
      lead: t('lead.appOn'),
    }),
  );
}

async function turnOff(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const { db } = host;
  const { id } = here.account;
  await inTransaction(db, async (client) => {
    if (!(await removeApp(client, id))) return;
    await tell(client, id, 'app-off');
    await dropCodesWithoutStep(client, id);
  });
  host.mail.wake();
  visit.redirect('/account?done=app-off');
}

async function showCodes(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const step = await readSecondStep(host.db, here.account.id);
  visit.page(200, recoveryCodesPage(host.config, { ...here, step }));
}

async function makeCodes(host: Host, visit: Visit, here: OpenAccount): Promise<void> {
  const { db, vault, config } = host;
  const { id } = here.account;
  const codes = await inTransaction(db, async (client) => {
    if (!(await readSecondStep(client, id)).required) return undefined;
    await tell(client, id, 'codes-made');
    return await makeRecoveryCodes(client, vault, id);
  });
  if (!codes) return visit.redirect('/account/recovery-codes');
  host.mail.wake();
  visit.page(200, newCodesPage(config, { ...here, codes, lead: t('lead.newCodes') }));
}

/** Notifies the owner of a change, in its transaction. */
export const tell = (db: Queryable, accountId: string, change: SecurityChange, name?: string) =>
  enqueueMail(db, 'security', { accountId, change, ...(name === undefined ? {} : { name }) });

/** Recovery codes are deleted with the last second step, because they no longer open anything. */
export async function dropCodesWithoutStep(db: Queryable, accountId: string): Promise<void> {
  if (!(await readSecondStep(db, accountId)).required) await removeRecoveryCodes(db, accountId);
}
