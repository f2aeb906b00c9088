import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { fromHere, html, sendVendorPage } from '../page/page.ts';
import { type Answer, answerCall, type Faults, ok, Refusal } from '../platform/faults.ts';
import { ACCESS_SECONDS, type MailAccess, type MailAccounts, type MailVendor } from './mail-accounts.ts';

/** What the vendors' OAuth hosts differ in. */
const VENDORS = {
  google: {
    name: 'Google',
    authorize: '/google-mail/o/oauth2/v2/auth',
    token: '/google-mail/token',
    scopes: {
      imap: ['https://mail.google.com/'],
      api: ['https://www.googleapis.com/auth/gmail.readonly', 'https://www.googleapis.com/auth/gmail.send'],
    },
  },
  microsoft: {
    name: 'Microsoft',
    authorize: '/microsoft-mail/common/oauth2/v2.0/authorize',
    token: '/microsoft-mail/common/oauth2/v2.0/token',
    scopes: {
      imap: ['https://outlook.office.com/IMAP.AccessAsUser.All', 'https://outlook.office.com/SMTP.Send'],
      api: ['https://graph.microsoft.com/Mail.Read', 'https://graph.microsoft.com/Mail.Send'],
    },
  },
} as const;

/** The registered app of both vendors. */
const MAIL_CLIENT = { id: 'sandbox-mail-client', secret: 'sandbox-mail-secret' };

const refusal = (status: number, error: string, description: string) =>
  new Refusal(status, description, { error, error_description: description });

/** Registers the OAuth hosts of Gmail and Microsoft 365: the consent page, and the token endpoint with PKCE. */
export function registerMailOauth(
  app: FastifyInstance,
  { accounts, faults, webOrigin }: { accounts: MailAccounts; faults: Faults; webOrigin: string },
): void {
  for (const vendor of ['google', 'microsoft'] as const) {
    registerConsent(app, { accounts, webOrigin, vendor });
    app.post<{ Body: URLSearchParams | null }>(VENDORS[vendor].token, (request, reply) =>
      answerCall(
        reply,
        {
          faults,
          answers: {
            error_500: { status: 500, body: { error: 'internal_failure' } },
            rate_limit: { status: 429, body: { error: 'rate_limit_exceeded' } },
          },
          save: accounts.save,
        },
        () => ({
          fault: faults.take('mailboxes', [vendor, 'oauth', '*'], (failure) => HTTP_FAULTS.has(failure)),
          work: (failure) => answerToken(accounts, vendor, request.body ?? new URLSearchParams(), failure),
        }),
      ),
    );
  }
}

const HTTP_FAULTS: ReadonlySet<string> = new Set([
  ...[
    'down',
    'error_500',
    'rate_limit',
    'wrong_key',
    'slow',
    'hang',
    'lost',
    'garbage',
    'revoked',
    'partial',
  ],
]);

interface Consent {
  accounts: MailAccounts;
  webOrigin: string;
  vendor: MailVendor;
}

function registerConsent(app: FastifyInstance, { accounts, webOrigin, vendor }: Consent): void {
  const { authorize, name, scopes } = VENDORS[vendor];
  const accessOf = (query: URLSearchParams): MailAccess | undefined => {
    const wanted = (query.get('scope') ?? '').split(' ');
    return (['imap', 'api'] as const).find((access) => scopes[access].every((one) => wanted.includes(one)));
  };
  const problemOf = (query: URLSearchParams): string | null => {
    const redirect = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== MAIL_CLIENT.id) return 'invalid_client: The OAuth client was not found.';
    if (!URL.canParse(redirect) || new URL(redirect).origin !== new URL(webOrigin).origin)
      return 'redirect_uri_mismatch: The redirect URI is not registered.';
    if (query.get('response_type') !== 'code') return 'unsupported_response_type';
    if (!accessOf(query)) return 'invalid_scope';
    return query.get('code_challenge_method') === 'S256' ? null : 'invalid_request: PKCE is required.';
  };
  const page = (query: URLSearchParams, problem: string | null) => {
    const own = accounts.list.filter(({ host }) => host === vendor);
    return problem
      ? html`<h1>Access blocked</h1><p>${problem}</p>`
      : html`<h1>Choose an account</h1><p>${accessOf(query) === 'api' ? 'Troupe wants to read and send email from your account.' : 'Troupe wants to read, send and delete email in your account.'}</p>
<form method="post" action="?${query.toString()}">${own.map(({ address }) => html`<p><button class="main" name="account" value="${address}">${address}</button></p>`)}
<p><button name="account" value="">Cancel</button></p></form>`;
  };
  const queryOf = (url: string) => new URL(url, 'http://localhost').searchParams;
  const show = { vendor: name, title: 'Choose an account', note: 'No real account is touched.', about: '' };
  app.get(authorize, (request, reply) => {
    const query = queryOf(request.url);
    const problem = problemOf(query);
    return sendVendorPage(reply, { ...show, content: page(query, problem), status: problem ? 400 : 200 });
  });
  app.post<{ Body: URLSearchParams | null }>(authorize, { preHandler: fromHere }, async (request, reply) => {
    const query = queryOf(request.url);
    const problem = problemOf(query);
    if (problem) return sendVendorPage(reply, { ...show, content: page(query, problem), status: 400 });
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    const account = accounts.find(request.body?.get('account') ?? '');
    const access = accessOf(query);
    if (account?.host === vendor && access) {
      const challenge = query.get('code_challenge') ?? '';
      back.searchParams.set(
        'code',
        accounts.newCode({ address: account.address, vendor, access, redirectUri, challenge }),
      );
      await accounts.save();
    } else back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', query.get('state') ?? '');
    return reply.redirect(back.href, 302);
  });
}

async function answerToken(
  accounts: MailAccounts,
  vendor: MailVendor,
  body: URLSearchParams,
  failure: string | null,
): Promise<Answer> {
  const field = (name: string) => body.get(name) ?? '';
  if (
    failure === 'wrong_key' ||
    field('client_id') !== MAIL_CLIENT.id ||
    field('client_secret') !== MAIL_CLIENT.secret
  )
    throw refusal(401, 'invalid_client', 'The client credentials are invalid.');
  const tokens =
    failure === 'revoked'
      ? null
      : field('grant_type') === 'refresh_token'
        ? accounts.renew(field('refresh_token'), vendor)
        : accounts.redeem(field('code'), vendor, field('redirect_uri'), field('code_verifier'));
  if (!tokens) throw refusal(400, 'invalid_grant', 'The token has been expired or revoked.');
  const idToken = await new SignJWT({ email: tokens.address, preferred_username: tokens.address })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(MAIL_CLIENT.id)
    .setIssuedAt()
    .sign(Buffer.from(MAIL_CLIENT.secret.padEnd(32, '.')));
  return ok({
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    scope: VENDORS[vendor].scopes[tokens.access].slice(0, failure === 'partial' ? 1 : 2).join(' '),
    id_token: idToken,
    ...(tokens.refreshToken && { refresh_token: tokens.refreshToken }),
  });
}
