import * as contract from '@troupe/contract/affiliate/affiliate-code';
import { codeMoveRefusal, foldCode, MAX_CODES, type NewCode } from '@troupe/domain/affiliate/affiliate-code';
import { type StoreAccess, StoreFailure } from '@troupe/domain/commerce/store-platform';
import { Problem, problem } from '@troupe/domain/problem';
import { PAGE_SIZE, pagesOf } from '@troupe/domain/shape';
import type { CallContext } from '../../platform/api.ts';
import { type Database, isExclusionViolation } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { dayText } from '../../platform/language.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { unknownCampaigns } from '../campaigns/campaign/campaign.queries.ts';
import { withLease } from '../commerce/store/store-lease.queries.ts';
import { type StoreParts, WAIT_MS, withAccess } from '../commerce/store-access.ts';
import { notifyPeople } from '../inbox/notification/notification.queries.ts';
import { requireAddOn } from './add-on.ts';
import { userOfAffiliate } from './affiliate/affiliate.queries.ts';
import { lockAffiliate } from './affiliate/affiliate-change.queries.ts';
import { resolveLeak } from './affiliate-alert/affiliate-alert.queries.ts';
import {
  countCodes,
  readCode,
  readCodeOwner,
  readCodes,
  readOwnCodes,
} from './affiliate-code/affiliate-code.queries.ts';
import {
  countOpenCodes,
  insertCode,
  lockCode,
  type StoredCode,
  updateCode,
} from './affiliate-code/affiliate-code-change.queries.ts';
import { moveLinks } from './affiliate-link/affiliate-link.queries.ts';
import { readProgramStores } from './affiliate-program/program-store.queries.ts';
import { createInStore, nextCode, storeErrorText } from './code-in-store.ts';
import { t } from './messages/messages.gen.ts';
import { codeRefusalOf, storefrontOf } from './program-stores.ts';

const HOUR_MS = 3_600_000;

/** Registers the calls about creators' discount codes. */
export function affiliateCodes(parts: StoreParts): void {
  const { api } = parts;
  const { implement, pool } = api;
  const shops = (shop: string) => storefrontOf(api, shop);
  implement(contract.listAffiliateCodes, async ({ brandId, query: { page, ...filter } }) => {
    const [codes, total] = await Promise.all([
      readCodes(pool, brandId, filter, shops, { offset: (page - 1) * PAGE_SIZE }),
      countCodes(pool, brandId, filter),
    ]);
    return { codes, ...pagesOf(page, total) };
  });
  implement(contract.createAffiliateCode, async ({ brandId, caller, body }) => {
    await requireAddOn(api.db, brandId);
    const id = await addCode(parts, brandId, caller.userId, body);
    await createInStore(parts, id);
    return { code: await found(parts, brandId, id) };
  });
  implement(contract.adoptAffiliateCode, (context) => adopt(parts, context));
  implement(contract.changeAffiliateCode, (context) => change(parts, context));
  implement(contract.rotateAffiliateCode, async (context) => {
    // One at a time: two teammates who replace a leaked code must not make two new ones.
    const lease = `affiliate-code:${context.params.codeId}`;
    const done = await withLease(api.db, lease, WAIT_MS, () => rotate(parts, context));
    if (!done)
      throw problem('unavailable', { message: 'This code is being replaced. Try again in a moment.' });
    return done.result;
  });
  implement(contract.retryAffiliateCode, (context) => retry(parts, context));
  implement(contract.listOwnAffiliateCodes, async ({ params }) => ({
    codes: await readOwnCodes(pool, params.affiliateId, shops),
  }));
}

async function found({ api }: StoreParts, brandId: string, id: string) {
  const code = await readCode(api.pool, brandId, id, (shop) => storefrontOf(api, shop));
  if (!code) throw problem('not_found');
  return code;
}

