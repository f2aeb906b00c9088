import type { Config } from '../config.ts';
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
    title: 'How you sign in',
    wide: true,
    body: html`<h1>How you sign in</h1>
<p class="lead">Account ${view.email}</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<ul class="rows">
${row('/account/email', 'Email', view.pendingEmail ? `${view.email}. Waiting for ${view.pendingEmail} to be confirmed` : view.email)}
${row('/account/password', 'Password', html`Last changed ${day(view.passwordChangedAt)}`)}
${row('/account/two-step', 'Authenticator app', step.app ? 'On. Its code is asked for after the password' : 'Off')}
${row('/account/passkeys', 'Passkeys', step.passkeys === 0 ? 'None' : `${step.passkeys} ${step.passkeys === 1 ? 'passkey' : 'passkeys'}${step.passkeyAfterPassword ? ', asked for after the password' : ''}`)}
${step.required && row('/account/recovery-codes', 'Recovery codes', `${step.codesLeft} left`)}
${row('/account/sessions', 'Where you are signed in', `${view.sessions} ${view.sessions === 1 ? 'place' : 'places'}`)}
${view.mayClose && row('/account/close', 'Close account', 'Removes your name, email and password')}
</ul>
${backLink(view.backTo)}`,
  });
}

const row = (href: string, title: string, text: Part) =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

/** Link back to the app or the overview. */
export const backLink = (backTo: string, list = false): Html =>
  html`${list && html`<p class="more"><a href="/account">How you sign in</a></p>`}<p class="more"><a href="${backTo}">Back to Troupe</a></p>`;

export function notSignedInPage(config: Config, returnTo: string | null): string {
  return messagePage(config, {
    title: 'You are not signed in',
    texts: ['Log in to see and change how you sign in.'],
    action: buttonLink(returnTo ?? `${config.webOrigin}/login`, 'Log in'),
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

const format = (date: Date, time: boolean) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(time ? { hour: '2-digit', minute: '2-digit' } : {}),
    timeZone: 'UTC',
  }).format(date);

export const day = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${format(date, false)}</time>`;

export const moment = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${format(date, true)} UTC</time>`;
