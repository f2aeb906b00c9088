import * as contract from '@troupe/contract/affiliate/affiliate';
import { affiliateMoveRefusal, MAX_AFFILIATES, MAX_INVITED_A_DAY } from '@troupe/domain/affiliate/affiliate';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { unknownCampaigns } from '../campaigns/campaign/campaign.queries.ts';
import { notifyPeople } from '../inbox/notification/notification.queries.ts';
import { emailPeople } from '../outreach/email-owners.ts';
import { requireAddOn } from './add-on.ts';
import {
  readAffiliateNames,
  readAffiliatePage,
  readAffiliates,
  userOfAffiliate,
} from './affiliate/affiliate.queries.ts';
import {
  type AffiliateColumns,
  countAffiliates,
  type Invitee,
  lockAffiliate,
  offerTerms,
  readInvitedCreators,
  readInvitedOptIns,
  type StoredAffiliate,
  upsertInvited,
  writeAffiliate,
} from './affiliate/affiliate-change.queries.ts';
import { lockProgram } from './affiliate-program/affiliate-program.queries.ts';
import { t } from './messages/messages.gen.ts';

const DAY = 86_400_000;
const MAX_NAMES = 1000;

/** Registers the calls with which a brand manages the creators in its program. */
export function affiliates(api: Api): void {
  const { implement, implementChange, pool } = api;
  implement(contract.listAffiliates, async ({ brandId, query: { page, ...filter } }) => {
    const { affiliates, total } = await readAffiliatePage(pool, brandId, filter, page);
    return { affiliates, ...pagesOf(page, total) };
  });
  implement(contract.getAffiliate, async ({ brandId, params: { affiliateId } }) => ({
    affiliate: await readOne(api, brandId, affiliateId),
  }));
  implement(contract.filterAffiliates, async ({ brandId, query: { search } }) => ({
    affiliates: await readAffiliateNames(pool, brandId, search, MAX_NAMES),
  }));
  implementChange(contract.inviteAffiliates, (context) => invite(api, context));
  implementChange(contract.changeAffiliate, (context) => change(api, context));
  implementChange(contract.removeAffiliate, (context) => remove(api, context));
}

async function readOne({ pool }: Api, brandId: string, id: string) {
  const [affiliate] = await readAffiliates(pool, brandId, [id]);
  if (!affiliate) throw problem('not_found');
  return affiliate;
}

type Skipped = { optInId: string | null; creatorId: string | null; reason: string };

async function invite(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.inviteAffiliates>,
) {
  const now = api.clock.now();
  const { ids, skipped } = await commit(async (tx) => {
    await requireAddOn(tx, brandId);
    // The rules must not change while creators are invited under them.
    const program = await lockProgram(tx, brandId, 'share');
    if (program?.state !== 'on')
      throw problem('invalid_transition', { message: 'Turn on the affiliate program first.' });
    if (body.campaignId && (await unknownCampaigns(tx, brandId, [body.campaignId])).length > 0)
      throw problem('invalid', { fields: { campaignId: 'Choose one of your campaigns' } });
    const { found, skipped } = await readInvitees(tx, brandId, body);
    await requireRoom(tx, brandId, found.length, now);
    const added: { id: string; invitee: Invitee }[] = [];
    for (const invitee of found) {
      const { creatorId, optInId } = invitee;
      const id = await upsertInvited(
        tx,
        {
          brandId,
          creatorId,
          optInId,
          campaignId: invitee.campaignId ?? body.campaignId,
          rateBp: body.rateBp,
          repeatRateBp: body.repeatRateBp,
          invitedBy: caller.userId,
        },
        now,
      );
      if (id) added.push({ id, invitee });
      else skipped.push({ optInId, creatorId, reason: 'Already in the program.' });
    }
    const ids = added.map(({ id }) => id);
    await offerTerms(tx, brandId, ids, now);
    const brandName = (await readBrandName(tx, brandId)) ?? '';
    for (const { id, invitee } of added) await announceInvite(api, tx, { brandId, brandName, id, invitee });
    return { ids, skipped };
  });
  return { affiliates: await readAffiliates(api.pool, brandId, ids), skipped };
}

async function readInvitees(
  tx: Database,
  brandId: string,
  { optInIds, creatorIds }: { optInIds: readonly string[]; creatorIds: readonly string[] },
): Promise<{ found: Invitee[]; skipped: Skipped[] }> {
  const skipped: Skipped[] = [];
  const found = new Map<string, Invitee>();
  const optIns = new Map(
    (await readInvitedOptIns(tx, brandId, optInIds)).map((one) => [one.optInId, one] as const),
  );
  for (const optInId of new Set(optInIds.map((id) => id.toLowerCase()))) {
    const one = optIns.get(optInId);
    const reason = one ? one.refusal : "This opt-in doesn't exist.";
    if (one && reason === null) found.set(one.creatorId, one);
    else skipped.push({ optInId, creatorId: one?.creatorId ?? null, reason: reason ?? '' });
  }
  const creators = new Map(
    (await readInvitedCreators(tx, brandId, creatorIds)).map((one) => [one.creatorId, one] as const),
  );
  for (const creatorId of new Set(creatorIds.map((id) => id.toLowerCase()))) {
    const one = creators.get(creatorId);
    if (one) found.set(creatorId, found.get(creatorId) ?? one);
    else skipped.push({ optInId: null, creatorId, reason: "This creator doesn't exist." });
  }
  // In one order, so that two requests for the same creators don't wait for each other.
  const sorted = [...found.values()].sort((a, b) => (a.creatorId < b.creatorId ? -1 : 1));
  return { found: sorted, skipped };
}

