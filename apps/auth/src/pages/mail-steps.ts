import type { Config } from '../config.ts';
import { passwordLength } from '../proofs/passwords.ts';
import type { LoginView } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault } from './field.ts';
import { buttonLink, html, layout, messagePage } from './layout.ts';

/** Shown after sign-up: check your email. Looks the same for known and unknown addresses. */
export function checkMailPage(config: Config, view: LoginView & { email: string; notice?: string }): string {
  return layout(config, {
    title: 'Check your email',
    body: html`<h1>Check your email</h1>
<p class="lead">We sent a link to <strong>${view.email}</strong>. Open it in this browser to finish signing up. It works for 24 hours.</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<form method="post" action="${view.base}/resend">
<input type="hidden" name="token" value="${view.token}">
<button class="button second">Resend email</button>
</form>
<p class="more">Wrong email? <a href="${view.base}/signup">Sign up with another one</a></p>
<p class="more">Already confirmed? <a href="${view.base}/login">Log in</a></p>`,
  });
}

const emailField: Field = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  maxLength: 254,
};

/** Asks for the email to send a password link to. */
export function forgotPage(config: Config, view: LoginView & { email: string; faults: Faults }): string {
  return layout(config, {
    title: 'Forgot your password',
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>Forgot your password</h1>
<p class="lead">Enter your email and we'll send you a link to set a new one.</p>
${formFault([emailField], view.faults)}
<form method="post" action="${view.base}/forgot" novalidate>
<input type="hidden" name="token" value="${view.token}">
${fieldHtml(emailField, { email: view.email }, view.faults)}
<button class="button">Send the link</button>
</form>
<p class="more"><a href="${view.base}/login">Back to log in</a></p>`,
  });
}

/** Shown after requesting a password link; doesn't reveal whether the account exists. */
export function forgotSentPage(config: Config, view: LoginView): string {
  return messagePage(config, {
    title: 'Check your email',
    texts: [
      "If this email has an account, we've sent a link to set a new password. It works once, for 1 hour.",
      html`Nothing there after a few minutes? Check your spam folder, or <a href="${view.base}/forgot">send it again</a>.`,
    ],
    action: html`<p class="more"><a href="${view.base}/login">Back to log in</a></p>`,
  });
}

/** Sets a new password through an emailed link. */
export function resetPage(
  config: Config,
  view: { action: string; token: string; email: string; faults: Faults },
): string {
  const field: Field = {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    maxLength: passwordLength.max,
    hint: `At least ${passwordLength.min} characters`,
  };
  return layout(config, {
    title: 'Set a new password',
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>Set a new password</h1>
<p class="lead">For ${view.email}. You will be signed out everywhere else.</p>
${formFault([field], view.faults)}
<form method="post" action="${view.action}" novalidate>
<input type="hidden" name="token" value="${view.token}">
<input class="away" type="email" name="email" value="${view.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${fieldHtml(field, {}, view.faults)}
<button class="button">Set password</button>
</form>`,
  });
}

/** Shown after setting a password in another browser than the one that requested it. */
export function resetDonePage(config: Config, continueAt: string): string {
  return messagePage(config, {
    title: 'Your password was changed',
    texts: ['You were signed out everywhere. Log in with the new password.'],
    action: buttonLink(continueAt, 'Log in'),
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
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    maxLength: passwordLength.max,
    hint: 'The one you chose when signing up',
  };
  return layout(config, {
    title: 'Confirm your email',
    failed: Object.keys(view.faults).length > 0,
    body: html`<h1>Confirm your email</h1>
<p class="lead">Enter your password to finish signing up as ${view.email}. If you didn't sign up, close this page.</p>
${formFault([field], view.faults)}
<form method="post" action="${view.action}" novalidate>
<input type="hidden" name="token" value="${view.token}">
<input class="away" type="email" name="email" value="${view.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${fieldHtml(field, {}, view.faults)}
<button class="button">Confirm and continue</button>
</form>`,
  });
}

/** A sign-up link whose email already has an account. */
export function alreadyConfirmedPage(config: Config, continueAt: string): string {
  return messagePage(config, {
    title: 'This email already has an account',
    texts: ["It's already confirmed. Log in to continue."],
    action: buttonLink(continueAt, 'Log in'),
  });
}
