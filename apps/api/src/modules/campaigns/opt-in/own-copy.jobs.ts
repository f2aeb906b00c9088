import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { oneByOne } from '../../../platform/jobs.ts';
import { openClaim, verifyClaim } from './creator-claim.queries.ts';
import {
  lockCopy,
  moveCampaignWork,
  moveFindings,
  moveFlags,
  moveItems,
  moveReports,
  readBrandsWithCopies,
  readUnsettledCopies,
  type UnsettledCopy,
  usesBoth,
} from './own-copy.queries.ts';
import { moveConversation } from './own-copy-conversation.queries.ts';

const BATCH = 5000;
const UNIQUE_VIOLATION = '23505';

/**
 * Registers the job that settles copies every night: those of older claims, and what brands did with the shared profile
 * since. Each copy is a short transaction.
 */
export function ownCopies(api: Api): void {
  api.jobs.every('40 3 * * *', 'own-copies', (signal) => settleAllCopies(api, signal), { policy: 'short' });
}

/** Settles the copies of all brands. */
export async function settleAllCopies({ db, pool, clock, log }: Api, signal: AbortSignal): Promise<void> {
  for (const brandId of await readBrandsWithCopies(db)) {
    let after: string | undefined;
    do {
      if (signal.aborted) return;
      const copies = await readUnsettledCopies(db, after ? { brandId, after } : { brandId }, BATCH);
      // Read again in the transaction: the claim may have ended.
      await oneByOne(log, 'failed to settle a copy of a creator', copies, ({ sharedId }) =>
        withTransaction(pool, (tx) => settleCopies(tx, { sharedId, brandId }, clock.now())),
      );
      after = copies.length < BATCH ? undefined : copies.at(-1)?.copyId;
    } while (after);
  }
}

/**
 * Settles the copies of a claimed profile: to each brand, one profile is one creator. Copies are claimed with it, and what
 * a brand has with the shared profile moves to its copy.
 */
export async function settleCopies(
  tx: Database,
  of: { sharedId: string; brandId?: string },
  now: Date,
): Promise<void> {
  for (const copy of await readUnsettledCopies(tx, of, null)) await settle(tx, copy, now);
}

async function settle(tx: Database, copy: UnsettledCopy, now: Date): Promise<void> {
  if (!(await lockCopy(tx, copy))) return;
  const at = now.toISOString();
  if (copy.unclaimed)
    await verifyOnce(tx, copy.userId, copy.copyId, copy.byInvite ? 'invite' : 'account', now);
  if (!copy.kept) return;
  await moveItems(tx, copy, at);
  await moveFlags(tx, copy, at);
  await moveReports(tx, copy);
  await moveFindings(tx, copy, at);
  if (await usesBoth(tx, copy)) return;
  await moveCampaignWork(tx, copy);
  await moveConversation(tx, copy);
}

/**
 * Links a profile to an account.
 * @throws conflict when another account verified the profile first
 */
export async function verifyOnce(
  tx: Database,
  userId: string,
  creatorId: string,
  by: 'invite' | 'account',
  now: Date,
): Promise<void> {
  const claim = await openClaim(tx, userId, creatorId);
  if (!claim) throw problem('unauthenticated');
  await verifyClaim(tx, claim, by, now).catch((error) => {
    throw error?.cause?.code === UNIQUE_VIOLATION ? claimedByOther() : error;
  });
}

/** Returns the problem for a profile that another account has claimed. */
export const claimedByOther = () =>
  problem('conflict', {
    message: "Another account has claimed this profile. If it's yours, contact support.",
  });
