import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import { passwordLength } from '../proofs/passwords.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { type AccountView, backLink, buttonForm } from './account.ts';
import { type Faults, type Field, fieldHtml, formFault, passkeyForm, type Values } from './field.ts';
import { bold, buttonLink, type Html, html, layout, linkTo, messagePage, type Part } from './layout.ts';
import { codeField } from './second-step.ts';

const currentPassword = (): Field => ({
  name: 'current',
  label: t('password.current'),
  type: 'password',
  autocomplete: 'current-password',
  maxLength: passwordLength.max,
});

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
    { ...currentPassword(), label: t('login.password') },
    ...(view.step.required ? [codeField(view.step, false)] : []),
  ];
  return formPage(config, view, {
    title: t('confirm.title'),
    lead: t('confirm.lead', { email: view.email }),
    action: '/account/confirm',
    fields,
    button: t('confirm.action'),
    inside: html`<input type="hidden" name="next" value="${view.next}">${username(view.email)}`,
    scripts: ['passkey.js'],
    after:
      view.question &&
      passkeyForm({
        action: '/account/confirm/passkey',
        token: view.token,
        question: view.question,
        label: t('login.passkey'),
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
    title: t('password.changeTitle'),
    lead: t('password.changeLead'),
    action: '/account/password',
    fields: [
      currentPassword(),
      {
        name: 'password',
        label: t('password.new'),
        type: 'password',
        autocomplete: 'new-password',
        maxLength: passwordLength.max,
        hint: t('password.hint', { min: passwordLength.min }),
      },
    ],
    button: t('password.change'),
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
    title: t('email.title'),
    lead: t.rich('email.lead', { email: view.email, b: bold }),
    before: html`${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}${
      view.pending &&
      html`<p class="notice">${t.rich('email.pending', { email: view.pending, b: bold })}</p>
${buttonForm({ action: '/account/email/cancel', token: view.token, label: t('email.cancel'), second: true })}`
    }`,
    action: '/account/email',
    fields: [{ name: 'email', label: t('email.new'), type: 'email', autocomplete: 'email', maxLength: 254 }],
    values: { email: view.typed },
    button: view.pending ? t('email.sendAgain') : t('email.send'),
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
    title: t('email.confirmTitle'),
    body: html`<h1>${t('email.confirmTitle')}</h1>
<p class="lead">${t.rich('email.confirmLead', { email: view.email, b: bold })}</p>
${buttonForm({ action: '/account/email/confirm', token: view.token, label: t('email.use'), hidden: { link: view.link } })}
${backLink(view.backTo)}`,
  });
}

/** Closes a creator's account. */
export function closePage(config: Config, view: AccountView & { email: string; faults: Faults }): string {
  return formPage(config, view, {
    title: t('close.title'),
    lead: t('close.lead', { email: view.email }),
    before: html`<p class="lead">${t.rich('close.app', { link: linkTo(`${config.portalOrigin}/account`) })}</p>`,
    action: '/account/close',
    fields: [
      {
        name: 'confirm',
        label: t('close.confirm', { word: 'CLOSE' }),
        autocomplete: 'off',
        maxLength: 20,
      },
    ],
    button: t('account.close'),
  });
}

/** Shown after an account was closed. */
export function closedPage(config: Config): string {
  return messagePage(config, {
    title: t('close.done'),
    texts: [t('close.doneText')],
    action: buttonLink(`${config.portalOrigin}/`, t('close.goTo')),
  });
}
