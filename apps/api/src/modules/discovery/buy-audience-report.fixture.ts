import { listCredits } from '@troupe/contract/billing/credit';
import { buyAudienceData, getAudienceData } from '@troupe/contract/discovery/audience-report';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { creatorTable } from './creator/creator.table.ts';

/** State of the sandbox provider. */
export interface VendorState {
  tokens: number;
  reports: { id: string; handle: string; created: string }[];
  rules: unknown[];
  calls: { call: string; account: string; status: number; error: string | null; cost: number }[];
}

type CreatorValues = Partial<typeof creatorTable.$inferInsert>;

/** Starts the API with the sandbox provider and helpers for report tests. */
export async function startReportWorld(environment: Record<string, string> = {}) {
  const sandbox: TestSandbox = await startTestSandbox();
  const t: TestApi = await startTestApi({
    AUDIENCE_URL: `${sandbox.origin}/socapi/v2.0/api/`,
    AUDIENCE_KEY: 'sandbox-audience-key',
    AUDIENCE_TIMEOUT_MS: '15000',
    AUDIENCE_SETTLE_AFTER_S: '120',
    ...environment,
  });

  const world = {
    t,
    sandbox,
    /**
     * Creates a brand with a member. Its plan grants 10 credits; `plan: null` creates a brand
     * without plan.
     */
    async buyer(plan: string | null = 'self-serve'): Promise<{ brandId: string; person: TestPerson }> {
      const brandId = await t.brand();
      if (plan)
        await t.api.db
          .insert(subscriptionTable)
          .values({ id: newId(), brandId, kind: 'plan', planId: plan, period: 'monthly', status: 'active' });
      return { brandId, person: await t.person({ brandId }) };
    },
    async creator(username: string, values: CreatorValues = {}): Promise<string> {
      const id = newId();
      const profileUrl = `https://social.example/${encodeURIComponent(username)}`;
      await t.api.db
        .insert(creatorTable)
        .values({ id, platform: 'instagram', username, profileUrl, ...values });
      return id;
    },
    buy: (
      { brandId, person }: { brandId: string; person: TestPerson },
      socialProfileId: string,
      { forceReload = false, key }: { forceReload?: boolean; key?: string } = {},
    ) =>
      person.call(
        buyAudienceData,
        { params: { brandId }, body: { socialProfileId, forceReload } },
        key ? { idempotencyKey: key } : {},
      ),
    held: ({ brandId, person }: { brandId: string; person: TestPerson }, socialProfileId: string) =>
      person.call(getAudienceData, { params: { brandId }, query: { socialProfileId } }),
    credits: ({ brandId, person }: { brandId: string; person: TestPerson }) =>
      person.call(listCredits, { params: { brandId } }),
    vendor: () => sandbox.call<VendorState>('GET', '/api/audience'),
    fault: (target: string, failure: string, more: { times?: number } = {}) =>
      sandbox.call('POST', '/api/faults', { provider: 'audience', target, failure, ...more }),
    /** Clears orders and provider failures. */
    async clearFaults(): Promise<void> {
      await sandbox.call('DELETE', '/api/faults');
      await t.api.pool.query('delete from provider_state');
    },
    async stop(): Promise<void> {
      await t.stop();
      await sandbox.stop();
    },
  };
  return world;
}

export type ReportWorld = Awaited<ReturnType<typeof startReportWorld>>;
