// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'account.of': { name: Value };
  'admin.open': Record<never, never>;
  'admin.text': Record<never, never>;
  'admin.title': Record<never, never>;
  'dashboard.opening': Record<never, never>;
  'greeting': { name: Value };
  'home.title': Record<never, never>;
  'landing.createAccount': Record<never, never>;
  'landing.documentTitle': Record<never, never>;
  'landing.ended': Record<never, never>;
  'landing.endedText': Record<never, never>;
  'landing.logIn': Record<never, never>;
  'landing.notLoggedIn': Record<never, never>;
  'landing.text': Record<never, never>;
  'landing.title': Record<never, never>;
  'load.failed': Record<never, never>;
  'load.logInAgain': Record<never, never>;
  'login.busy': Record<never, never>;
  'login.refused': Record<never, never>;
  'login.stale': Record<never, never>;
  'login.title': Record<never, never>;
  'login.unreachable': Record<never, never>;
  'logout.action': Record<never, never>;
  'logout.busy': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('portal/account', english);
