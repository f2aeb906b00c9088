import * as contract from '@troupe/contract/affiliate/affiliate';
import type { OwnAffiliate } from '@troupe/domain/affiliate/affiliate';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { buyerEmailKeyOf } from '../commerce/order/order-customer.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import { readOwnAffiliates } from './affiliate/affiliate.queries.ts';
import {
  addBuyerKey,
  brandOfAffiliate,
  lockAffiliate,
  readAffiliateNotice,
  readBuyerEmails,
  type StoredAffiliate,
  writeAffiliate,
} from './affiliate/affiliate-change.queries.ts';
import { lockProgram } from './affiliate-program/affiliate-program.queries.ts';
import { moveColumns } from './affiliates.ts';
import { t } from './messages/messages.gen.ts';
import { storefrontOf } from './program-stores.ts';

/** Registers the creators' calls about the programs they are in. */
export function ownAffiliates(api: Api): void {
  const { implement } = api;
  implement(contract.listOwnAffiliates, async ({ caller }) => ({
    affiliates: await readCreatorPrograms(api, caller.userId),
  }));
  implement(contract.acceptAffiliateTerms, (context) => accept(api, context));
  implement(contract.declineAffiliateTerms, (context) => decline(api, context));
  implement(contract.leaveAffiliateProgram, (context) => leave(api, context));
}

/** Returns the programs of a creator's account, newest first. */
export const readCreatorPrograms = (api: Api, userId: string): Promise<OwnAffiliate[]> =>
  readOwnAffiliates(api.pool, userId, (shop) => storefrontOf(api, shop));

async function readOwn(api: Api, userId: string, id: string) {
  const [affiliate] = await readOwnAffiliates(api.pool, userId, (shop) => storefrontOf(api, shop), id);
  if (!affiliate) throw problem('not_found');
  return { affiliate };
}

/** Locks an affiliate with its program. @throws not_found, or conflict if it has changed since `version` */
async function lockOwn(tx: Database, id: string, version: number | null) {
  const brandId = await brandOfAffiliate(tx, id);
  if (brandId === null) throw problem('not_found');
  // The program first, as where its rules change: else the two could wait for each other.
  const program = await lockProgram(tx, brandId, 'share');
  const known = await lockAffiliate(tx, id, brandId);
  if (!known) throw problem('not_found');
  if (version !== null && known.version !== version)
    throw problem('conflict', {
      message: 'The terms have changed. Review them again.',
      extra: { version: known.version, offered: known.offered },
    });
  return { row: known, program };
}

async function accept(
  api: Api,
  { params: { affiliateId }, body, caller }: CallContext<typeof contract.acceptAffiliateTerms>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const { row, program } = await lockOwn(tx, affiliateId, body.version);
    if (program?.state !== 'on') throw problem('invalid_transition', { message: 'This program is closed.' });
    if (row.state === 'ended' || row.offered === null)
      throw problem('invalid_transition', { message: 'There are no terms to accept.' });
    const joins = row.state === 'invited';
    const at = now.toISOString();
    await writeAffiliate(
      tx,
      row,
      {
        userId: caller.userId,
        terms: row.offered,
        termsVersion: program.version,
        termsAcceptedAt: at,
        offered: null,
        ...(joins ? { state: 'active' as const, since: at } : {}),
      },
      { userId: caller.userId, now },
    );
    await learnBuyerKeys(tx, api.config.SECRET_KEY, row.brandId, affiliateId);
    await notifyTeam(tx, row, joins ? 'joined' : 'accepted', now);
    if (joins)
      await publish(
        tx,
        {
          type: 'affiliate.joined',
          brandId: row.brandId,
          data: { affiliateId, creatorId: row.creatorId, campaignId: row.campaignId },
        },
        now,
      );
  });
  return readOwn(api, caller.userId, affiliateId);
}

/** Keeps a keyed hash of creators' email addresses, to find creators' orders through their own links. */
export async function learnBuyerKeys(
  db: Database,
  secretKey: string,
  brandId: string,
  affiliateId: string | null = null,
): Promise<void> {
  for (const { id, email, keys } of await readBuyerEmails(db, brandId, affiliateId)) {
    const key = buyerEmailKeyOf(secretKey, brandId, email);
    if (!keys.includes(key)) await addBuyerKey(db, id, key);
  }
}

async function decline(
  api: Api,
  { params: { affiliateId }, body, caller }: CallContext<typeof contract.declineAffiliateTerms>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const { row } = await lockOwn(tx, affiliateId, body.version);
    if (row.state === 'ended' || row.offered === null)
      throw problem('invalid_transition', { message: 'There are no terms to decline.' });
    const columns = row.state === 'invited' ? moveColumns(row, 'ended', now) : { offered: null };
    await writeAffiliate(tx, row, columns, { userId: caller.userId, now });
    await notifyTeam(tx, row, 'declined', now);
  });
  return readOwn(api, caller.userId, affiliateId);
}

async function leave(
  api: Api,
  { params: { affiliateId }, caller }: CallContext<typeof contract.leaveAffiliateProgram>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const { row } = await lockOwn(tx, affiliateId, null);
    if (row.state === 'invited' || row.state === 'ended')
      throw problem('invalid_transition', { message: "You haven't joined this program." });
    await writeAffiliate(tx, row, moveColumns(row, 'ended', now), { userId: caller.userId, now });
    await notifyTeam(tx, row, 'left', now);
  });
  return readOwn(api, caller.userId, affiliateId);
}

/** Notifies the brand's team of a creator's answer. */
async function notifyTeam(
  tx: Database,
  { id, brandId, version }: StoredAffiliate,
  what: 'joined' | 'accepted' | 'declined' | 'left',
  now: Date,
): Promise<void> {
  const names = await readAffiliateNotice(tx, id);
  await notify(tx, {
    brandId,
    kind: 'affiliate',
    write: () => ({
      title: t(`team.${what}`, { username: names?.username ?? '' }),
      text: what === 'joined' ? t('team.giveLink') : '',
    }),
    href: '/affiliate/creators',
    reference: `affiliate/${id}/${version}/${what}`,
    now,
  });
}
