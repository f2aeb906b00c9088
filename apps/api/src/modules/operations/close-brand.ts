import * as calls from '@troupe/contract/account/brand-closing';
import { closingSteps } from '@troupe/domain/account/brand';
import { problem } from '@troupe/domain/problem';
import { readToken, signToken } from '../../platform/access/secret.ts';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { isoDayText } from '../../platform/language.ts';
import { announceApiKey } from '../account/api-key/api-key.queries.ts';
import * as closing from '../account/brand/brand-closing.queries.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { announceUserChange } from '../account/user/user.queries.ts';
import { archiveCampaigns } from '../campaigns/campaign/campaign-change.queries.ts';
import { cancelWaitingInvites } from '../campaigns/invite/invite-change.queries.ts';
import { disconnectStores } from '../commerce/stores.ts';
import { emailPeople } from '../outreach/email-owners.ts';
import { deleteMailboxesOfBrand } from '../outreach/mailbox/mailbox.queries.ts';
import { withdrawAllInvites } from '../outreach/team-invite/team-invite.queries.ts';
import {
  brandsToDelete,
  closingsToSettle,
  deleteBrand,
  filesOfBrand,
  markBillingEnded,
} from './close-brand.queries.ts';
import { t } from './messages/messages.gen.ts';
import { disableWebhooks } from './outgoing-webhook/outgoing-webhook.queries.ts';

const DAY_MS = 86_400_000;
const PURPOSE = 'reopen-brand';
const SETTLE = 'brand-closing.settle';

/** Dependencies of closing a brand on other modules. */
export interface CloseBrandParts {
  api: Api;
  files: Files;
  /** Cancels a brand's subscriptions at the billing provider; idempotent. Throws while the provider is unavailable. */
  endBilling(brandId: string): Promise<void>;
}

/** Registers closing a brand's account, reopening it in time, and deleting its data afterwards. */
export function closeBrands(parts: CloseBrandParts): void {
  const { api } = parts;
  const { implement, jobs, config } = api;
  implement(calls.getClosingTerms, async () => ({
    days: config.CLOSED_KEPT_DAYS,
    steps: closingSteps(config.CLOSED_KEPT_DAYS),
  }));
  implement(calls.closeBrand, (context) => closeBrand(api, context));
  implement(calls.readClosing, async ({ params, caller }) => {
    const { id: _, members: __, ...found } = await findClosing(api, params.token, caller);
    return { closing: found };
  });
  implement(calls.reopenBrand, async ({ params, caller }) => {
    const { brandId } = await findClosing(api, params.token, caller);
    return reopen(api, brandId, caller.userId);
  });
  implement(calls.reopenBrandById, ({ params, caller }) => reopen(api, params.brandId, caller.userId));
  jobs.define(SETTLE, () => settle(parts));
  jobs.every('23 * * * *', 'brand-closing.again', () => settle(parts));
  jobs.every('10 5 * * *', 'brand-closing.delete', () => deleteClosed(parts));
}

async function closeBrand(api: Api, { brandId, body, caller }: CallContext<typeof calls.closeBrand>) {
  const { pool, jobs, clock, config } = api;
  const now = clock.now();
  const deleteAt = new Date(now.getTime() + config.CLOSED_KEPT_DAYS * DAY_MS);
  const name = await withTransaction(pool, async (tx, connection) => {
    const brand = await closing.lockBrand(tx, brandId);
    if (!brand) throw problem('not_found');
    if (brand.closedAt) throw problem('invalid_transition', { message: 'This account is already closed.' });
    if (body.name.trim() !== brand.name.trim())
      throw problem('invalid', { fields: { name: `Enter ${brand.name} exactly as shown` } });
    const owners = await readOwners(tx, brandId);
    const campaigns = await archiveCampaigns(tx, brandId, caller.userId, now);
    for (const id of campaigns) await cancelWaitingInvites(tx, brandId, id, now.toISOString());
    await disableWebhooks(tx, brandId, 'The account was closed.');
    // Otherwise the stores could not be connected elsewhere: no owner is left to disconnect them.
    await disconnectStores(api, { brandId }, tx, connection);
    await withdrawAllInvites(tx, brandId, now);
    await deleteMailboxesOfBrand(tx, brandId);
    const { members } = await closing.markClosed(tx, { brandId, userId: caller.userId, deleteAt }, now);
    await announceAccess(tx, members);
    await jobs.send(SETTLE, {}, { transaction: connection });
    const token = signToken(config.SECRET_KEY, PURPOSE, brandId, deleteAt);
    await emailPeople(api, tx, brandId, owners, {
      write: () => ({
        subject: t('closed.subject', { brand: brand.name }),
        text: [
          t('closed.text', { brand: brand.name }),
          t('closed.deleted', { day: isoDayText(deleteAt.toISOString()) }),
        ],
        label: t('closed.reopen'),
      }),
      href: `${config.WEB_ORIGIN}/reopen/${token}`,
    });
    return brand.name;
  });
  return {
    closing: { brandId, brandName: name, closed: now.toISOString(), deletes: deleteAt.toISOString() },
  };
}

/** Returns the closure that an emailed link refers to, if the caller is an owner of the brand or an administrator. */
async function findClosing(
  { db, clock, config }: Api,
  token: string,
  caller: { userId: string; administrator: boolean },
) {
  const brandId = readToken(config.SECRET_KEY, PURPOSE, token, clock.now());
  const found = typeof brandId === 'string' ? await closing.readClosingOf(db, brandId, clock.now()) : null;
  const owned = found?.members.some(({ userId, role }) => userId === caller.userId && role === 'owner');
  if (!found || !(owned || caller.administrator))
    throw problem('not_found', {
      message: 'This link has expired, was already used, or belongs to another account.',
    });
  return found;
}

async function reopen({ pool, clock }: Api, brandId: string, by: string): Promise<{ brandId: string }> {
  const now = clock.now();
  await withTransaction(pool, async (tx) => {
    const brand = await closing.lockBrand(tx, brandId);
    if (!brand) throw problem('not_found');
    if (!brand.closedAt) throw problem('invalid_transition', { message: "This account isn't closed." });
    const found = await closing.readClosingOf(tx, brandId, now);
    // Its time is over, and its data is about to be deleted.
    if (!found) throw problem('not_found');
    await closing.markReopened(tx, found, by, now);
    await announceAccess(tx, found.members);
  });
  return { brandId };
}

/** Makes every process reload the access of the brand's keys and members. */
async function announceAccess(tx: Database, members: readonly { userId: string }[]): Promise<void> {
  await announceApiKey(tx, '');
  for (const { userId } of members) await announceUserChange(tx, userId);
}

/** Cancels subscriptions of closed brands; a failure doesn't stop the others and is retried. */
async function settle({ api: { db, clock }, endBilling }: CloseBrandParts): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, brandId } of await closingsToSettle(db)) {
    try {
      await endBilling(brandId);
      await markBillingEnded(db, id, clock.now());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function deleteClosed({ api, files }: CloseBrandParts): Promise<void> {
  const { db, pool, clock, log } = api;
  for (const brandId of await brandsToDelete(db, clock.now())) {
    const kept = await filesOfBrand(db, brandId);
    for (const key of kept.files) await files.remove(key);
    for (const folder of kept.folders) await files.removeFolder(folder);
    const gone = await withTransaction(pool, (tx) => deleteBrand(tx, brandId));
    if (gone) log.info({ brandId }, 'deleted the data of a closed account');
  }
}
