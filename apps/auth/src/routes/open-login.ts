import { errors, type InteractionResults } from 'oidc-provider';
import type { Host } from '../host.ts';
import { rememberPlace } from '../limits/known-places.ts';
import type { LoginView } from '../pages/entry.ts';
import { forgetHalfLogin, keepHalfLogin, readSecondStep } from '../proofs/second-step.ts';
import { clientOrigin, portalClientId, safeReturnPath } from '../provider/clients.ts';
import { PageError, type Visit } from '../visit.ts';

/** The login a browser is in the middle of, proven by its cookie. */
export interface OpenLogin extends LoginView {
  uid: string;
  clientId: string;
  /** Whether the app is the one for creators. */
  forCreators: boolean;
  returnTo: string | null;
  loginHint: string;
  /** What the login waits for: `login`, `create` or `consent`. */
  prompt: string;
  wantsSignUp: boolean;
  /** Whether it began inside a session that exists already. */
  inSession: boolean;
}

/**
 * The login named in the path, when this browser began it.
 * @throws PageError when it has ended, or another browser began it
 */
export async function openLogin(host: Host, visit: Visit): Promise<OpenLogin> {
  const login = await findOpenLogin(host, visit);
  if (!login) throw new PageError(400, { kind: 'expired' });
  return login;
}

/** Like `openLogin`, but undefined instead of an error. */
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
 * Reads a form sent inside a login.
 * @throws PageError when the form was not made for this login in this browser
 */
export async function readLoginForm(host: Host, visit: Visit, login: OpenLogin): Promise<URLSearchParams> {
  const form = visit.form();
  if (!host.formTokenFits(`login:${login.uid}`, form.get('token'))) {
    throw new PageError(403, { kind: 'foreignForm' });
  }
  return form;
}

/** Tells the provider what came of a login; the browser goes on to it. */
export async function answerLogin(host: Host, visit: Visit, result: InteractionResults): Promise<void> {
  visit.redirect(await host.provider.interactionResult(visit.req, visit.res, result));
}

/** Ends the login: the browser goes on to the app, logged in. @param amr how the person proved who they are */
export async function finishLogin(
  host: Host,
  visit: Visit,
  accountId: string,
  amr: readonly string[] = ['pwd'],
): Promise<void> {
  await forgetHalfLogin(host.db, visit.params.uid ?? '');
  await rememberPlace(host, visit, accountId);
  await answerLogin(host, visit, {
    login: { accountId, amr: [...amr] },
    // Answers `prompt=create` too; without that prompt it is ignored.
    create: {},
  });
}

/** After the right password: the login ends, or goes on to its second step. */
export async function passPassword(
  host: Host,
  visit: Visit,
  login: OpenLogin,
  accountId: string,
): Promise<void> {
  const { required } = await readSecondStep(host.db, accountId);
  if (!required) return await finishLogin(host, visit, accountId);
  await keepHalfLogin(host.db, login.uid, accountId);
  visit.redirect(`${login.base}/second`);
}
