import { claimProfile, listClaimedProfiles } from '@troupe/contract/creator-app';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/creator';
import { SocialFailure, type SocialSource } from '@troupe/domain/creator-refresh';
import { problem } from '@troupe/domain/problem';
import {
  insertSharedProfile,
  openClaim,
  proofOfOther,
  proveClaim,
  readClaims,
  readInviteProof,
  readSharedProfile,
} from '../features/opt-in/creator-claim.queries.ts';
import { readUser } from '../features/user/user.queries.ts';
import type { Api } from '../platform/api.ts';
import type { Database } from '../platform/database.ts';
import { createLimiter } from '../platform/limiter.ts';
import { withTransaction } from '../platform/transaction.ts';

const CHECKS_A_MINUTE = 6;
const UNIQUE_VIOLATION = '23505';

type Claim = Parameters<typeof proveClaim>[1];

/**
 * Marks a claim as proved.
 * @throws conflict when another account was quicker
 */
export async function proveClaimOnce(
  tx: Database,
  claim: Claim,
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  await proveClaim(tx, claim, by, now).catch((error) => {
    throw error?.cause?.code === UNIQUE_VIOLATION ? takenByOther() : error;
  });
}

/** Creators say which profiles are theirs, and prove it: by a personal link, else by a code in their bio. */
export function claimProfiles(api: Api, sources: Partial<Record<Platform, SocialSource>>): void {
  const limit = createLimiter(api.rates, 'check-profile', CHECKS_A_MINUTE);

  api.implement(listClaimedProfiles, async ({ caller }) => ({
    profiles: await readClaims(api.db, caller.userId),
  }));

  api.implement(claimProfile, async ({ body, caller }) => {
    const { platform, inviteToken, check } = body;
    const username = handleOf(body.username);
    const invite = inviteToken ? await readInviteProof(api.db, inviteToken) : null;
    const user = await readUser(api.db, caller.userId, caller.role);
    const known = await readSharedProfile(api.db, platform, username);
    const other = known && (await proofOfOther(api.db, caller.userId, known.id));
    if (other === 'account') throw takenByOther();
    // A second invite decides nothing between two people: then the code does.
    const proved =
      !other &&
      invite !== null &&
      invite.platform === platform &&
      same(invite.username, username) &&
      same(invite.address, user?.email ?? '');
    const read =
      !proved && (!known || check) ? await look(platform, known ?? { username, socialId: null }) : null;
    await withTransaction(api.pool, async (tx) => {
      if (!known)
        await insertSharedProfile(tx, {
          platform,
          username: read?.username || username,
          socialId: read?.socialId ?? null,
        });
      const shared = known ?? (await readSharedProfile(tx, platform, read?.username || username));
      if (!shared) throw problem('not_found');
      const claim = await openClaim(tx, caller.userId, shared.id);
      if (!claim) throw problem('unauthenticated');
      if (claim.claimedAt) return;
      if (!proved && !(check && read?.bio.includes(claim.code))) return;
      await prove(tx, claim, proved ? 'invite' : 'account');
      // The brand that invited keeps this profile for itself: it sees that it is registered, too.
      if (invite?.brandId && proved) {
        const own = await openClaim(tx, caller.userId, invite.creatorId);
        if (own) await prove(tx, own, 'invite');
      }
    });
    const profiles = await readClaims(api.db, caller.userId);
    const name = read?.username || username;
    const profile = profiles.find((one) => one.platform === platform && same(one.username, name));
    if (!profile) throw problem('not_found');
    return { profile };
  });

  const prove = (tx: Database, claim: Claim, by: 'invite' | 'account') =>
    proveClaimOnce(tx, claim, by, api.clock.now());

  async function look(
    platform: Platform,
    { username, socialId }: { username: string; socialId: string | null },
  ) {
    const source = sources[platform];
    const name = PLATFORM_NAMES[platform];
    const instead = 'Open the personal link of an invite instead.';
    if (!source || platform === 'tiktok')
      throw problem('unavailable', { message: `${name} does not let us read bios. ${instead}` });
    if (!source.configured)
      throw problem('unavailable', { message: `${name} is not set up here. ${instead}` });
    await limit(`${platform}/${username.toLowerCase()}`);
    const options = { onDemand: true, connection: null, keepConnection: async () => {} };
    const reading = await source.read({ platform, username, socialId }, options).catch((error) => {
      if (error instanceof SocialFailure)
        throw problem('unavailable', {
          message: `${name} cannot be asked right now. Try again in a while.`,
          detail: error.message,
        });
      throw error;
    });
    if (reading.state === 'gone')
      throw problem('invalid', { fields: { username: `There is no account of this name on ${name}` } });
    if (reading.state !== 'read')
      throw problem('unavailable', {
        message: `${name} shows nothing of this account to others. ${instead}`,
      });
    const { profile } = reading;
    return { username: profile.username, socialId: profile.socialId, bio: profile.bio ?? '' };
  }
}

const same = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();

/** What somebody is told who claims what another account has claimed. */
export const takenByOther = () =>
  problem('conflict', {
    message:
      'Another account has claimed this profile. If it is yours, write to the people who run this service.',
  });

/** The name as profiles have it, without the @ in front. */
function handleOf(typed: string): string {
  const name = /^@?([\p{L}\p{N}._-]{1,100})$/u.exec(typed.trim())?.[1];
  if (!name)
    throw problem('invalid', {
      fields: { username: 'Write the name as it stands in the address of the profile' },
    });
  return name;
}
