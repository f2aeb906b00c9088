import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { passwordLength } from '../proofs/passwords.ts';
import type { LoginView } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault } from './field.ts';
import { bold, buttonLink, html, layout, linkTo, messagePage } from './layout.ts';

/** Shown after sign-up: check your email. Looks the same for known and unknown addresses. */
export function checkMailPage(config: Config, view: LoginView & { email: string; notice?: string }): string {
  return layout(config, {
    title: t('checkEmail.title'),
    body: html`<h1>${t('checkEmail.title')}</h1>
<p class="lead">${t.rich('checkEmail.lead', { email: view.email, b: bold })}</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<form method="post" action="${view.base}/resend">
<input type="hidden" name="token" value="${view.token}">
<button class="button second">${t('checkEmail.resend')}</button>
</form>
<p class="more">${t.rich('checkEmail.wrong', { link: linkTo(`${view.base}/signup`) })}</p>
<p class="more">${t.rich('checkEmail.confirmed', { link: linkTo(`${view.base}/login`) })}</p>`,
  });
}

const emailField = (): Field => ({
  name: 'email',
  label: t('login.email'),
  type: 'email',
  autocomplete: 'username',
  maxLength: 254,
});

/** Asks for the email to send a password link to. */
export function forgotPage(config: Config, view: LoginView & { email: string; faults: Faults }): string {
  return layout(config, {
    title: t('forgot.title'),
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>${t('forgot.title')}</h1>
<p class="lead">${t('forgot.lead')}</p>
${formFault([emailField()], view.faults)}
<form method="post" action="${view.base}/forgot" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(emailField(), { email: view.email }, view.faults)}
<button class="button">${t('email.send')}</button>
</form>
<p class="more"><a href="${view.base}/login">${t('forgot.back')}</a></p>`,
  });
}

/** Shown after requesting a password link; doesn't reveal whether the account exists. */
export function forgotSentPage(config: Config, view: LoginView): string {
  return messagePage(config, {
    title: t('checkEmail.title'),
    texts: [t('forgot.sent'), t.rich('forgot.sentHelp', { link: linkTo(`${view.base}/forgot`) })],
    action: html`<p class="more"><a href="${view.base}/login">${t('forgot.back')}</a></p>`,
  });
}

/** Sets a new password through an emailed link. */
export function resetPage(
  config: Config,
  view: { action: string; token: string; email: string; faults: Faults },
): string {
  const field: Field = {
    name: 'password',
    label: t('password.new'),
    type: 'password',
    autocomplete: 'new-password',
    maxLength: passwordLength.max,
    hint: t('password.hint', { min: passwordLength.min }),
  };
  return layout(config, {
    title: t('reset.title'),
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>${t('reset.title')}</h1>
<p class="lead">${t('reset.lead', { email: view.email })}</p>
${formFault([field], view.faults)}
<form method="post" action="${view.action}" novalidate>
<input type="hidden" name="token" value="${view.token}">
<input class="away" type="email" name="email" value="${view.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${fieldHtml(field, {}, view.faults)}
<button class="button">${t('reset.set')}</button>
</form>`,
  });
}

/** Shown after setting a password in another browser than the one that requested it. */
export function resetDonePage(config: Config, continueAt: string): string {
  return messagePage(config, {
    title: t('reset.done'),
    texts: [t('reset.doneText')],
    action: buttonLink(continueAt, t('entry.logIn')),
  });
}

/**
 * A sign-up link opened in another browser. The password proves that the person who signed up owns
 * the mailbox.
 */
export function verifyPage(
  config: Config,
  view: { action: string; token: string; email: string; faults: Faults },
): string {
  const field: Field = {
    name: 'password',
    label: t('login.password'),
    type: 'password',
    autocomplete: 'current-password',
    maxLength: passwordLength.max,
    hint: t('verify.hint'),
  };
  return layout(config, {
    title: t('verify.title'),
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>${t('verify.title')}</h1>
<p class="lead">${t('verify.lead', { email: view.email })}</p>
${formFault([field], view.faults)}
<form method="post" action="${view.action}" novalidate>
<input type="hidden" name="token" value="${view.token}">
<input class="away" type="email" name="email" value="${view.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${fieldHtml(field, {}, view.faults)}
<button class="button">${t('verify.action')}</button>
</form>`,
  });
}

/** A sign-up link whose email already has an account. */
export function alreadyConfirmedPage(config: Config, continueAt: string): string {
  return messagePage(config, {
    title: t('verify.already'),
    texts: [t('verify.alreadyText')],
    action: buttonLink(continueAt, t('entry.logIn')),
  });
}
