import type { Config } from '../config.ts';
import type { PasskeyQuestion } from '../passkey-questions.ts';
import { errorSummary, type Faults, type Field, fieldHtml, type Values } from './field.ts';
import { html } from './html.ts';
import { shield } from './illustration.ts';
import { layout } from './layout.ts';
import { passkeyForm } from './passkey-form.ts';

/** What every page inside a login has in common. */
export interface LoginView {
  /** Path of the interaction, without a slash at its end. */
  base: string;
  /** Binds the form to this browser's login. */
  token: string;
  /** Where the person goes back to, such as `localhost:3000`. */
  appHost: string;
}

/** The log in form. */
export function loginPage(
  config: Config,
  view: LoginView & { values: Values; faults: Faults; notice?: string; question: PasskeyQuestion },
): string {
  const { base, values, faults } = view;
  const known = Boolean(values.email);
  const fields: Field[] = [
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      autocomplete: 'username',
      maxLength: 254,
      focus: !known && Object.keys(faults).length === 0,
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      maxLength: 200,
      focus: known && Object.keys(faults).length === 0,
      aside: html`<a href="${base}/forgot">Forgot password?</a>`,
    },
  ];
  return layout(config, {
    title: 'Log in',
    scripts: ['passkey.js'],
    failed: Object.keys(faults).length > 0,
    body: html`<h1>Log in</h1>
<p class="lead">New here? <a href="${base}/signup">Create an account</a></p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
${errorSummary(fields, faults)}
<form method="post" action="${base}/login" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fields.map((field) => fieldHtml(field, values, faults))}
<button class="button">Log in</button>
</form>
${passkeyForm({ action: `${base}/passkey`, token: view.token, question: view.question, label: 'Use a passkey' })}
${addressNote(config, view)}`,
  });
}

/** Tells where the person goes back to and how to recognise this page. */
export function addressNote(config: Config, { appHost, base }: LoginView) {
  const { host } = new URL(config.issuer);
  return html`<p class="note">${shield}<span>After login you go back to ${appHost}. Check that this address starts with ${host}. <a href="${base}/cancel">Cancel</a></span></p>`;
}
