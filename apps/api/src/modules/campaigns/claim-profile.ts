import * as calls from '@troupe/contract/campaigns/creator-app';
import { type ClaimedProfile, MAX_OPEN_CLAIMS } from '@troupe/domain/campaigns/opt-in';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { SocialFailure, type SocialSource } from '@troupe/domain/discovery/creator-refresh';
import { platformFacts } from '@troupe/domain/discovery/platforms';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { lockUser } from '../account/user/user.queries.ts';
import {
  deleteOpenClaim,
  insertOpenClaim,
  insertSharedProfile,
  readClaims,
  readInviteProof,
  readOpenClaim,
  readSharedProfile,
  verificationByOther,
} from './opt-in/creator-claim.queries.ts';
import { claimedByOther, settleCopies, verifyOnce } from './opt-in/own-copy.jobs.ts';

const CHECKS_PER_MINUTE = 6;
/** Platform lookups per account and hour; platforms grant one daily quota for all accounts. */
const LOOKUPS_PER_HOUR = 20;
const HOUR_MS = 60 * 60_000;

type Sources = Partial<Record<Platform, SocialSource>>;

/**
 * Links a shared profile to an account, with brands' own copies of it: to each brand, one profile is one creator.
 * @throws conflict when another account verified the profile first
 */
export async function verifyProfile(
  tx: Database,
  userId: string,
  creatorId: string,
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  await verifyOnce(tx, userId, creatorId, by, now);
  await settleCopies(tx, { sharedId: creatorId }, now);
}

/** Returns how profiles on a platform can be verified here, apart from invites. */
function verificationMethods(sources: Sources, platform: Platform): ClaimedProfile['proofs'] {
  const source = sources[platform];
  return [
    // On other platforms only the owner can read the bio.
    ...(source?.configured && platformFacts(platform).readOpenly ? (['bio'] as const) : []),
    ...(source?.consent?.configured ? (['connect'] as const) : []),
  ];
}

/** Returns an account's profiles, with the ways to verify the pending ones. */
export async function readClaimedProfiles(
  db: Database,
  userId: string,
  sources: Sources,
): Promise<ClaimedProfile[]> {
  return (await readClaims(db, userId)).map((claim) => {
    const proofs = claim.state === 'waiting' ? verificationMethods(sources, claim.platform) : [];
    return { ...claim, code: proofs.includes('bio') ? claim.code : null, proofs };
  });
}

interface ClaimParts {
  api: Api;
  sources: Sources;
  /** Limits lookups of one profile. @throws rate_limited */
  limitProfile: Limiter;
  /** Limits lookups per account. @throws rate_limited */
  limitAccount: Limiter;
}

type Limiter = ReturnType<typeof createLimiter>;

/** A profile as its owner entered it. */
interface NamedProfile {
  platform: Platform;
  username: string;
}

/** A profile as the platform knows it; `socialId` is null before the first lookup. */
interface KnownProfile {
  username: string;
  socialId: string | null;
}

/**
 * Registers the calls that let creators claim profiles and verify them: by invite link, by a code in their bio, or by
 * connecting the account (`connect-account.ts`). Open claims and lookups are limited before a platform is called.
 * Until a claim is verified, brands can't see the profile.
 */
export function claimProfiles(api: Api, sources: Sources): void {
  const limitProfile = createLimiter(api.rates, 'check-profile', CHECKS_PER_MINUTE);
  const limitAccount = createLimiter(api.rates, 'read-profile', LOOKUPS_PER_HOUR, HOUR_MS);
  const parts: ClaimParts = { api, sources, limitProfile, limitAccount };
  api.implement(calls.listClaimedProfiles, async ({ caller }) => ({
    profiles: await readClaimedProfiles(api.db, caller.userId, sources),
  }));
  api.implement(calls.claimProfile, (context) => claimProfile(parts, context));
}

async function claimProfile(
  parts: ClaimParts,
  { body, caller: { userId, role } }: CallContext<typeof calls.claimProfile>,
) {
  const { db } = parts.api;
  const { platform, inviteToken, check } = body;
  const username = handleOf(body.username);
  const invite = inviteToken ? await readInviteProof(db, inviteToken) : null;
  const user = await readUser(db, userId, role);
  const known = await readSharedProfile(db, platform, username);
  const other = known && (await verificationByOther(db, userId, known.id));
  if (other === 'account') throw claimedByOther();
  const mine = (await readClaimedProfiles(db, userId, parts.sources)).find(
    (one) => one.state === 'claimed' && one.platform === platform && same(one.username, username),
  );
  // Two invites can't decide between two claimants; require the code then.
  const invited =
    !other &&
    invite !== null &&
    invite.platform === platform &&
    same(invite.username, username) &&
    same(invite.address, user?.email ?? '');
  if (invited)
    await withTransaction(parts.api.pool, (tx) =>
      verify(
        tx,
        userId,
        { platform, username: known?.username ?? username, socialId: null },
        'invite',
        parts.api.clock.now(),
      ),
    );
  else if (!mine) await claimOpenly(parts, userId, { platform, username }, known, check);
  const profiles = await readClaimedProfiles(db, userId, parts.sources);
  const profile = profiles.find((one) => one.platform === platform && same(one.username, username));
  if (!profile) throw problem('not_found');
  return { profile };
}

