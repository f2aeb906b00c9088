import type { Config } from '../config.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import { passwordLength } from '../proofs/passwords.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type AccountView, backLink, buttonForm } from './account.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm, type Values } from './field.ts';
import { buttonLink, type Html, html, layout, messagePage, type Part } from './layout.ts';
import { codeField } from './second-step.ts';

const currentPassword: Field = {
  name: 'current',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  maxLength: passwordLength.max,
};

const username = (email: string) =>
  html`<input class="away" type="email" name="email" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">`;

/** A page with one form. */
function formPage(
  config: Config,
  view: AccountView & { faults: Faults },
  page: {
    title: string;
    lead: Part;
    action: string;
    fields: Field[];
    values?: Values;
    button: string;
    /** Content before the form's button. */
    inside?: Part;
    before?: Part;
    after?: Html | null | undefined | false;
    scripts?: string[];
  },
): string {
  const { faults } = view;
  return layout(config, {
    title: page.title,
    failed: Object.keys(faults).length > 0,
    scripts: page.scripts ?? [],
    body: html`<h1>${page.title}</h1>
<p class="lead">${page.lead}</p>
${page.before}
${formFault(page.fields, faults)}
<form method="post" action="${page.action}" novalidate>
<input type="hidden" name="token" value="${view.token}">
${page.inside}
${page.fields.map((field) => fieldHtml(field, page.values ?? {}, faults))}
<button class="button">${page.button}</button>
</form>
${page.after}
${backLink(view.backTo, true)}`,
  });
}

/** Asks the person to confirm their identity before a sensitive page. */
export function confirmPage(
  config: Config,
  view: AccountView & {
    email: string;
    next: string;
    step: SecondStep;
    faults: Faults;
    question: PasskeyQuestion | null;
  },
): string {
  const fields = [
    { ...currentPassword, label: 'Password' },
    ...(view.step.required ? [codeField(view.step, false)] : []),
  ];
  return formPage(config, view, {
    title: 'Confirm your identity',
    lead: `For ${view.email}. This is asked before changes that protect your account.`,
    action: '/account/confirm',
    fields,
    button: 'Confirm',
    inside: html`<input type="hidden" name="next" value="${view.next}">${username(view.email)}`,
    scripts: ['passkey.js'],
    after:
      view.question &&
      passkeyForm({
        action: '/account/confirm/passkey',
        token: view.token,
        question: view.question,
        label: 'Use a passkey',
        more: html`<input type="hidden" name="next" value="${view.next}">`,
      }),
  });
}

/** Changes the password; requires the current one. */
export function changePasswordPage(
  config: Config,
  view: AccountView & { email: string; faults: Faults },
): string {
  return formPage(config, view, {
    title: 'Change your password',
    lead: 'You stay signed in here and are signed out everywhere else.',
    action: '/account/password',
    fields: [
      currentPassword,
      {
        name: 'password',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        maxLength: passwordLength.max,
        hint: `At least ${passwordLength.min} characters`,
      },
    ],
    button: 'Change password',
    inside: username(view.email),
  });
}

/** Asks for a new email, and shows a pending one. */
export function emailPage(
  config: Config,
  view: AccountView & {
    email: string;
    pending: string | undefined;
    typed: string;
    faults: Faults;
    notice?: string | undefined;
  },
): string {
  return formPage(config, view, {
    title: 'Change your email',
    lead: html`You sign in as <strong>${view.email}</strong>. It doesn't change until you open the link we send to the new one.`,
    before: html`${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}${
      view.pending &&
      html`<p class="notice">Waiting for <strong>${view.pending}</strong> to be confirmed. Open the link in the email we sent there.</p>
${buttonForm({ action: '/account/email/cancel', token: view.token, label: 'Keep current email', second: true })}`
    }`,
    action: '/account/email',
    fields: [{ name: 'email', label: 'New email', type: 'email', autocomplete: 'email', maxLength: 254 }],
    values: { email: view.typed },
    button: view.pending ? 'Send another link' : 'Send the link',
  });
}

/**
 * The link in the email to the new address. Opening it changes nothing, because mail scanners open
 * links too.
 */
export function confirmEmailPage(
  config: Config,
  view: AccountView & { email: string; link: string },
): string {
  return layout(config, {
    title: 'Confirm your new email',
    body: html`<h1>Confirm your new email</h1>
<p class="lead">From now on you sign in as <strong>${view.email}</strong>.</p>
${buttonForm({ action: '/account/email/confirm', token: view.token, label: 'Use this email', hidden: { link: view.link } })}
${backLink(view.backTo)}`,
  });
}

/** Closes a creator's account. */
export function closePage(config: Config, view: AccountView & { email: string; faults: Faults }): string {
  return formPage(config, view, {
    title: 'Close your account',
    lead: html`Removes your name, your email ${view.email}, your password and everything else kept here. This cannot be undone.`,
    before: html`<p class="lead">If the creators' app still keeps data about you, <a href="${config.portalOrigin}/account">remove it there first</a>.</p>`,
    action: '/account/close',
    fields: [
      {
        name: 'confirm',
        label: 'Type CLOSE to confirm',
        autocomplete: 'off',
        maxLength: 20,
      },
    ],
    button: 'Close account',
  });
}

/** Shown after an account was closed. */
export function closedPage(config: Config): string {
  return messagePage(config, {
    title: 'Your account is closed',
    texts: ['You are signed out everywhere. Thanks for using Troupe.'],
    action: buttonLink(`${config.portalOrigin}/`, 'Go to Troupe for creators'),
  });
}
