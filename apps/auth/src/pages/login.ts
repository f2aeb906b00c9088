import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import { entryPage, type LoginView } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm, type Values } from './field.ts';
import { html } from './layout.ts';

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
      label: t('login.email'),
      type: 'email',
      autocomplete: 'username',
      maxLength: 254,
      focus: !known && Object.keys(faults).length === 0,
    },
    {
      name: 'password',
      label: t('login.password'),
      type: 'password',
      autocomplete: 'current-password',
      maxLength: 200,
      focus: known && Object.keys(faults).length === 0,
      aside: html`<a href="${base}/forgot">${t('login.forgot')}</a>`,
    },
  ];
  return entryPage(config, view, {
    tab: 'login',
    scripts: ['passkey.js'],
    failed: Object.keys(faults).length > 0,
    lead: view.notice && html`<p class="notice" role="status">${view.notice}</p>`,
    body: html`${formFault(fields, faults)}
<form method="post" action="${base}/login" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fields.map((field) => fieldHtml(field, values, faults))}
<button class="button">${t('entry.logIn')}</button>
</form>
${passkeyForm({ action: `${base}/passkey`, token: view.token, question: view.question, label: t('login.passkey') })}`,
  });
}
