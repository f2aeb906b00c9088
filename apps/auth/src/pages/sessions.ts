import type { Config } from '../config.ts';
import { type AccountView, backLink, buttonForm, moment } from './account.ts';
import { html, layout } from './layout.ts';

/** A session in the list. */
export interface SessionLine {
  uid: string;
  /** Name of its browser. */
  device: string;
  current: boolean;
  startedAt: Date;
  lastUsedAt: Date;
}

/** Lists an account's sessions with buttons to end one or all. */
export function sessionsPage(
  config: Config,
  view: AccountView & { email: string; lines: SessionLine[]; notice: string | undefined },
): string {
  const others = view.lines.some((line) => !line.current);
  return layout(config, {
    title: 'Where you are signed in',
    wide: true,
    body: html`<h1>Where you are signed in</h1>
<p class="lead">Account ${view.email}. Names are as reported by each browser.</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<ul class="sessions">${view.lines.map(
      (line) => html`<li><div><strong>${line.device}${line.current && ' (this browser)'}</strong>
<span>Signed in ${moment(line.startedAt)}, last used ${moment(line.lastUsedAt)}</span></div>
${
  !line.current &&
  buttonForm({
    action: '/account/sessions/end',
    token: view.token,
    label: 'Sign out',
    second: true,
    spoken: `Sign out ${line.device}`,
    hidden: { session: line.uid },
  })
}</li>`,
    )}</ul>
${
  others &&
  buttonForm({
    action: '/account/sessions/end-others',
    token: view.token,
    label: 'Sign out everywhere else',
    second: true,
  })
}
${buttonForm({ action: '/account/sessions', token: view.token, label: 'Sign out everywhere' })}
<p class="hint">Ends every session of your account, including this one. Open pages stop working within half an hour.</p>
${backLink(view.backTo, true)}`,
  });
}
