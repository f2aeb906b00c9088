import type { Config } from '../config.ts';
import { html } from './html.ts';
import { buttonLink, messagePage } from './layout.ts';

/** What this host keeps about people, in plain words. */
export function privacyPage(config: Config): string {
  return messagePage(config, {
    title: 'Privacy',
    texts: [
      "This host stores what logging in requires: your name, your email, the brand you entered when signing up, and your password as an argon2id hash that can't be reversed.",
      'If you set up a second step, it keeps the secret of your authenticator app encrypted, recovery codes as keyed hashes, and of passkeys the public half. For each session, it stores the browser name so you can recognize it.',
      'It sets cookies that hold a random number each: one for the login you are in the middle of, one for your session, which ends after 14 days without use. None of them follow you elsewhere.',
      'It counts failed logins under a hash of email and network address, to slow down guessing. Its log holds neither.',
      html`The apps of Troupe receive your name, email and role when you log in. Nobody else does. You can <a href="/account">change how you sign in</a> and <a href="/account/sessions">end all sessions</a> at any time.`,
    ],
    action: buttonLink(`${config.webOrigin}/`, 'Go to Troupe'),
  });
}
