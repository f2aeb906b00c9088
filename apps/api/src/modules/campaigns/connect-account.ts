import {
  beginCreatorConnection,
  completeCreatorConnection,
  endCreatorConnection,
  listCreatorConnections,
} from '@troupe/contract/campaigns/creator-connection';
import { PLATFORM_NAMES, Platform } from '@troupe/domain/discovery/creator';
import { type GrantedAccount, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/limiter';
import { z } from 'zod';
import { readToken, sealText, signToken } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { withTransaction } from '../../platform/transaction.ts';
import {
  deleteConnection,
  insertConnection,
  readConnectedProfile,
  readConnectionsOf,
} from '../discovery/creator/creator-connection.queries.ts';
import { REFRESH } from '../discovery/refresh-creator.ts';
import type { Sources } from '../discovery/social-sources.ts';
import { proveClaimOnce, readClaimedProfiles, takenByOther } from './claim-profile.ts';
import {
  deleteOpenClaim,
  insertSharedProfile,
  openClaim,
  proofOfOther,
} from './opt-in/creator-claim.queries.ts';

const PURPOSE = 'social-connection';
const STATE_MS = 10 * 60_000;
const TRIES_A_MINUTE = 10;

const State = z.object({ userId: z.string(), platform: Platform });

/**
 * Creators connect their own accounts, so that what only owners may read (figures of stories, all of TikTok) can be
 * read. The state that goes through the platform names the person: nobody can be made to connect another's account.
 */
export function connectAccounts(api: Api, sources: Sources): void {
  const limit = createLimiter(api.rates, 'connect-account', TRIES_A_MINUTE);
  const redirectUri = `${api.config.PORTAL_ORIGIN}/connect`;
  const consentOf = (platform: Platform) => {
    const consent = sources[platform]?.consent;
    if (!consent?.configured)
      throw problem('unavailable', {
        message: `${PLATFORM_NAMES[platform]} accounts cannot be connected here.`,
      });
    return consent;
  };

  api.implement(listCreatorConnections, async ({ caller }) => {
    const now = api.clock.now().toISOString();
    const connections = await readConnectionsOf(api.db, caller.userId);
    return {
      connections: connections.map(({ withdrawnAt, ...connection }) => ({
        ...connection,
        stands: withdrawnAt === null && connection.until > now,
      })),
      platforms: Platform.options.filter((platform) => sources[platform]?.consent?.configured),
    };
  });

  api.implement(beginCreatorConnection, async ({ body: { platform }, caller }) => {
    const expires = new Date(api.clock.now().getTime() + STATE_MS);
    const payload = { userId: caller.userId, platform } satisfies z.input<typeof State>;
    const state = signToken(api.config.SECRET_KEY, PURPOSE, payload, expires);
    return { url: consentOf(platform).address({ state, redirectUri }) };
  });

  api.implement(completeCreatorConnection, async ({ body: { code, state }, caller }) => {
    const told = State.safeParse(readToken(api.config.SECRET_KEY, PURPOSE, state, api.clock.now()));
    if (!told.success || told.data.userId !== caller.userId)
      throw problem('invalid', {
        fields: { state: 'This link has expired or belongs to someone else. Connect the account again.' },
      });
    await limit(caller.userId);
    const { platform } = told.data;
    const name = PLATFORM_NAMES[platform];
    const accounts = await consentOf(platform)
      .accept({ code, redirectUri })
      .catch((error) => {
        if (error instanceof SocialFailure)
          throw problem('unavailable', {
            message: `${name} cannot be asked right now. Connect the account again in a while.`,
            detail: error.message,
          });
        throw error;
      });
    if (!accounts)
      throw problem('invalid', {
        fields: { code: `${name} does not know this consent any more. Connect the account again.` },
      });
    if (accounts.length === 0)
      throw problem('invalid', {
        fields: { code: `${name} let no account in. Choose a business or creator account there.` },
      });
    const connected = await withTransaction(api.pool, async (tx, client) => {
      const ids: string[] = [];
      for (const account of accounts) {
        const id = await connect(tx, caller.userId, platform, account);
        if (!id) continue;
        await api.jobs.send(REFRESH, { creatorId: id }, { transaction: client });
        ids.push(id);
      }
      if (ids.length === 0) throw takenByOther();
      return ids;
    });
    const profiles = await readClaimedProfiles(api.db, caller.userId, sources);
    return {
      profiles: profiles.filter(
        ({ socialProfileId }) => socialProfileId !== null && connected.includes(socialProfileId),
      ),
    };
  });

  api.implement(endCreatorConnection, async ({ params: { socialProfileId }, caller }) => {
    if (!(await deleteConnection(api.db, caller.userId, socialProfileId))) throw problem('not_found');
    return { success: true as const };
  });

  /** Keeps one consent; whoever can give it owns the profile. Null where another person has shown that they run it. */
  async function connect(
    tx: Database,
    userId: string,
    platform: Platform,
    { username, connection }: GrantedAccount,
  ): Promise<string | null> {
    const { openId, accessToken, refreshToken } = connection;
    const find = () => readConnectedProfile(tx, { platform, username, openId });
    let id = await find();
    if (!id) {
      await insertSharedProfile(tx, { platform, username, socialId: openId });
      id = await find();
    }
    if (!id) throw problem('not_found');
    if ((await proofOfOther(tx, userId, id)) === 'account') return null;
    const claim = await openClaim(tx, userId, id);
    if (!claim) throw problem('unauthenticated');
    await proveClaimOnce(tx, claim, 'account', api.clock.now());
    await deleteOpenClaim(tx, userId, platform, username);
    const seal = (text: string) => sealText(api.config.SECRET_KEY, text);
    const sealed = { ...connection, accessToken: seal(accessToken), refreshToken: seal(refreshToken) };
    await insertConnection(tx, id, sealed, api.clock.now());
    return id;
  }
}