/** Returns a brand's connected store. @throws invalid_transition without one, invalid for an unknown one, store_refused if it doesn't allow codes */
export async function requireCodeStore(db: Database, brandId: string, storeId: string | undefined) {
  const stores = await readProgramStores(db, brandId);
  const store = storeId === undefined ? stores[0] : stores.find(({ id }) => id === storeId);
  if (store) {
    const refusal = codeRefusalOf(store);
    if (refusal !== null) throw problem('store_refused', { message: refusal });
    return store;
  }
  throw storeId === undefined
    ? problem('invalid_transition', { message: 'Connect your store first. Codes are created there.' })
    : problem('invalid', { fields: { storeId: 'Choose a connected store' } });
}

/**
 * Adds a code that is to be created in the store; returns its id.
 * @param more columns of codes that exist there
 * @throws invalid if the creator isn't in the program or the code has an owner in the store
 */
export async function addCode(
  { api }: StoreParts,
  brandId: string,
  userId: string,
  input: NewCode,
  more: Partial<StoredCode> = {},
): Promise<string> {
  const now = api.clock.now().toISOString();
  const folded = foldCode(input.code);
  const store = await requireCodeStore(api.db, brandId, input.storeId);
  if (input.kind === 'amount' && store.currency === null)
    throw problem('invalid', { fields: { kind: "We don't know the store's currency yet" } });
  const id = newId();
  try {
    await api.db.transaction(async (tx) => {
      const affiliate = await lockAffiliate(tx, input.affiliateId, brandId);
      if (!affiliate || affiliate.state === 'ended')
        throw problem('invalid', { fields: { affiliateId: 'Choose a creator in your program' } });
      if ((await countOpenCodes(tx, affiliate.id)) >= MAX_CODES)
        throw problem('too_many', {
          message: `A creator can have up to ${MAX_CODES} codes. End one first.`,
        });
      if (input.campaignId && (await unknownCampaigns(tx, brandId, [input.campaignId])).length > 0)
        throw problem('invalid', { fields: { campaignId: 'Choose one of your campaigns' } });
      const percent = input.kind === 'percent';
      await insertCode(
        tx,
        Object.assign(
          {
            id,
            brandId,
            storeId: store.id,
            affiliateId: affiliate.id,
            campaignId: input.campaignId ?? affiliate.campaignId,
            code: input.code,
            folded,
            kind: input.kind,
            valueBp: percent ? input.valueBp : null,
            valueMinor: percent ? null : input.valueMinor,
            currency: percent ? null : store.currency,
            startsAt: input.startsAt ?? now,
            endsAt: input.endsAt,
            usageLimit: input.usageLimit,
            oncePerBuyer: input.oncePerBuyer,
            state: 'creating' as const,
            ownedFrom: now,
            createdBy: userId,
            createdAt: now,
            updatedAt: now,
          },
          more,
        ),
      );
    });
    return id;
  } catch (error) {
    throw isExclusionViolation(error) ? await ownedBy({ api }, store.id, folded) : error;
  }
}

async function ownedBy({ api }: Pick<StoreParts, 'api'>, storeId: string, folded: string) {
  const owner = await readCodeOwner(api.pool, { storeId, folded });
  return problem('invalid', {
    fields: { code: owner ? `This code belongs to @${owner}` : 'This code belongs to another creator' },
  });
}

/** Asks a store. @throws unavailable or store_refused with what to do */
async function inStore<T>(
  parts: StoreParts,
  { storeId, code }: { storeId: string; code: string },
  use: (access: StoreAccess) => Promise<T>,
): Promise<T> {
  try {
    return await withAccess(parts, storeId, use);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    throw problem(error.kind === 'unavailable' ? 'unavailable' : 'store_refused', {
      message: await storeErrorText(parts, storeId, error, code),
    });
  }
}