async function requireRoom(tx: Database, brandId: string, more: number, now: Date): Promise<void> {
  const { present, invited } = await countAffiliates(tx, brandId, new Date(now.getTime() - DAY));
  if (present + more > MAX_AFFILIATES)
    throw problem('too_many', {
      message: `A program can have up to ${MAX_AFFILIATES.toLocaleString('en-US')} creators. Remove one first.`,
    });
  if (invited + more > MAX_INVITED_A_DAY)
    throw problem('rate_limited', {
      message: `You can invite up to ${MAX_INVITED_A_DAY} creators a day. Try again tomorrow.`,
    });
}

/** Notifies an invited creator in their app, which also emails them; by email if they have no account. */
export async function announceInvite(
  api: Pick<Api, 'config' | 'clock'>,
  tx: Database,
  { brandId, brandName, id, invitee }: { brandId: string; brandName: string; id: string; invitee: Invitee },
): Promise<void> {
  const now = api.clock.now();
  const userId = await userOfAffiliate(tx, id);
  if (userId !== null)
    return notifyPeople(tx, [userId], {
      brandId,
      kind: 'affiliate',
      write: () => ({
        title: t('notice.invited', { brand: brandName }),
        text: t('notice.invitedText'),
      }),
      href: `/programs/${id}`,
      reference: `affiliate:${id}:${now.toISOString()}:invited`,
      now,
    });
  if (invitee.address === null) return;
  await emailPeople(
    api,
    tx,
    brandId,
    [{ email: invitee.address, name: invitee.fullname || invitee.username }],
    {
      write: () => ({
        subject: t('notice.invited', { brand: brandName }),
        text: [t('invite.earn'), t('invite.how', { username: invitee.username })],
        label: t('invite.open'),
      }),
      href: `${api.config.PORTAL_ORIGIN}/programs/${id}`,
    },
  );
}

/** @throws not_found, or conflict if the affiliate has changed since `version` */
async function lockVersion(
  tx: Database,
  brandId: string,
  id: string,
  version: number | null,
): Promise<StoredAffiliate> {
  const row = await lockAffiliate(tx, id, brandId);
  if (!row) throw problem('not_found');
  if (version !== null && row.version !== version)
    throw problem('conflict', { extra: { version: row.version, state: row.state } });
  return row;
}

async function change(
  api: Api,
  { brandId, caller, params, body, commit }: ChangeContext<typeof contract.changeAffiliate>,
) {
  const { affiliateId } = params;
  const now = api.clock.now();
  await commit(async (tx) => {
    await lockProgram(tx, brandId, 'share');
    const row = await lockVersion(tx, brandId, affiliateId, body.version);
    const columns: AffiliateColumns = {};
    if (body.rateBp !== undefined) columns.rateBp = body.rateBp;
    if (body.repeatRateBp !== undefined) columns.repeatRateBp = body.repeatRateBp;
    if (body.state !== undefined && body.state !== row.state)
      Object.assign(columns, moveColumns(row, body.state, now));
    else if (row.state === 'ended')
      throw problem('invalid_transition', { message: 'This creator left the program. Invite them again.' });
    await writeAffiliate(tx, row, columns, { userId: caller.userId, now });
    // Other changes don't repeat an offer that the creator declined.
    const newRate = columns.rateBp !== undefined || columns.repeatRateBp !== undefined;
    const brand = (await readBrandName(tx, brandId)) ?? '';
    const [offered] = newRate ? await offerTerms(tx, brandId, [affiliateId], now) : [];
    if (offered?.userId && offered.state !== 'invited')
      await notifyPeople(tx, [offered.userId], {
        brandId,
        kind: 'affiliate',
        write: () => ({ title: t('notice.newRate', { brand }), text: t('notice.termsApply') }),
        href: `/programs/${affiliateId}`,
        reference: `affiliate:${affiliateId}:${offered.version}:terms`,
        now,
      });
  });
  return { affiliate: await readOne(api, brandId, affiliateId) };
}

/** Returns the columns of a state change. @throws invalid_transition if it isn't allowed */
export function moveColumns(
  row: StoredAffiliate,
  state: 'active' | 'paused' | 'ended',
  now: Date,
): AffiliateColumns {
  const refusal = affiliateMoveRefusal(row.state, state);
  if (refusal !== null)
    throw problem('invalid_transition', {
      message: refusal,
      extra: { version: row.version, state: row.state },
    });
  return state === 'ended' ? { state, offered: null, until: now.toISOString() } : { state };
}

async function remove(
  api: Api,
  { brandId, caller, params: { affiliateId }, commit }: ChangeContext<typeof contract.removeAffiliate>,
) {
  const now = api.clock.now();
  await commit(async (tx) => {
    const row = await lockVersion(tx, brandId, affiliateId, null);
    await writeAffiliate(tx, row, moveColumns(row, 'ended', now), { userId: caller.userId, now });
    const brand = (await readBrandName(tx, brandId)) ?? '';
    if (row.userId && row.state !== 'invited')
      await notifyPeople(tx, [row.userId], {
        brandId,
        kind: 'affiliate',
        write: () => ({ title: t('notice.removed', { brand }), text: t('notice.removedText') }),
        href: `/programs/${affiliateId}`,
        reference: `affiliate:${affiliateId}:${row.version}:ended`,
        now,
      });
  });
  return { affiliate: await readOne(api, brandId, affiliateId) };
}
