import type { Config } from '../config.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type LoginView, returnNote } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm } from './field.ts';
import { html, layout } from './layout.ts';

/** Field for an authenticator or recovery code. */
export function codeField(step: Pick<SecondStep, 'app'>, focus: boolean): Field {
  return {
    name: 'code',
    label: step.app ? 'Code from your app' : 'Recovery code',
    autocomplete: 'one-time-code',
    maxLength: 40,
    focus,
    ...(step.app ? { hint: '6 digits, or one of your recovery codes' } : {}),
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
    title: 'Second step',
    failed,
    scripts: ['passkey.js'],
    body: html`<h1>Second step</h1>
<p class="lead">${
      step.app
        ? 'Your password is right. Now show that it is you.'
        : 'Your password is right. Use your passkey, or a recovery code.'
    }</p>
${formFault([field], faults)}
<form method="post" action="${base}/second" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(field, {}, faults)}
<button class="button">Go on</button>
</form>
${
  view.question &&
  passkeyForm({
    action: `${base}/passkey`,
    token: view.token,
    question: view.question,
    label: 'Use a passkey',
  })
}
<p class="more"><a href="${base}/login">Log in as someone else</a></p>
${returnNote(view)}`,
  });
}
