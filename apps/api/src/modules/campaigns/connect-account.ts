import * as calls from '@troupe/contract/campaigns/creator-connection';
import { PLATFORM_NAMES, Platform } from '@troupe/domain/discovery/creator';
import { type GrantedAccount, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import { z } from 'zod';
import { readToken, sealText, signToken } from '../../platform/access/secret.ts';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import {
  deleteConnection,
  insertConnection,
  readConnectedProfile,
  readConnectionsOf,
} from '../discovery/creator/creator-connection.queries.ts';
import { REFRESH } from '../discovery/refresh-creator.ts';
import type { Sources } from '../discovery/social-sources.ts';
import { readClaimedProfiles, verifyProfile } from './claim-profile.ts';
import { deleteOpenClaim, insertSharedProfile, verificationByOther } from './opt-in/creator-claim.queries.ts';
import { claimedByOther } from './opt-in/own-copy.jobs.ts';

const PURPOSE = 'social-connection';
const STATE_MS = 10 * 60_000;
const ATTEMPTS_PER_MINUTE = 10;

const State = z.object({ userId: z.string(), platform: Platform });

interface ConnectionParts {
  api: Api;
  sources: Sources;
  /** Limits attempts per user. @throws rate_limited */
  limit: ReturnType<typeof createLimiter>;
}

/**
 * Registers the calls that connect creators' own accounts, for data only owners may read (story figures, all of
 * TikTok). The OAuth state is bound to the user, so a user can't be tricked into connecting someone else's account.
 */
export function connectAccounts(api: Api, sources: Sources): void {
  const parts: ConnectionParts = {
    api,
    sources,
    limit: createLimiter(api.rates, 'connect-account', ATTEMPTS_PER_MINUTE),
  };
  const { implement } = api;
  implement(calls.listCreatorConnections, (context) => listCreatorConnections(parts, context));
  implement(calls.beginCreatorConnection, (context) => beginCreatorConnection(parts, context));
  implement(calls.completeCreatorConnection, (context) => completeCreatorConnection(parts, context));
  implement(calls.endCreatorConnection, async ({ params: { socialProfileId }, caller }) => {
    if (!(await deleteConnection(api.db, caller.userId, socialProfileId))) throw problem('not_found');
    return { success: true as const };
  });
}

const redirectUriOf = ({ config }: Api) => `${config.PORTAL_ORIGIN}/connect`;

function consentOf({ sources }: ConnectionParts, platform: Platform) {
  const consent = sources[platform]?.consent;
  if (!consent?.configured)
    throw problem('invalid', {
      message: `You can't connect ${PLATFORM_NAMES[platform]} accounts here.`,
    });
  return consent;
}

async function listCreatorConnections(
  { api: { db, clock }, sources }: ConnectionParts,
  { caller }: CallContext<typeof calls.listCreatorConnections>,
) {
  const now = clock.now().toISOString();
  const connections = await readConnectionsOf(db, caller.userId);
  return {
    connections: connections.map(({ withdrawnAt, ...connection }) => ({
      ...connection,
      stands: withdrawnAt === null && connection.until > now,
    })),
    platforms: Platform.options.filter((platform) => sources[platform]?.consent?.configured),
  };
}

async function beginCreatorConnection(
  parts: ConnectionParts,
  { body: { platform }, caller: { userId } }: CallContext<typeof calls.beginCreatorConnection>,
) {
  const { api } = parts;
  const expires = new Date(api.clock.now().getTime() + STATE_MS);
  const payload = { userId, platform } satisfies z.input<typeof State>;
  const state = signToken(api.config.SECRET_KEY, PURPOSE, payload, expires);
  return { url: consentOf(parts, platform).address({ state, redirectUri: redirectUriOf(api) }) };
}

async function completeCreatorConnection(
  parts: ConnectionParts,
  { body: { code, state }, caller: { userId } }: CallContext<typeof calls.completeCreatorConnection>,
) {
  const { api, sources, limit } = parts;
  const read = State.safeParse(readToken(api.config.SECRET_KEY, PURPOSE, state, api.clock.now()));
  if (!read.success || read.data.userId !== userId)
    throw problem('invalid', {
      fields: { state: 'This link has expired or belongs to someone else. Connect the account again.' },
    });
  await limit(userId);
  const { platform } = read.data;
  const accounts = await grantedAccounts(parts, platform, code);
  const connected = await withTransaction(api.pool, async (tx, client) => {
    const ids: string[] = [];
    for (const account of accounts) {
      const id = await connect(api, tx, userId, platform, account);
      if (!id) continue;
      await api.jobs.send(REFRESH, { creatorId: id }, { transaction: client });
      ids.push(id);
    }
    if (ids.length === 0) throw claimedByOther();
    return ids;
  });
  const profiles = await readClaimedProfiles(api.db, userId, sources);
  return {
    profiles: profiles.filter(
      ({ socialProfileId }) => socialProfileId !== null && connected.includes(socialProfileId),
    ),
  };
}

/** Returns the accounts the user granted access to; at least one. */
async function grantedAccounts(
  parts: ConnectionParts,
  platform: Platform,
  code: string,
): Promise<GrantedAccount[]> {
  const name = PLATFORM_NAMES[platform];
  const accounts = await consentOf(parts, platform)
    .accept({ code, redirectUri: redirectUriOf(parts.api) })
    .catch((error) => {
      if (error instanceof SocialFailure)
        throw problem('unavailable', {
          message: `${name} isn't responding. Try connecting the account again later.`,
          detail: error.message,
        });
      throw error;
    });
  if (!accounts)
    throw problem('invalid', {
      fields: { code: `Your ${name} authorization is no longer valid. Connect the account again.` },
    });
  if (accounts.length === 0)
    throw problem('invalid', {
      fields: { code: `${name} didn't share any accounts. Choose a business or creator account there.` },
    });
  return accounts;
}

/** Saves one consent; the user who grants it owns the profile. Null if another user has already verified it. */
async function connect(
  { config, clock }: Api,
  tx: Database,
  userId: string,
  platform: Platform,
  { username, connection, scopes = null }: GrantedAccount,
): Promise<string | null> {
  const { openId, accessToken, refreshToken } = connection;
  const find = () => readConnectedProfile(tx, { platform, username, openId });
  let id = await find();
  if (!id) {
    await insertSharedProfile(tx, { platform, username, socialId: openId });
    id = await find();
  }
  if (!id) throw problem('not_found');
  if ((await verificationByOther(tx, userId, id)) === 'account') return null;
  await verifyProfile(tx, userId, id, 'account', clock.now());
  await deleteOpenClaim(tx, userId, platform, username);
  const seal = (text: string) => sealText(config.SECRET_KEY, text);
  const sealed = { ...connection, accessToken: seal(accessToken), refreshToken: seal(refreshToken), scopes };
  await insertConnection(tx, id, sealed, clock.now());
  return id;
}
