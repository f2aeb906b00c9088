import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Logger } from 'pino';
import { claimsOf, findAccountById } from '../accounts/accounts.ts';
import { noteSession } from '../accounts/session-notes.ts';
import { type Config, lifetimes } from '../config.ts';
import type { Database } from '../database.ts';
import { errorPage } from '../pages/error.ts';
import { signedOutPage, signOutPage } from '../pages/sign-out.ts';
import { createAdapter } from './adapter.ts';
import { ownClients } from './clients.ts';
import type { KeySet } from './keys.ts';
import { publicId, revocationPath } from './revocations.ts';

const apiScopes = 'openid profile email';
const loginRoutes = new Set(['authorization', 'resume']);
const profileClaims = ['name', 'given_name', 'family_name', 'locale', 'troupe_role'];

/** Dependencies of a provider; a new one is created when the keys change. */
export interface ProviderParts {
  config: Config;
  db: Database;
  keys: KeySet;
  log: Logger;
}

/** Creates the OpenID Connect provider. All its state is in the database. */
export function createProvider({ config, db, keys, log }: ProviderParts): Provider {
  const provider = new Provider(config.issuer, {
    adapter: createAdapter(db),
    clients: ownClients(config),
    jwks: { keys: keys.signing as never },
    cookies: {
      keys: keys.cookies,
      names: cookieNames(config),
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: {
      openid: ['sub', 'groups', 'troupe_signed_up_at'],
      profile: profileClaims,
      email: ['email', 'email_verified'],
    },
    discovery: {
      // Where our apps link for account security.
      account_management_uri: `${config.issuer}/account`,
      revocation_list_uri: `${config.issuer}${revocationPath}`,
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: ['screen_hint', 'return_to'],
    interactions: { policy: policy(), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      IdToken: lifetimes.idToken,
      Interaction: lifetimes.interaction,
      Session: lifetimes.session,
      Grant: lifetimes.grant,
      // A rotated token keeps the expiry of the first one, so a stolen chain ends.
      RefreshToken: (ctx) => {
        const rotated = ctx?.oidc?.entities.RotatedRefreshToken as { remainingTTL: number } | undefined;
        return rotated?.remainingTTL ?? lifetimes.refreshToken;
      },
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    loadExistingGrant: (ctx) => grantForOwnClient(ctx, config),
    findAccount: async (_ctx, id) => {
      const account = await findAccountById(db, id);
      return account && { accountId: id, claims: () => ({ sub: id, ...claimsOf(account) }) };
    },
    extraTokenClaims: async (_ctx, token) => {
      const account = 'accountId' in token ? await findAccountById(db, String(token.accountId)) : undefined;
      return account && { ...claimsOf(account), ...originOf(token) };
    },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((address) => new URL(address).origin === origin),
    renderError: (ctx, out, error) => {
      ctx.type = 'html';
      ctx.body = errorPage(config, describeError(error, out.error_description));
    },
    features: features(config),
  });
  // Our server sets host and scheme from the issuer.
  provider.proxy = true;
  provider.use(signOutWithoutSession);
  provider.use(noteBrowserIn(db));
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'provider request failed'));
  return provider;
}

/** Returns the session and grant of an access token, as named in the revocation list. */
function originOf(token: object): { sid?: string; gid?: string } {
  const { sessionUid, grantId } = token as { sessionUid?: string; grantId?: string };
  return {
    ...(sessionUid ? { sid: publicId(sessionUid) } : {}),
    ...(grantId ? { gid: publicId(grantId) } : {}),
  };
}

/**
 * Cookies are shared by all ports of a host; the port in their name separates instances on one
 * machine.
 */
function cookieNames(config: Config) {
  const { port } = new URL(config.issuer);
  const prefix = `troupe${port ? `_${port}` : ''}`;
  return { session: `${prefix}_session`, interaction: `${prefix}_login`, resume: `${prefix}_resume` };
}

function policy() {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  const create = new Prompt(
    { name: 'create', requestable: true },
    new Check('no_account', 'sign-up is required', (ctx) =>
      // A logged-in person already has an account, so sign-up would be confusing.
      (ctx.oidc as unknown as { prompts: Set<string> }).prompts.has('create') && !ctx.oidc.session?.accountId
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  );
  create.checks.remove('create_prompt');
  prompts.add(create, 0);
  prompts
    .get('login')
    ?.checks.add(
      new Check('account_gone', 'the account no longer exists', (ctx) =>
        ctx.oidc.session?.accountId && !ctx.oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return prompts;
}

/** Our own apps need no consent: the grant is created, extended and renewed automatically. */
async function grantForOwnClient(ctx: KoaContextWithOIDC, config: Config) {
  const { client, session, provider, params } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const usable = known?.accountId === session.accountId ? known : undefined;
  const grant = usable ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  grant.addResourceScope(config.audience, apiScopes);
  // Unset to renew: it must outlive its refresh tokens.
  grant.exp = undefined as never;
  await grant.save();
  return grant;
}

function features(config: Config): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => config.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== config.audience) throw new errors.InvalidTarget();
        return {
          audience: config.audience,
          scope: apiScopes,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimes.accessToken,
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => signOut(ctx, config),
      postLogoutSuccessSource: (ctx) => {
        ctx.type = 'html';
        ctx.body = signedOutPage(config, { everywhere: false, clientId: ctx.oidc.client?.clientId });
      },
    },
  };
}

/**
 * Signs out immediately if the app's ID token proves the account; otherwise asks first,
 * because any page could link here.
 */
async function signOut(ctx: KoaContextWithOIDC, config: Config): Promise<void> {
  const { session, provider, entities, params } = ctx.oidc;
  const hint = entities.IdTokenHint?.payload as { sub?: string } | undefined;
  if (!session || hint?.sub !== session.accountId) {
    const secret = (session?.state as { secret?: string } | undefined)?.secret ?? '';
    ctx.body = signOutPage(config, {
      action: provider.pathFor('end_session_confirm'),
      secret,
      clientId: ctx.oidc.client?.clientId,
    });
    return;
  }
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue;
    await Promise.all([
      provider.RefreshToken.revokeByGrantId(grantId),
      (await provider.Grant.find(grantId))?.destroy(),
    ]);
  }
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
  ctx.status = 303;
  ctx.redirect(afterSignOut(provider, params ?? {}));
}

/** Skips signing out without a session; the library would require JavaScript. */
async function signOutWithoutSession(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = ctx;
  if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId) return;
  ctx.status = 303;
  ctx.body = null;
  ctx.redirect(afterSignOut(oidc.provider, oidc.params ?? {}));
}

/** Records a session's browser whenever it passes through a login. */
function noteBrowserIn(db: Database) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const session = ctx.oidc?.session;
    if (!session?.accountId || !loginRoutes.has(ctx.oidc.route)) return;
    const { uid, accountId } = session;
    await noteSession(db, { uid, accountId, userAgent: ctx.get('user-agent') });
  };
}

function afterSignOut(provider: Provider, params: Record<string, unknown>): string {
  if (typeof params.post_logout_redirect_uri !== 'string') return provider.pathFor('end_session_success');
  const target = new URL(params.post_logout_redirect_uri);
  if (typeof params.state === 'string') target.searchParams.set('state', params.state);
  return target.href;
}

function describeError(error: unknown, description: string | undefined) {
  if (error instanceof errors.SessionNotFound) return { kind: 'expired' as const };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) return { kind: 'failed' as const };
  return { kind: 'refused' as const, reason: description };
}
