import { language } from '@troupe/i18n/language';
import { errors, type InteractionResults } from 'oidc-provider';
import { saveLanguage } from '../accounts/accounts.ts';
import type { Host } from '../host.ts';
import { rememberPlace } from '../limits/known-places.ts';
import type { LoginView } from '../pages/entry.ts';
import { forgetHalfLogin, readSecondStep, saveHalfLogin } from '../proofs/second-step.ts';
import { clientOrigin, portalClientId, safeReturnPath } from '../provider/clients.ts';
import { chosenLanguage } from '../request-language.ts';
import { PageError, type Visit } from '../visit.ts';

/** The browser's login in progress, proven by its cookie. */
export interface OpenLogin extends LoginView {
  uid: string;
  clientId: string;
  /** Whether it is for the creator app. */
  forCreators: boolean;
  returnTo: string | null;
  loginHint: string;
  /** What the login needs: `login`, `create` or `consent`. */
  prompt: string;
  wantsSignUp: boolean;
  /** Whether it started in an existing session. */
  inSession: boolean;
}

/**
 * Returns the login in the path if this browser started it.
 * @throws PageError if it has ended or another browser started it
 */
export async function openLogin(host: Host, visit: Visit): Promise<OpenLogin> {
  const login = await findOpenLogin(host, visit);
  if (!login) throw new PageError(400, { kind: 'expired' });
  return login;
}

/** Like `openLogin`, but returns undefined instead of throwing. */
export async function findOpenLogin(host: Host, visit: Visit): Promise<OpenLogin | undefined> {
  try {
    const details = await host.provider.interactionDetails(visit.req, visit.res);
    const uid = details.uid;
    if (uid !== visit.params.uid) return undefined;
    const { client_id, redirect_uri, login_hint, screen_hint, return_to } = details.params;
    const clientId = String(client_id);
    const appHost =
      URL.parse(String(redirect_uri))?.host ?? new URL(clientOrigin(host.config, clientId)).host;
    return {
      uid,
      base: `/interaction/${uid}`,
      token: host.formToken(`login:${uid}`),
      appHost,
      clientId,
      forCreators: clientId === portalClientId,
      returnTo: safeReturnPath(return_to),
      loginHint: typeof login_hint === 'string' ? login_hint.replace(/\p{Cc}/gu, '').slice(0, 254) : '',
      prompt: details.prompt.name,
      wantsSignUp: details.prompt.name === 'create' || screen_hint === 'signup',
      inSession: Boolean(details.session),
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/**
 * Reads a form of a login.
 * @throws PageError if the form belongs to another login or browser
 */
export async function readLoginForm(host: Host, visit: Visit, login: OpenLogin): Promise<URLSearchParams> {
  const form = visit.form();
  if (!host.formTokenFits(`login:${login.uid}`, form.get('token'))) {
    throw new PageError(403, { kind: 'foreignForm' });
  }
  return form;
}

/** Passes the result of a login to the provider and redirects there. */
export async function answerLogin(host: Host, visit: Visit, result: InteractionResults): Promise<void> {
  visit.redirect(await host.provider.interactionResult(visit.req, visit.res, result));
}

/** Completes the login and redirects to the app. @param amr how the person authenticated */
export async function finishLogin(
  host: Host,
  visit: Visit,
  accountId: string,
  amr: readonly string[] = ['pwd'],
): Promise<void> {
  await forgetHalfLogin(host.db, visit.params.uid ?? '');
  await rememberPlace(host, visit, accountId);
  await saveLanguage(host.db, accountId, language(), chosenLanguage());
  await answerLogin(host, visit, {
    login: { accountId, amr: [...amr] },
    // Also satisfies `prompt=create`; ignored without that prompt.
    create: {},
  });
}

/** After the correct password: completes the login, or continues with the second step. */
export async function passPassword(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  accountId: string,
): Promise<void> {
  const { required } = await readSecondStep(host.db, accountId);
  if (!required) return await finishLogin(host, visit, accountId);
  await saveHalfLogin(host.db, login.uid, accountId);
  visit.redirect(`${login.base}/second`);
}
