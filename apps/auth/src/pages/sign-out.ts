import type { Config } from '../config.ts';
import { clientOrigin } from '../provider/clients.ts';
import { buttonLink, html, layout, messagePage } from './layout.ts';

/** Asks before signing out, only if the app didn't prove whom it signs out. */
export function signOutPage(
  config: Config,
  form: { action: string; secret: string; clientId: string | undefined },
): string {
  return layout(config, {
    title: 'Sign out',
    body: html`<h1>Sign out</h1>
<p class="lead">You will be signed out of Troupe in this browser.</p>
<form method="post" action="${form.action}">
<input type="hidden" name="xsrf" value="${form.secret}">
<button class="button" name="logout" value="yes">Sign out</button>
</form>
<p class="more"><a href="${clientOrigin(config, form.clientId)}/">Stay signed in</a></p>
<p class="more"><a href="/account/sessions">Sign out everywhere</a></p>`,
  });
}

/** Confirms that the session has ended, here or everywhere. */
export function signedOutPage(
  config: Config,
  { everywhere, clientId }: { everywhere: boolean; clientId?: string | undefined },
): string {
  return messagePage(config, {
    title: everywhere ? 'You are signed out everywhere' : 'You are signed out',
    texts: [
      everywhere
        ? 'Every session of your account has ended. Open pages stop working within half an hour.'
        : 'You can close this page.',
    ],
    action: buttonLink(`${clientOrigin(config, clientId)}/login`, 'Log in'),
  });
}
