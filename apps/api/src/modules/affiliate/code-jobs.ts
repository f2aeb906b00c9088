import type { CodeState } from '@troupe/domain/affiliate/affiliate-code';
import { foldCode } from '@troupe/domain/affiliate/affiliate-code';
import { type PlatformDiscount, StoreFailure } from '@troupe/domain/commerce/store-platform';
import { oneByOne } from '../../platform/jobs.ts';
import { type StoreParts, withAccess } from '../commerce/store-access.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import {
  addDriftAlert,
  endExpiredCodes,
  lockCode,
  readCodesToCheck,
  readStoresWithCodes,
  readWaitingCodes,
  type StoredCode,
  updateCode,
} from './affiliate-code/affiliate-code-change.queries.ts';
import { createInStore } from './code-in-store.ts';
import { t } from './messages/messages.gen.ts';

/** Creates codes that wait for it. */
export const CREATE_JOB = 'affiliate-code-create';
const RETRY_JOB = 'affiliate-code-retry';
/** Compares codes with their stores. */
const SYNC_JOB = 'affiliate-code-sync';
const AT_ONCE = 600;
/** Codes of a store that one run compares; the others follow in the next. */
const CHECKED_AT_ONCE = 500;

/** Registers the background work of codes. */
export function codeJobs(parts: StoreParts): void {
  const { jobs } = parts.api;
  const create = () => createWaiting(parts);
  jobs.define(CREATE_JOB, create, { policy: 'short' });
  jobs.every('* * * * *', RETRY_JOB, create, { policy: 'short' });
  jobs.every('*/5 * * * *', SYNC_JOB, () => syncCodes(parts), { policy: 'short' });
}

/** Creates all codes that wait for it in their stores. */
export async function createWaiting(parts: StoreParts): Promise<void> {
  const { db, clock, log } = parts.api;
  const ids = await readWaitingCodes(db, clock.now(), AT_ONCE);
  await oneByOne(log, 'failed to create a code', ids, (id) => createInStore(parts, id));
}

/** Ends codes whose time is over, and compares the others with their stores. What differs raises an alert. */
export async function syncCodes(parts: StoreParts): Promise<void> {
  const { db, clock, log } = parts.api;
  await endExpiredCodes(db, clock.now());
  await oneByOne(log, 'failed to compare codes', await readStoresWithCodes(db), (storeId) =>
    syncStoreCodes(parts, storeId),
  );
}

async function syncStoreCodes(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  const codes = await readCodesToCheck(api.db, storeId, CHECKED_AT_ONCE);
  const ids = codes.flatMap(({ externalId }) => externalId ?? []);
  let found: Map<string, PlatformDiscount>;
  try {
    found = await withAccess(parts, storeId, (access) => platform.readDiscounts(access, ids));
  } catch (error) {
    // The store is away or gone: nothing is known about its codes.
    if (error instanceof StoreFailure) return;
    throw error;
  }
  for (const code of codes)
    if (code.externalId !== null) await compare(parts, code, found.get(code.externalId) ?? null);
}

/** What became of a code in its store, in words and columns. */
interface Drift {
  change: 'deleted' | 'renamed' | 'paused' | 'resumed' | 'value';
  columns: Partial<StoredCode>;
}

/** Returns how a code differs from its discount; null if it doesn't. */
function driftOf(
  { code, folded, state, kind, valueBp, valueMinor, ownedUntil }: StoredCode,
  discount: PlatformDiscount | null,
  now: Date,
): Drift | null {
  const gone = { ownedUntil: ownedUntil ?? now.toISOString(), state: 'ended' as CodeState };
  if (discount === null)
    return { change: 'deleted', columns: Object.assign({ error: 'Deleted in the store.' }, gone) };
  const listsAll = discount.codeCount === discount.codes.length;
  if (listsAll && !discount.codes.some((one) => foldCode(one) === folded))
    return {
      change: 'renamed',
      columns: Object.assign({ error: `${code} was renamed in the store.` }, gone),
    };
  if (state !== 'leaked' && discount.active !== (state === 'live'))
    return discount.active
      ? { change: 'resumed', columns: { state: 'live', error: null } }
      : { change: 'paused', columns: { state: 'paused', error: 'Turned off in the store.' } };
  const { value } = discount;
  if (value?.kind === 'percent' && (kind !== 'percent' || value.valueBp !== valueBp))
    return {
      change: 'value',
      columns: { kind: 'percent', valueBp: value.valueBp, valueMinor: null, currency: null },
    };
  if (value?.kind === 'amount' && (kind !== 'amount' || value.valueMinor !== valueMinor))
    return {
      change: 'value',
      columns: { kind: 'amount', valueBp: null, valueMinor: value.valueMinor, currency: value.currency },
    };
  return null;
}

async function compare(
  { api }: StoreParts,
  { id }: StoredCode,
  discount: PlatformDiscount | null,
): Promise<void> {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const code = await lockCode(tx, id);
    if (!code || !['live', 'paused', 'leaked'].includes(code.state)) return;
    const drift = driftOf(code, discount, now);
    await updateCode(
      tx,
      id,
      Object.assign({ checkedAt: now.toISOString() }, drift ? drift.columns : {}),
      drift ? now : new Date(code.updatedAt),
    );
    if (!drift) return;
    const figures: Record<string, string | number> = { code: code.code, change: drift.change };
    if (drift.change === 'value')
      Object.assign(figures, {
        before: code.valueBp ?? code.valueMinor ?? 0,
        after: drift.columns.valueBp ?? drift.columns.valueMinor ?? 0,
      });
    if (await addDriftAlert(tx, code, figures, now))
      await notify(tx, {
        brandId: code.brandId,
        kind: 'affiliate',
        write: () => ({ title: t(`drift.${drift.change}`, { code: code.code }), text: '' }),
        href: '/affiliate/alerts',
        reference: `affiliate-code:${id}:${now.toISOString().slice(0, 10)}`,
        now,
      });
  });
}
