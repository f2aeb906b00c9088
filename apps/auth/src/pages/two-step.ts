import encodeQR from 'qr';
import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import type { Passkey } from '../proofs/passkeys.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type AccountView, backLink, buttonForm, dayText, momentText } from './account.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm } from './field.ts';
import { type Html, html, layout } from './layout.ts';

const codeField = (): Field => ({
  name: 'code',
  label: t('app.code'),
  autocomplete: 'one-time-code',
  maxLength: 12,
  hint: t('app.codeHint'),
});

/** Sets up an authenticator app: QR code, secret and first code. */
export function setUpAppPage(
  config: Config,
  view: AccountView & { address: string; secret: string; faults: Faults },
): string {
  return layout(config, {
    title: t('app.setUp'),
    failed: Object.keys(view.faults).length > 0,
    wide: true,
    body: html`<h1>${t('app.setUp')}</h1>
<p class="lead">${t('app.setUpLead')}</p>
${formFault([codeField()], view.faults)}
${qrCode(view.address)}
<p class="lead">${t('app.secret')}</p>
<p class="secret"><code>${inGroups(view.secret)}</code></p>
<form method="post" action="/account/two-step" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(codeField(), {}, view.faults)}
<button class="button">${t('app.turnOn')}</button>
</form>
<p class="hint">${t('app.hint')}</p>
${backLink(view.backTo, true)}`,
  });
}

/** Shows that an authenticator app is set up. */
export function appOnPage(config: Config, view: AccountView & { step: SecondStep }): string {
  return layout(config, {
    title: t('app.title'),
    body: html`<h1>${t('app.title')}</h1>
<p class="lead">${t('app.onText', { count: view.step.codesLeft })}</p>
<p class="more"><a href="/account/recovery-codes">${t('codes.again')}</a></p>
${buttonForm({ action: '/account/two-step/off', token: view.token, label: t('app.remove'), second: true })}
<p class="hint">${t('app.removeHint')}</p>
${backLink(view.backTo, true)}`,
  });
}

/** Shows recovery codes, which are shown only once. */
export function newCodesPage(config: Config, view: AccountView & { codes: string[]; lead: string }): string {
  return layout(config, {
    title: t('codes.title'),
    body: html`<h1>${t('codes.title')}</h1>
<p class="lead">${view.lead} ${t('codes.keep')}</p>
<ul class="codes">${view.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="actions"><a class="button" href="/account">${t('codes.kept')}</a></p>
${backLink(view.backTo)}`,
  });
}

/** Shows how many recovery codes remain, and creates new ones. */
export function recoveryCodesPage(config: Config, view: AccountView & { step: SecondStep }): string {
  return layout(config, {
    title: t('codes.again'),
    body: html`<h1>${t('codes.again')}</h1>
<p class="lead">${
      view.step.required ? t('codes.left', { count: view.step.codesLeft }) : t('codes.notNeeded')
    }</p>
${
  view.step.required
    ? html`${buttonForm({ action: '/account/recovery-codes', token: view.token, label: t('codes.create') })}
<p class="hint">${t('codes.createHint')}</p>`
    : html`<p class="actions"><a class="button" href="/account/two-step">${t('app.setUp')}</a></p>`
}
${backLink(view.backTo, true)}`,
  });
}

/** Lists an account's passkeys. */
export function passkeysPage(
  config: Config,
  view: AccountView & {
    passkeys: Passkey[];
    step: SecondStep;
    question: PasskeyQuestion | null;
    faults: Faults;
    notice: string | undefined;
  },
): string {
  const { passkeys, step } = view;
  const name: Field = {
    name: 'name',
    label: t('passkeys.name'),
    autocomplete: 'off',
    maxLength: 60,
    hint: t('passkeys.nameHint'),
  };
  return layout(config, {
    title: t('passkeys.title'),
    wide: true,
    failed: Object.keys(view.faults).length > 0,
    scripts: ['passkey.js'],
    body: html`<h1>${t('passkeys.title')}</h1>
<p class="lead">${t('passkeys.lead')}</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
${formFault([name], view.faults)}
${passkeys.length === 0 && html`<p class="lead">${t('passkeys.empty')}</p>`}
<ul class="sessions">${passkeys.map(
      (one) => html`<li><div><strong>${one.name}</strong>
<span>${one.lastUsedAt ? t('passkeys.addedUsed', { day: dayText(one.createdAt), moment: momentText(one.lastUsedAt) }) : t('passkeys.addedUnused', { day: dayText(one.createdAt) })}</span></div>
${buttonForm({
  action: '/account/passkeys/remove',
  token: view.token,
  label: t('passkeys.remove'),
  second: true,
  spoken: t('passkeys.removeOne', { name: one.name }),
  hidden: { passkey: one.id },
})}</li>`,
    )}</ul>
${
  view.question
    ? passkeyForm({
        action: '/account/passkeys',
        token: view.token,
        question: view.question,
        label: t('passkeys.add'),
        kind: 'make',
        main: true,
        more: fieldHtml(name, { name: '' }, view.faults),
      })
    : html`<p class="lead">${t('passkeys.most')}</p>`
}
<noscript><p class="lead">${t('passkeys.noScript')}</p></noscript>
${
  passkeys.length > 0 &&
  html`<h2>${t('passkeys.after')}</h2>
<p class="lead">${step.passkeyAfterPassword ? t('passkeys.afterOn') : t('passkeys.afterOff')}</p>
${buttonForm({
  action: '/account/passkeys/after-password',
  token: view.token,
  label: step.passkeyAfterPassword ? t('passkeys.askNot') : t('passkeys.ask'),
  second: true,
  hidden: { on: step.passkeyAfterPassword ? '0' : '1' },
})}`
}
${backLink(view.backTo, true)}`,
  });
}

/** The QR code, dark on light in both color schemes because some apps read nothing else. */
function qrCode(address: string): Html {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 3 });
  const size = rows.length;
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${t('app.qr')}" shape-rendering="crispEdges"><rect class="qr-ground" width="${size}" height="${size}"/><path class="qr-ink" d="${squares}"/></svg>`;
}

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
