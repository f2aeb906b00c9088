import { findAccountById, passwordChangedAt } from '../accounts/accounts.ts';
import { findEmailChangeOf } from '../accounts/email-changes.ts';
import type { Host } from '../host.ts';
import { readSecondStep } from '../proofs/second-step.ts';
import { listSessions } from '../provider/adapter.ts';
import { readAccessToken } from '../provider/keys.ts';
import type { Route } from '../routing.ts';
import type { Visit } from '../visit.ts';

/**
 * Account security state for the profile page of our apps. Authenticated by access token, so it
 * doesn't depend on cookies.
 */
export function accountStateRoutes(host: Host): Route[] {
  const pattern = '/account/state';
  return [
    { method: 'GET', pattern, handle: (visit) => sendState(host, visit) },
    { method: 'OPTIONS', pattern, handle: (visit) => allow(host, visit) },
  ];
}

function allowOrigin({ config }: Host, { request, reply }: Visit): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin !== config.webOrigin && origin !== config.portalOrigin) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-allow-headers', 'authorization');
  reply.header('access-control-max-age', '600');
}

function allow(host: Host, visit: Visit): void {
  allowOrigin(host, visit);
  visit.reply.code(204).send();
}

async function sendState(host: Host, visit: Visit): Promise<void> {
  allowOrigin(host, visit);
  const id = await readAccessToken(host, visit.request.headers.authorization);
  const account = id ? await findAccountById(host.db, id) : undefined;
  if (!account) return sendJson(visit, 401, { error: 'invalid_token' });
  const { db } = host;
  const [step, pending, sessions, changedAt] = await Promise.all([
    readSecondStep(db, account.id),
    findEmailChangeOf(db, account.id),
    listSessions(db, account.id),
    passwordChangedAt(db, account.id),
  ]);
  sendJson(visit, 200, {
    email: account.email,
    pendingEmail: pending?.email ?? null,
    passwordChangedAt: changedAt.toISOString(),
    authenticatorApp: step.app,
    passkeys: step.passkeys,
    passkeyAfterPassword: step.passkeyAfterPassword,
    recoveryCodesLeft: step.codesLeft,
    sessions: sessions.length,
  });
}

const sendJson = (visit: Visit, status: number, body: object) =>
  visit.send(status, 'application/json', JSON.stringify(body), 'no-store');
