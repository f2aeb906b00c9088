import { LANGUAGES, language } from '@troupe/i18n/language';
import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import type { SecondStep } from '../proofs/second-step.ts';
import { buttonLink, type Html, html, layout, messagePage, type Part } from './layout.ts';

/** Common parameters of account pages. */
export interface AccountView {
  token: string;
  backTo: string;
}

/** Shows an account's security settings. */
export function overviewPage(
  config: Config,
  view: AccountView & {
    email: string;
    pendingEmail: string | undefined;
    passwordChangedAt: Date;
    step: SecondStep;
    sessions: number;
    /** Creators close their account here after the app has deleted their data. */
    mayClose: boolean;
    notice: string | undefined;
  },
): string {
  const { step } = view;
  return layout(config, {
    title: t('account.title'),
    wide: true,
    body: html`<h1>${t('account.title')}</h1>
<p class="lead">${t('account.lead', { email: view.email })}</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<ul class="rows">
${row('/account/email', t('account.email'), view.pendingEmail ? t('account.emailPending', { email: view.email, pending: view.pendingEmail }) : view.email)}
${row('/account/password', t('login.password'), t('account.lastChanged', { day: dateText(view.passwordChangedAt, false) }))}
${row('/account/two-step', t('app.title'), step.app ? t('account.on') : t('account.off'))}
${row('/account/passkeys', t('passkeys.title'), passkeysText(step))}
${step.required && row('/account/recovery-codes', t('codes.again'), t('account.codesLeft', { count: step.codesLeft }))}
${row('/account/sessions', t('sessions.title'), t('account.places', { count: view.sessions }))}
${view.mayClose && row('/account/close', t('account.close'), t('account.closeText'))}
</ul>
${backLink(view.backTo)}`,
  });
}

const row = (href: string, title: string, text: Part) =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

/** Link back to the app or the overview. */
export const backLink = (backTo: string, list = false): Html =>
  html`${list && html`<p class="more"><a href="/account">${t('account.title')}</a></p>`}<p class="more"><a href="${backTo}">${t('account.back')}</a></p>`;

export function notSignedInPage(config: Config, returnTo: string | null): string {
  return messagePage(config, {
    title: t('notSignedIn.title'),
    texts: [t('notSignedIn.text')],
    action: buttonLink(returnTo ?? `${config.webOrigin}/login`, t('entry.logIn')),
  });
}

/** A form with only a button. */
export function buttonForm(view: {
  action: string;
  token: string;
  label: string;
  hidden?: Record<string, string>;
  second?: boolean;
  /** Accessible label for similar buttons in a list. */
  spoken?: string;
}): Html {
  return html`<form method="post" action="${view.action}">
<input type="hidden" name="token" value="${view.token}">
${Object.entries(view.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button${view.second && ' second'}"${view.spoken && html` aria-label="${view.spoken}"`}>${view.label}</button>
</form>`;
}

function passkeysText({ passkeys: count, passkeyAfterPassword }: SecondStep): string {
  if (count === 0) return t('account.none');
  const passkeys = t('account.passkeyCount', { count });
  return passkeyAfterPassword ? t('account.passkeysAfter', { passkeys }) : passkeys;
}

const dateText = (date: Date, time: boolean) =>
  new Intl.DateTimeFormat(LANGUAGES[language()].locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(time ? { hour: '2-digit', minute: '2-digit' } : {}),
    timeZone: 'UTC',
  }).format(date);

/** A day for texts. */
export const dayText = (date: Date): string => dateText(date, false);

/** A moment for texts. */
export const momentText = (date: Date): string => `${dateText(date, true)} UTC`;