/** Keeps the claim open until it is verified; with `check`, looks for its code. */
async function claimOpenly(
  parts: ClaimParts,
  userId: string,
  { platform, username }: NamedProfile,
  known: KnownProfile | null,
  check: boolean,
): Promise<void> {
  const { api, sources, limitAccount } = parts;
  const readable = verificationMethods(sources, platform).includes('bio');
  const open = await readOpenClaim(api.db, userId, platform, username);
  if (!open) await saveOpenClaim(api, userId, { platform, username: known?.username ?? username });
  if (check && !readable) throw bioUnreadable(platform, sources);
  if (!readable || !(check || !(open || known))) return;
  await limitAccount(userId);
  const read = await readProfile(parts, platform, known ?? { username, socialId: null }).catch(
    async (error) => {
      // A name that can't be looked up doesn't use up an open claim.
      if (!open) await deleteOpenClaim(api.db, userId, platform, username);
      throw error;
    },
  );
  if (!(check && open && read.bio.includes(open.code))) return;
  await withTransaction(api.pool, async (tx) => {
    // The platform may spell the name differently, or the account was renamed.
    const found = known?.username ?? (same(read.username, username) ? read.username : username);
    const profile = { platform, username: found, socialId: read.socialId };
    await verify(tx, userId, profile, 'account', api.clock.now());
  });
}

async function saveOpenClaim({ db, clock }: Api, userId: string, profile: NamedProfile): Promise<void> {
  const now = clock.now();
  const replaceBefore = new Date(now.getTime() - HOUR_MS);
  const kept = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return insertOpenClaim(tx, { userId, ...profile }, { most: MAX_OPEN_CLAIMS, replaceBefore, now });
  });
  if (!kept)
    throw problem('rate_limited', {
      retryAfter: HOUR_MS / 1000,
      message: `You have ${MAX_OPEN_CLAIMS} profiles waiting to be verified. Verify one first, or try again in an hour.`,
    });
}

/** Links the shared profile to this account, creating it if needed. */
async function verify(
  tx: Database,
  userId: string,
  profile: NamedProfile & KnownProfile,
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  const { platform, username } = profile;
  await insertSharedProfile(tx, profile);
  const shared = await readSharedProfile(tx, platform, username);
  if (!shared) throw problem('not_found');
  await verifyProfile(tx, userId, shared.id, by, now);
  await deleteOpenClaim(tx, userId, platform, username);
}

/** Returns a profile's current name, id and bio from its platform. */
async function readProfile(
  { sources, limitProfile }: ClaimParts,
  platform: Platform,
  { username, socialId }: KnownProfile,
) {
  const source = sources[platform];
  const name = PLATFORM_NAMES[platform];
  if (!source) throw bioUnreadable(platform, sources);
  await limitProfile(`${platform}/${username.toLowerCase()}`);
  const options = {
    onDemand: true,
    connection: null,
    saveConnection: async () => {},
    // We only need the bio.
    contentSince: null,
    allowPage: async () => false,
  };
  const reading = await source.read({ platform, username, socialId }, options).catch((error) => {
    if (error instanceof SocialFailure)
      throw problem('unavailable', {
        message: `We can't reach ${name} right now. Try again later.`,
        detail: error.message,
      });
    throw error;
  });
  if (reading.state === 'gone')
    throw problem('invalid', { fields: { username: `There's no ${name} account with this username` } });
  if (reading.state !== 'read') throw bioUnreadable(platform, sources);
  const { profile } = reading;
  return { username: profile.username, socialId: profile.socialId, bio: profile.bio ?? '' };
}

/** Returns the problem for a platform whose bios can't be read, with the alternatives. */
function bioUnreadable(platform: Platform, sources: Sources) {
  const name = PLATFORM_NAMES[platform];
  const instead = verificationMethods(sources, platform).includes('connect')
    ? `Connect your ${name} account instead.`
    : 'Log in with the email address a brand used to invite you.';
  return problem('invalid', { message: `We can't read bios on ${name}. ${instead}` });
}

const same = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();

/** Returns the handle without a leading @. */
function handleOf(typed: string): string {
  const name = /^@?([\p{L}\p{N}._-]{1,100})$/u.exec(typed.trim())?.[1];
  if (!name)
    throw problem('invalid', {
      fields: { username: 'Enter the name as it appears in your profile URL' },
    });
  return name;
}
