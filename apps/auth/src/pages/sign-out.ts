import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { clientOrigin } from '../provider/clients.ts';
import { buttonLink, html, layout, messagePage } from './layout.ts';

/** Asks before signing out, unless the app proved the account. */
export function signOutPage(
  config: Config,
  form: { action: string; secret: string; clientId: string | undefined },
): string {
  return layout(config, {
    title: t('sessions.end'),
    body: html`<h1>${t('sessions.end')}</h1>
<p class="lead">${t('signOut.lead')}</p>
<form method="post" action="${form.action}">
<input type="hidden" name="xsrf" value="${form.secret}">
<button class="button" name="logout" value="yes">${t('sessions.end')}</button>
</form>
<p class="more"><a href="${clientOrigin(config, form.clientId)}/">${t('signOut.stay')}</a></p>
<p class="more"><a href="/account/sessions">${t('sessions.endAll')}</a></p>`,
  });
}

/** Confirms that the session has ended, here or everywhere. */
export function signedOutPage(
  config: Config,
  { everywhere, clientId }: { everywhere: boolean; clientId?: string | undefined },
): string {
  return messagePage(config, {
    title: everywhere ? t('signOut.doneAll') : t('signOut.done'),
    texts: [everywhere ? t('signOut.doneAllText') : t('signOut.doneText')],
    action: buttonLink(`${clientOrigin(config, clientId)}/login`, t('entry.logIn')),
  });
}
