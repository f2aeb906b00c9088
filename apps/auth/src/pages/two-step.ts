import encodeQR from 'qr';
import type { Config } from '../config.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import type { Passkey } from '../proofs/passkeys.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type AccountView, backLink, buttonForm, day, moment } from './account.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm } from './field.ts';
import { type Html, html, layout } from './layout.ts';

const codeField: Field = {
  name: 'code',
  label: 'Code from the app',
  autocomplete: 'one-time-code',
  maxLength: 12,
  hint: '6 digits',
};

/** Sets up an authenticator app: QR code, secret and first code. */
export function setUpAppPage(
  config: Config,
  view: AccountView & { address: string; secret: string; faults: Faults },
): string {
  return layout(config, {
    title: 'Set up an authenticator app',
    failed: Object.keys(view.faults).length > 0,
    wide: true,
    body: html`<h1>Set up an authenticator app</h1>
<p class="lead">Open an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password, and scan this QR code to add an account.</p>
${formFault([codeField], view.faults)}
${qrCode(view.address)}
<p class="lead">Or enter this secret in the app:</p>
<p class="secret"><code>${inGroups(view.secret)}</code></p>
<form method="post" action="/account/two-step" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(codeField, {}, view.faults)}
<button class="button">Turn on</button>
</form>
<p class="hint">From then on, logging in with your password also asks for a code from the app.</p>
${backLink(view.backTo, true)}`,
  });
}

/** Shows that an authenticator app is set up. */
export function appOnPage(config: Config, view: AccountView & { step: SecondStep }): string {
  return layout(config, {
    title: 'Authenticator app',
    body: html`<h1>Authenticator app</h1>
<p class="lead">On: logging in with your password asks for a code from your app. You have ${String(view.step.codesLeft)} recovery codes left.</p>
<p class="more"><a href="/account/recovery-codes">Recovery codes</a></p>
${buttonForm({ action: '/account/two-step/off', token: view.token, label: 'Remove the app', second: true })}
<p class="hint">To switch phones, remove the app and set it up again on the new one.</p>
${backLink(view.backTo, true)}`,
  });
}

/** Shows recovery codes, which are shown only once. */
export function newCodesPage(config: Config, view: AccountView & { codes: string[]; lead: string }): string {
  return layout(config, {
    title: 'Your recovery codes',
    body: html`<h1>Your recovery codes</h1>
<p class="lead">${view.lead} Keep them somewhere you can reach without your phone. Each works once. They won't be shown again.</p>
<ul class="codes">${view.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="actions"><a class="button" href="/account">I have kept them</a></p>
${backLink(view.backTo)}`,
  });
}

/** Shows how many recovery codes remain, and creates new ones. */
export function recoveryCodesPage(config: Config, view: AccountView & { step: SecondStep }): string {
  return layout(config, {
    title: 'Recovery codes',
    body: html`<h1>Recovery codes</h1>
<p class="lead">${
      view.step.required
        ? `You have ${view.step.codesLeft} of 10 left. Each gets you in once when your phone or passkey is not at hand.`
        : 'Recovery codes are for accounts with a second step. Set up an authenticator app first.'
    }</p>
${
  view.step.required
    ? html`${buttonForm({ action: '/account/recovery-codes', token: view.token, label: 'Create new codes' })}
<p class="hint">Earlier codes stop working.</p>`
    : html`<p class="actions"><a class="button" href="/account/two-step">Set up an authenticator app</a></p>`
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
    label: 'Name',
    autocomplete: 'off',
    maxLength: 60,
    hint: "For example, the device it's on",
  };
  return layout(config, {
    title: 'Passkeys',
    wide: true,
    failed: Object.keys(view.faults).length > 0,
    scripts: ['passkey.js'],
    body: html`<h1>Passkeys</h1>
<p class="lead">A passkey logs you in with your finger, face or PIN, without a password.</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
${formFault([name], view.faults)}
${passkeys.length === 0 && html`<p class="lead">No passkeys yet.</p>`}
<ul class="sessions">${passkeys.map(
      (one) => html`<li><div><strong>${one.name}</strong>
<span>Added ${day(one.createdAt)}, ${one.lastUsedAt ? html`last used ${moment(one.lastUsedAt)}` : 'not used yet'}</span></div>
${buttonForm({
  action: '/account/passkeys/remove',
  token: view.token,
  label: 'Remove',
  second: true,
  spoken: `Remove ${one.name}`,
  hidden: { passkey: one.id },
})}</li>`,
    )}</ul>
${
  view.question
    ? passkeyForm({
        action: '/account/passkeys',
        token: view.token,
        question: view.question,
        label: 'Add a passkey',
        kind: 'make',
        main: true,
        more: fieldHtml(name, { name: '' }, view.faults),
      })
    : html`<p class="lead">You've reached the maximum number of passkeys. Remove one to add another.</p>`
}
<noscript><p class="lead">Adding a passkey needs JavaScript.</p></noscript>
${
  passkeys.length > 0 &&
  html`<h2>After the password</h2>
<p class="lead">${step.passkeyAfterPassword ? 'Logging in with your password also asks for a passkey.' : "Logging in with your password doesn't ask for a passkey."}</p>
${buttonForm({
  action: '/account/passkeys/after-password',
  token: view.token,
  label: step.passkeyAfterPassword ? 'Do not ask for a passkey' : 'Ask for a passkey too',
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
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="Picture for the authenticator app; the same secret stands below as text" shape-rendering="crispEdges"><rect class="qr-ground" width="${size}" height="${size}"/><path class="qr-ink" d="${squares}"/></svg>`;
}

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
