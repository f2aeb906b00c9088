import type { Config } from '../config.ts';
import { type Html, html } from './html.ts';
import { buttonLink, layout, messagePage } from './layout.ts';

/** A session as the page shows it. */
export interface SessionLine {
  current: boolean;
  startedAt: Date;
  lastUsedAt: Date;
}

/** Where an account is signed in, with the button that ends all of it. */
export function sessionsPage(
  config: Config,
  view: { email: string; token: string; lines: SessionLine[] },
): string {
  return layout(config, {
    title: 'Where you are signed in',
    body: html`<h1>Where you are signed in</h1>
<p class="lead">Account ${view.email}</p>
<ul class="sessions">${view.lines.map(
      (line) => html`<li><strong>${line.current ? 'This browser' : 'Another browser'}</strong>
<span>Signed in ${moment(line.startedAt)}, last used ${moment(line.lastUsedAt)}</span></li>`,
    )}</ul>
<form method="post" action="/account/sessions">
<input type="hidden" name="token" value="${view.token}">
<button class="button">Sign out everywhere</button>
</form>
<p class="hint">Ends every session of your account, this one too.</p>
<p class="more"><a href="${config.webOrigin}/">Back to Troupe</a></p>`,
  });
}

export function noSessionPage(config: Config): string {
  return messagePage(config, {
    title: 'You are not signed in',
    texts: ['Log in to see where your account is in use.'],
    action: buttonLink(`${config.webOrigin}/login`, 'Log in'),
  });
}

function moment(date: Date): Html {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(date);
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`;
}
