import { deviceName } from '../accounts/session-notes.ts';
import { inTransaction } from '../database.ts';
import type { Host } from '../host.ts';
import { t } from '../messages/messages.gen.ts';
import type { Faults } from '../pages/field.ts';
import { newCodesPage, passkeysPage } from '../pages/two-step.ts';
import { askForNewPasskey, readNewPasskey } from '../proofs/passkey-questions.ts';
import { addPasskey, listPasskeys, maxPasskeys, removePasskey } from '../proofs/passkeys.ts';
import { makeRecoveryCodes } from '../proofs/recovery-codes.ts';
import { askPasskeyAfterPassword, readSecondStep } from '../proofs/second-step.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';
import { accountForm, accountPage, type OpenAccount } from './in-account.ts';
import { dropCodesWithoutStep, tell } from './two-step.ts';

const recent = { recent: true };
const notices: Record<string, () => string> = {
  added: () => t('passkeys.added'),
  removed: () => t('passkeys.removed'),
  off: () => t('notice.stepOff'),
};

/** Passkey routes of an account. */
export function passkeyRoutes(host: Host): Route[] {
  return [
    accountPage(host, '/account/passkeys', (visit, here) => show(host, visit, here), recent),
    accountForm(host, '/account/passkeys', (visit, here, form) => add(host, visit, here, form), recent),
    accountForm(
      host,
      '/account/passkeys/remove',
      (visit, here, form) => remove(host, visit, here, form.get('passkey') ?? ''),
      recent,
    ),
    accountForm(
      host,
      '/account/passkeys/after-password',
      (visit, here, form) => askAfterPassword(host, visit, here, form.get('on') === '1'),
      recent,
    ),
  ];
}

const subjectOf = (here: OpenAccount) => `add:${here.session.uid}`;

async function show(
  host: Host,
  visit: Visit,
  here: OpenAccount,
  { faults = {}, status = 200 }: { faults?: Faults; status?: number } = {},
): Promise<void> {
  const { db, config } = host;
  const [passkeys, step] = await Promise.all([
    listPasskeys(db, here.account.id),
    readSecondStep(db, here.account.id),
  ]);
  const question =
    passkeys.length < maxPasskeys ? await askForNewPasskey(host, subjectOf(here), here.account) : null;
  const notice = notices[visit.url.searchParams.get('done') ?? '']?.();
  visit.page(status, passkeysPage(config, { ...here, passkeys, step, question, faults, notice }));
}

async function add(host: Host, visit: Visit, here: OpenAccount, form: URLSearchParams): Promise<void> {
  const typed = (form.get('name') ?? '').replace(/\p{Cc}/gu, ' ').trim();
  const name = [...typed].slice(0, 60).join('') || deviceName(visit.request.headers['user-agent'] ?? '');
  const { id } = here.account;
  const passkey = await readNewPasskey(host, subjectOf(here), id, form.get('answer') ?? '');
  const added =
    passkey &&
    (await inTransaction(host.db, async (client) => {
      const done = await addPasskey(client, { ...passkey, name });
      if (done) await tell(client, id, 'passkey-added', name);
      return done;
    }));
  if (!added) {
    const faults = { form: t('passkeys.addFailed') };
    return await show(host, visit, here, { faults, status: 422 });
  }
  host.mail.wake();
  visit.redirect('/account/passkeys?done=added');
}

async function remove(host: Host, visit: Visit, here: OpenAccount, passkey: string): Promise<void> {
  const { id } = here.account;
  await inTransaction(host.db, async (client) => {
    const name = await removePasskey(client, id, passkey);
    if (name === undefined) return;
    await tell(client, id, 'passkey-removed', name);
    // Requires an existing passkey, so a later one isn't requested unexpectedly.
    if ((await readSecondStep(client, id)).passkeys === 0) await askPasskeyAfterPassword(client, id, false);
    await dropCodesWithoutStep(client, id);
  });
  host.mail.wake();
  visit.redirect('/account/passkeys?done=removed');
}

/** Enabling it creates recovery codes, unless there are some. */
async function askAfterPassword(host: Host, visit: Visit, here: OpenAccount, on: boolean): Promise<void> {
  const { db, config, vault } = host;
  const { id } = here.account;
  const codes = await inTransaction(db, async (client) => {
    const step = await readSecondStep(client, id);
    if (step.passkeyAfterPassword === on || (on && step.passkeys === 0)) return null;
    await askPasskeyAfterPassword(client, id, on);
    await tell(client, id, on ? 'passkey-step-on' : 'passkey-step-off');
    if (on) return step.codesLeft > 0 ? null : await makeRecoveryCodes(client, vault, id);
    await dropCodesWithoutStep(client, id);
    return null;
  });
  host.mail.wake();
  if (!codes) return visit.redirect(`/account/passkeys${on ? '' : '?done=off'}`);
  const lead = t('lead.passkeyOn');
  visit.page(200, newCodesPage(config, { ...here, codes, lead }));
}
