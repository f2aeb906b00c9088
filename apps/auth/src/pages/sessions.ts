import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { type AccountView, backLink, buttonForm, momentText } from './account.ts';
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
    title: t('sessions.title'),
    wide: true,
    body: html`<h1>${t('sessions.title')}</h1>
<p class="lead">${t('sessions.lead', { email: view.email })}</p>
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<ul class="sessions">${view.lines.map(
      (
        line,
      ) => html`<li><div><strong>${line.current ? t('sessions.current', { device: line.device }) : line.device}</strong>
<span>${t('sessions.line', { started: momentText(line.startedAt), used: momentText(line.lastUsedAt) })}</span></div>
${
  !line.current &&
  buttonForm({
    action: '/account/sessions/end',
    token: view.token,
    label: t('sessions.end'),
    second: true,
    spoken: t('sessions.endOne', { device: line.device }),
    hidden: { session: line.uid },
  })
}</li>`,
    )}</ul>
${
  others &&
  buttonForm({
    action: '/account/sessions/end-others',
    token: view.token,
    label: t('sessions.endOthers'),
    second: true,
  })
}
${buttonForm({ action: '/account/sessions', token: view.token, label: t('sessions.endAll') })}
<p class="hint">${t('sessions.endAllHint')}</p>
${backLink(view.backTo, true)}`,
  });
}
