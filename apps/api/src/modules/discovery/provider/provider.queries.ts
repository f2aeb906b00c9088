import type {
  ProviderCall,
  ProviderGuard,
  ProviderState,
  QuotaWindow,
} from '@troupe/domain/discovery/provider';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { providerQuotaTable, providerShareTable, providerStateTable } from './provider.table.ts';

/**
 * Consecutive failures that open the circuit: for a minute, then twice as long after each further
 * failure.
 */
const FAILURES = 5;
const FIRST_WAIT_S = 60;
const LONGEST_WAIT_S = 900;

/**
 * Records the result of a provider call. The fifth consecutive failure opens the circuit for a
 * minute; the next call closes it on success, or doubles the time up to 15 minutes.
 */
export async function recordCall(db: Database, call: ProviderCall, now: Date): Promise<void> {
  const at = now.toISOString();
  if (call.quota) await writeQuota(db, call.provider, call.quota);
  if (call.ok) {
    await db
      .insert(providerStateTable)
      .values({ provider: call.provider, lastCallAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: providerStateTable.provider,
        set: { lastCallAt: at, failuresInARow: 0, openUntil: null, updatedAt: at },
      });
    return;
  }
  const message = (call.message ?? 'The call failed.').slice(0, 500);
  await db.execute(sql`
    insert into provider_state as state
      (provider, last_call_at, last_failure_at, last_failure, failures_in_a_row, updated_at)
    values (${call.provider}, ${at}::timestamptz, ${at}::timestamptz, ${message}, 1, ${at}::timestamptz)
    on conflict (provider) do update set last_call_at = excluded.last_call_at,
      last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure,
      updated_at = excluded.updated_at, failures_in_a_row = state.failures_in_a_row + 1,
      open_until = case when state.failures_in_a_row + 1 < ${FAILURES} then state.open_until
        else ${at}::timestamptz + make_interval(secs => least(${LONGEST_WAIT_S}::float8,
          ${FIRST_WAIT_S}::float8 * 2 ^ least(10, state.failures_in_a_row + 1 - ${FAILURES}))) end`);
}

async function writeQuota(
  db: Database,
  provider: string,
  quota: QuotaWindow & { used: number },
): Promise<void> {
  const { used, limit } = quota;
  const resetsAt = quota.resets?.toISOString() ?? null;
  await db
    .insert(providerQuotaTable)
    .values({ provider, quota: quota.name, windowStart: quota.from.toISOString(), used, limit, resetsAt })
    .onConflictDoUpdate({
      target: [providerQuotaTable.provider, providerQuotaTable.quota, providerQuotaTable.windowStart],
      set: { used, limit, resetsAt },
    });
}

/** Reserves quota units in one statement, so concurrent processes never exceed the quota. */
export async function reserveUnits(
  db: Database,
  provider: string,
  quota: QuotaWindow & { limit: number },
  units: number,
  keep = 0,
): Promise<boolean> {
  if (units > quota.limit - keep) return false;
  const { rows } = await db.execute(sql`
    insert into provider_quota as quota (provider, quota, window_start, used, "limit", resets_at)
    values (${provider}, ${quota.name}, ${quota.from.toISOString()}::timestamptz, ${units}::float8,
      ${quota.limit}::float8, ${quota.resets?.toISOString() ?? null}::timestamptz)
    on conflict (provider, quota, window_start) do update
      set used = quota.used + excluded.used, "limit" = excluded."limit", resets_at = excluded.resets_at
      where quota.used + excluded.used <= excluded."limit" - ${keep}::float8
    returning used`);
  return rows.length > 0;
}

/** A brand's usage of a provider's daily quota. */
export interface ShareTaken {
  provider: string;
  brandId: string;
  units: number;
  /** Maximum units for this brand per day while there are others. */
  most: number;
}

/**
 * Reserves units of a brand's daily share in one statement. Returns false without reserving if the
 * share is used up; the only brand has no limit.
 */
