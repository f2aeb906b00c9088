import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type LoginView, returnNote } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm } from './field.ts';
import { html, layout } from './layout.ts';

/** Field for an authenticator or recovery code. */
export function codeField(step: Pick<SecondStep, 'app'>, focus: boolean): Field {
  return {
    name: 'code',
    label: step.app ? t('second.code') : t('second.recovery'),
    autocomplete: 'one-time-code',
    maxLength: 40,
    focus,
    ...(step.app ? { hint: t('second.codeHint') } : {}),
  };
}

/** The second step of a login. */
export function secondStepPage(
  config: Config,
  view: LoginView & { step: SecondStep; faults: Faults; question: PasskeyQuestion | null },
): string {
  const { base, step, faults } = view;
  const failed = Object.keys(faults).length > 0;
  const field = codeField(step, !failed);
  return layout(config, {
    title: t('second.title'),
    failed,
    scripts: ['passkey.js'],
    body: html`<h1>${t('second.title')}</h1>
<p class="lead">${step.app ? t('second.lead') : t('second.leadPasskey')}</p>
${formFault([field], faults)}
<form method="post" action="${base}/second" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(field, {}, faults)}
<button class="button">${t('second.continue')}</button>
</form>
${
  view.question &&
  passkeyForm({
    action: `${base}/passkey`,
    token: view.token,
    question: view.question,
    label: t('login.passkey'),
  })
}
<p class="more"><a href="${base}/login">${t('second.asElse')}</a></p>
${returnNote(view)}`,
  });
}
