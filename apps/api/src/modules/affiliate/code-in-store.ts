import { randomInt } from 'node:crypto';
import {
  type DiscountValue,
  type PlatformDiscount,
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { readStoreById } from '../commerce/store/store.queries.ts';
import { type StoreParts, withAccess } from '../commerce/store-access.ts';
import { readAffiliateNotice } from './affiliate/affiliate-change.queries.ts';
import {
  claimCode,
  lockCode,
  type StoredCode,
  updateCode,
} from './affiliate-code/affiliate-code-change.queries.ts';

/** How long a store that doesn't respond is asked again. */
const PATIENCE_MS = 3_600_000;

/** Creates a code that waits for it in its store, unless another worker does. Its row has the result. */
export async function createInStore(
  parts: StoreParts,
  codeId: string,
  { patient = true }: { patient?: boolean } = {},
): Promise<void> {
  const { api, platform } = parts;
  const code = await claimCode(api.db, codeId, api.clock.now());
  if (!code) return;
  const names = await readAffiliateNotice(api.db, code.affiliateId);
  const title = `Affiliate @${names?.username ?? ''} [${code.id.slice(-8)}]`;
  try {
    const made = await withAccess(parts, code.storeId, (access) =>
      createOrFind(platform, access, code, title),
    );
    const kept = await settle(parts, code, { state: 'live', externalId: made.id, error: null });
    // Ended by a person in the meantime.
    if (!kept)
      await withAccess(parts, code.storeId, (access) => platform.setDiscountActive(access, made.id, false));
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    const waited = api.clock.now().getTime() - Date.parse(code.ownedFrom);
    const text = await storeErrorText(parts, code.storeId, error, code.code);
    if (patient && error.kind === 'unavailable' && waited < PATIENCE_MS)
      await settle(parts, code, { error: `${text} We'll try again.` });
    // Owning nothing, it is free for others.
    else await settle(parts, code, { state: 'failed', error: text, ownedUntil: code.ownedFrom });
  }
}

/** Writes a result unless the code has ended since. */
async function settle(
  { api }: StoreParts,
  { id }: StoredCode,
  columns: Parameters<typeof updateCode>[2],
): Promise<boolean> {
  return api.db.transaction(async (tx) => {
    const row = await lockCode(tx, id);
    if (row?.state !== 'creating') return false;
    await updateCode(tx, id, columns, api.clock.now());
    return true;
  });
}

/** A response may have been lost: then the store has our discount already. */
async function createOrFind(
  platform: StorePlatformPort,
  access: StoreAccess,
  { code, startsAt, endsAt, usageLimit, oncePerBuyer, kind, valueBp, valueMinor, currency }: StoredCode,
  title: string,
): Promise<PlatformDiscount> {
  const value: DiscountValue =
    kind === 'percent'
      ? { kind, valueBp: valueBp ?? 0 }
      : { kind, valueMinor: valueMinor ?? 0, currency: currency ?? '' };
  try {
    return await platform.createDiscount(access, {
      title,
      code,
      value,
      startsAt,
      endsAt,
      usageLimit,
      oncePerBuyer,
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const found = await platform.findDiscount(access, code);
    if (found?.title === title) return found;
    throw error;
  }
}

const isTaken = (error: unknown) => error instanceof StoreFailure && error.code === 'TAKEN';

/** Returns what to tell people about a failure of a store. */
export async function storeErrorText(
  { api }: StoreParts,
  storeId: string,
  { kind, code }: StoreFailure,
  text = '',
): Promise<string> {
  const name = (await readStoreById(api.db, storeId))?.name ?? 'The store';
  if (kind === 'unauthorised') return `We no longer have access to ${name}. Reconnect it to continue.`;
  if (kind === 'unavailable') return code === 'throttled' ? `${name} is busy.` : `${name} isn't responding.`;
  switch (code) {
    case 'TAKEN':
      return `${name} already has the code ${text}. Use the existing one, or choose another.`;
    case 'ACCESS_DENIED':
      return `${name} doesn't allow us to manage discount codes. Open the app from your store and grant permission.`;
    case 'MAX_APP_DISCOUNTS':
      return `${name} has reached its maximum number of discounts. Delete unused ones in the store, then retry.`;
    case '402':
    case '404':
    case '423':
      return `${name} is closed or frozen.`;
    default:
      return `${name} rejected the code.`;
  }
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a code to replace another one: its first characters and four random ones. */
export function nextCode(code: string): string {
  const stem = code
    .replace(/-[0-9A-Z]{4}$/, '')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 25);
  const random = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${stem || 'CODE'}-${random}`;
}