async function adopt(
  parts: StoreParts,
  { brandId, caller, body }: CallContext<typeof contract.adoptAffiliateCode>,
) {
  const { api, platform } = parts;
  await requireAddOn(api.db, brandId);
  const store = await requireCodeStore(api.db, brandId, body.storeId);
  const discount = await inStore(parts, { storeId: store.id, code: body.code }, (access) =>
    platform.findDiscount(access, body.code),
  );
  const code = discount?.codes.find((one) => foldCode(one) === foldCode(body.code)) ?? body.code;
  if (!discount) throw problem('invalid', { fields: { code: `${store.name} doesn't have this code` } });
  const { value } = discount;
  if (value === null)
    throw problem('invalid', {
      fields: { code: 'You can only use percentage and fixed-amount discount codes' },
    });
  const input: NewCode = {
    affiliateId: body.affiliateId,
    storeId: store.id,
    campaignId: body.campaignId,
    code,
    kind: value.kind,
    valueBp: value.kind === 'percent' ? value.valueBp : null,
    valueMinor: value.kind === 'amount' ? value.valueMinor : null,
    startsAt: discount.startsAt,
    endsAt: discount.endsAt,
    usageLimit: discount.usageLimit,
    oncePerBuyer: discount.oncePerBuyer,
  };
  const id = await addCode(parts, brandId, caller.userId, input, {
    adopted: true,
    externalId: discount.id,
    state: discount.active ? 'live' : 'paused',
  });
  return { code: await found(parts, brandId, id) };
}

async function stored({ api }: StoreParts, brandId: string, id: string): Promise<StoredCode> {
  const row = await api.db.transaction((tx) => lockCode(tx, id, brandId));
  if (!row) throw problem('not_found');
  return row;
}

/** @throws store_refused for a code that shares its discount with others, which would change too */
async function requireSingle(parts: StoreParts, access: StoreAccess, row: StoredCode): Promise<void> {
  if (!row.adopted || !row.externalId) return;
  const known = (await parts.platform.readDiscounts(access, [row.externalId])).get(row.externalId);
  if ((known?.codeCount ?? 1) > 1)
    throw problem('store_refused', {
      message: `${row.code} shares its discount with other codes. Change it in your store.`,
    });
}

async function change(
  parts: StoreParts,
  { brandId, params: { codeId }, body }: CallContext<typeof contract.changeAffiliateCode>,
) {
  const { api, platform } = parts;
  const row = await stored(parts, brandId, codeId);
  const refusal = codeMoveRefusal(row.state, body.state);
  if (refusal !== null) throw problem('invalid_transition', { message: refusal });
  const { externalId } = row;
  let error: string | null = null;
  const switchTo = (active: boolean) =>
    inStore(parts, row, async (access) => {
      if (externalId === null) return;
      await requireSingle(parts, access, row);
      await platform.setDiscountActive(access, externalId, active);
      if (active && row.endsAt) await platform.endDiscount(access, externalId, row.endsAt);
    });
  if (body.state !== 'ended') await switchTo(body.state === 'live');
  else if (!row.adopted && externalId !== null)
    // Ending is about our books first: a store that is gone must not prevent it.
    error = await endInStore(parts, row, null);
  await api.db.transaction(async (tx) => {
    const now = api.clock.now();
    const current = await lockCode(tx, codeId, brandId);
    if (!current || codeMoveRefusal(current.state, body.state) !== null) return;
    const ends = body.state === 'ended' && current.ownedUntil === null;
    await updateCode(
      tx,
      codeId,
      Object.assign({ state: body.state, error }, ends ? { ownedUntil: now.toISOString() } : {}),
      now,
    );
  });
  return { code: await found(parts, brandId, codeId) };
}

async function retry(
  parts: StoreParts,
  { brandId, params: { codeId } }: CallContext<typeof contract.retryAffiliateCode>,
) {
  const { api } = parts;
  await requireAddOn(api.db, brandId);
  const row = await stored(parts, brandId, codeId);
  if (row.state !== 'failed')
    throw problem('invalid_transition', { message: 'You can only retry codes that the store rejected.' });
  try {
    await api.db.transaction(async (tx) => {
      const now = api.clock.now();
      if ((await lockCode(tx, codeId, brandId))?.state !== 'failed') return;
      await updateCode(
        tx,
        codeId,
        { state: 'creating', error: null, checkedAt: null, ownedFrom: now.toISOString(), ownedUntil: null },
        now,
      );
    });
  } catch (error) {
    throw isExclusionViolation(error) ? await ownedBy(parts, row.storeId, row.folded) : error;
  }
  await createInStore(parts, codeId);
  return { code: await found(parts, brandId, codeId) };
}