export async function reserveShare(
  db: Database,
  { provider, brandId, units, most }: ShareTaken,
  now: Date,
): Promise<boolean> {
  const alone = sql`(select count(*) from (select from brand limit 2) two) < 2`;
  const { rows } = await db.execute(sql`
    insert into provider_share as share (provider, brand_id, day, used)
    select ${provider}, ${brandId}::uuid, ${dayOf(now)}, ${units}::float8
    where ${units}::float8 <= ${most}::float8 or ${alone}
    on conflict (provider, brand_id, day) do update set used = share.used + excluded.used
      where share.used + excluded.used <= ${most}::float8 or ${alone}
    returning used`);
  return rows.length > 0;
}

/** Returns unused units to a brand's daily share. */
export async function returnShare(
  db: Database,
  { provider, brandId, units }: Omit<ShareTaken, 'most'>,
  taken: Date,
): Promise<void> {
  await db
    .update(providerShareTable)
    .set({ used: sql`greatest(0, ${providerShareTable.used} - ${units}::float8)` })
    .where(
      and(
        eq(providerShareTable.provider, provider),
        eq(providerShareTable.brandId, brandId),
        eq(providerShareTable.day, dayOf(taken)),
      ),
    );
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** Deletes quota windows and daily shares that ended more than a week ago. */
export async function sweepQuotas(db: Database, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  await db.delete(providerQuotaTable).where(lt(providerQuotaTable.resetsAt, weekAgo.toISOString()));
  await db.delete(providerShareTable).where(lt(providerShareTable.day, dayOf(weekAgo)));
}

/** Returns when calls to a provider resume; null if they are allowed. */
export async function circuitOpenUntil(db: Database, provider: string, now: Date): Promise<Date | null> {
  const [state] = await db
    .select({ openUntil: providerStateTable.openUntil })
    .from(providerStateTable)
    .where(eq(providerStateTable.provider, provider));
  const until = state?.openUntil ? new Date(state.openUntil) : null;
  return until && until > now ? until : null;
}

/** Provider guard backed by the database. */
export const providerGuard = (db: Database, clock: Clock): ProviderGuard => ({
  circuitOpenUntil: (provider) => circuitOpenUntil(db, provider, clock.now()),
  reserveUnits: (provider, quota, units, keep) => reserveUnits(db, provider, quota, units, keep),
  recordCall: (call) => recordCall(db, call, clock.now()),
});

/** A provider of this installation. */
export interface KnownProvider {
  name: string;
  configured: boolean;
  /** Quotas with their limits, shown even before use. */
  quotas?: readonly { name: string; limit: number | null }[];
}

/**
 * Returns providers as shown to administrators. The latest window of each quota counts; an expired
 * one is unused.
 */
export async function readProviders(
  db: Database,
  known: readonly KnownProvider[],
  now: Date,
): Promise<ProviderState[]> {
  const [states, windows] = await Promise.all([
    db.select().from(providerStateTable),
    db
      .selectDistinctOn([providerQuotaTable.provider, providerQuotaTable.quota])
      .from(providerQuotaTable)
      .orderBy(providerQuotaTable.provider, providerQuotaTable.quota, desc(providerQuotaTable.windowStart)),
  ]);
  const at = now.toISOString();
  return known.map(({ name, configured, quotas = [] }) => {
    const state = states.find(({ provider }) => provider === name);
    const kept = windows.filter(({ provider }) => provider === name);
    const unused = quotas.filter((quota) => !kept.some((window) => window.quota === quota.name));
    return {
      name,
      configured,
      openUntil: state?.openUntil && state.openUntil > at ? state.openUntil : null,
      quotas: [
        ...kept.map(({ quota, used, limit, resetsAt }) =>
          resetsAt && resetsAt <= at
            ? { name: quota, used: 0, limit, resets: null }
            : { name: quota, used, limit, resets: resetsAt },
        ),
        ...unused.map(({ name: quota, limit }) => ({ name: quota, used: 0, limit, resets: null })),
      ],
      lastCall: state?.lastCallAt ?? null,
      lastFailure:
        state?.lastFailureAt && state.lastFailure
          ? { at: state.lastFailureAt, message: state.lastFailure }
          : null,
    };
  });
}