async function rotate(
  parts: StoreParts,
  { brandId, caller, params: { codeId }, body }: CallContext<typeof contract.rotateAffiliateCode>,
) {
  const { api } = parts;
  await requireAddOn(api.db, brandId);
  const row = await stored(parts, brandId, codeId);
  if (row.state !== 'live' && row.state !== 'paused')
    throw problem('invalid_transition', { message: 'You can only replace live or paused codes.' });
  if ((await found(parts, brandId, codeId)).replacedById !== null)
    throw problem('invalid_transition', { message: 'This code was already replaced.' });
  const input: NewCode = Object.assign({}, row, { code: body.code ?? nextCode(row.code), startsAt: null });
  const id = await addCode(parts, brandId, caller.userId, input, { replacesId: codeId });
  await createInStore(parts, id, { patient: false });
  const made = await found(parts, brandId, id);
  if (made.state !== 'live')
    throw problem('store_refused', { message: made.error ?? 'The store rejected the new code.' });
  // In the store, an end in the future would turn a paused code on.
  const overlapHours = row.state === 'paused' ? 0 : body.overlapHours;
  const until = new Date(api.clock.now().getTime() + overlapHours * HOUR_MS).toISOString();
  const endsAt = row.endsAt !== null && row.endsAt < until ? row.endsAt : until;
  // The new code exists: what the store says about the old one is only noted.
  const error = await endInStore(parts, row, overlapHours === 0 ? null : endsAt);
  await api.db.transaction(async (tx) => {
    const now = api.clock.now();
    await lockCode(tx, codeId, brandId);
    await moveLinks(tx, codeId, id, now);
    await updateCode(
      tx,
      codeId,
      {
        state: overlapHours === 0 ? 'ended' : body.leaked ? 'leaked' : row.state,
        endsAt,
        error,
        ownedUntil: body.leaked ? now.toISOString() : endsAt,
      },
      now,
    );
    if (body.leaked) await resolveLeak(tx, brandId, codeId, caller.userId, now);
    await announceReplaced(tx, row, { code: made.code, endsAt, leaked: body.leaked, overlapHours }, now);
  });
  return { code: made, replaced: await found(parts, brandId, codeId) };
}

/** Notifies the creator whose code was replaced. */
async function announceReplaced(
  tx: Database,
  { id, brandId, affiliateId, code: old }: StoredCode,
  {
    code,
    endsAt,
    leaked,
    overlapHours,
  }: { code: string; endsAt: string; leaked: boolean; overlapHours: number },
  now: Date,
): Promise<void> {
  const userId = await userOfAffiliate(tx, affiliateId);
  if (userId === null) return;
  const brand = (await readBrandName(tx, brandId)) ?? '';
  await notifyPeople(tx, [userId], {
    brandId,
    kind: 'affiliate',
    write: () => ({
      title: t('code.replaced', { brand, old }),
      text: leaked
        ? t('code.leakedText', { code, old })
        : overlapHours === 0
          ? t('code.nowText', { code, old })
          : t('code.replacedText', { code, old, until: dayText(endsAt, 'medium') }),
    }),
    href: `/programs/${affiliateId}`,
    reference: `affiliate-code:${id}:replaced`,
    now,
  });
}

/**
 * Ends a code in its store; returns what went wrong, null if nothing.
 * @param at null ends it now
 */
async function endInStore(parts: StoreParts, row: StoredCode, at: string | null): Promise<string | null> {
  const { platform } = parts;
  const { externalId } = row;
  if (externalId === null) return null;
  try {
    await inStore(parts, row, async (access) => {
      await requireSingle(parts, access, row);
      if (at === null) await platform.setDiscountActive(access, externalId, false);
      else await platform.endDiscount(access, externalId, at);
    });
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `It may still work in the store. ${error.message}`;
  }
}
