import {
  completeAddOnCheckout,
  completeAffiliateCheckout,
  completeSubscriptionCheckout,
  getBilling,
  openAddOnCheckout,
  openAffiliateCheckout,
  openSubscriptionCheckout,
} from '@troupe/contract/billing/billing';
import { listCredits } from '@troupe/contract/billing/credit';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { customerIdOf } from '@troupe/domain/billing/billing-provider';
import type { AddOnChoice } from '@troupe/domain/billing/checkout';
import { type AddOn, type AddOnId, addOnOf, type PlanChoice } from '@troupe/domain/billing/plan';
import { expect } from 'vitest';
import { chargebee } from '../../providers/billing/chargebee.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';

export const WEBHOOK_PASSWORD = 'a password of tests';

interface Entity {
  id: string;
  customer_id: string;
  status: string;
  total: number;
  amount_paid: number;
}

/** State of the sandbox billing provider. */
export interface ProviderState {
  subscriptions: (Entity & { due_invoices_count: number; subscription_items: { item_price_id: string }[] })[];
  invoices: (Entity & { line_items: { entity_id?: string; amount: number }[] })[];
  transactions: (Entity & { type: 'payment' | 'refund'; amount: number })[];
  hostedPages: { id: string; state: string }[];
  events: { id: string; event_type: string; delivery: { status: string } | null }[];
}

/** A brand and its owner. */
export interface Buyer {
  brandId: string;
  owner: TestPerson;
}

/** Starts the API with the sandbox billing provider, which sends it webhooks. */
export async function startBillingWorld(environment: Record<string, string> = {}) {
  const sandbox: TestSandbox = await startTestSandbox({
    CHARGEBEE_WEBHOOK_URL: '',
    CHARGEBEE_WEBHOOK_PASSWORD: WEBHOOK_PASSWORD,
    CHARGEBEE_RETRY_SECONDS: '0.5,1,1,2,2,5,5',
  });
  const billing = {
    CHARGEBEE_URL: `${sandbox.origin}/billing/api/v2`,
    CHARGEBEE_SITE: 'troupe-test',
    CHARGEBEE_KEY: 'sandbox_chargebee_key',
    CHARGEBEE_TIMEOUT_MS: '3000',
    CHARGEBEE_WEBHOOK_PASSWORD: WEBHOOK_PASSWORD,
  };
  const t: TestApi = await startTestApi({ ...billing, ...environment });
  const vendor = <T = unknown>(method: string, path: string, body?: unknown) =>
    sandbox.call<T>(method, `/api/billing${path}`, body);
  const setWebhookUrl = (url: string) => vendor('PUT', '/webhooks', { url });
  await setWebhookUrl(`${t.url}/webhooks/chargebee`);

  const parts = {
    api: t.api,
    provider: chargebee({
      url: billing.CHARGEBEE_URL,
      site: billing.CHARGEBEE_SITE,
      key: billing.CHARGEBEE_KEY,
      timeoutMs: 3000,
      book: providerGuard(t.api.db, t.api.clock),
    }),
  };

  const offSale: AddOn[] = [];
  const world = {
    t,
    sandbox,
    /** For tests that start their own processes. */
    environment: billing,
    parts,
    async buyer(name = 'Larkmoor'): Promise<Buyer> {
      const brandId = await t.brand(name);
      return { brandId, owner: await t.person({ brandId, brandRole: 'owner' }) };
    },
    openPlan: ({ brandId, owner }: Buyer, planId: PlanChoice = 'starter-monthly') =>
      owner.call(openSubscriptionCheckout, { params: { brandId }, query: { planId } }),
    postPlan: ({ brandId, owner }: Buyer, hostedPageId: string) =>
      owner.call(completeSubscriptionCheckout, { params: { brandId }, body: { hostedPageId } }),
    openAffiliate: ({ brandId, owner }: Buyer) => owner.call(openAffiliateCheckout, { params: { brandId } }),
    postAffiliate: ({ brandId, owner }: Buyer, hostedPageId: string) =>
      owner.call(completeAffiliateCheckout, { params: { brandId }, body: { hostedPageId } }),
    openAddOn: ({ brandId, owner }: Buyer, addon: AddOnChoice) =>
      owner.call(openAddOnCheckout, { params: { brandId }, query: { addon } }),
    postAddOn: ({ brandId, owner }: Buyer, hostedPageId: string) =>
      owner.call(completeAddOnCheckout, { params: { brandId }, body: { hostedPageId } }),
    /**
     * Performs a shopper's action on the checkout page; returns why the payment failed, or null.
     */
    async onPage(
      id: string,
      act: 'open' | 'pay' | 'cancel' | 'expire',
      card?: string,
    ): Promise<string | null> {
      const body = card ? { card } : {};
      return (await vendor<{ failure: string | null }>('POST', `/hosted-pages/${id}/${act}`, body)).failure;
    },
    /** Buys a plan, from checkout to completion. */
    async subscribe(buyer: Buyer, planId: PlanChoice = 'starter-monthly') {
      const { id } = await world.openPlan(buyer, planId);
      await world.onPage(id, 'pay');
      await world.postPlan(buyer, id);
      return world.subscription(buyer);
    },
    brand: ({ brandId, owner }: Buyer) => owner.call(getBrand, { params: { brandId } }),
    billing: ({ brandId, owner }: Buyer) => owner.call(getBilling, { params: { brandId } }),
    credits: async ({ brandId, owner }: Buyer) =>
      (await owner.call(listCredits, { params: { brandId } })).balance,
    vendor,
    books: () => vendor<ProviderState>('GET', ''),
    /** Reads a brand's data at the provider. */
    async booksOf({ brandId }: Buyer) {
      const all = await world.books();
      const own = <E extends Entity>(list: E[]) =>
        list.filter(({ customer_id }) => customer_id === customerIdOf(brandId));
      return {
        subscriptions: own(all.subscriptions),
        invoices: own(all.invoices),
        transactions: own(all.transactions),
      };
    },
    /** Reads a brand's newest subscription at the provider. */
    async subscription(buyer: Buyer) {
      const { subscriptions } = await world.booksOf(buyer);
      const last = subscriptions.at(-1);
      if (!last) throw new Error('The provider has no subscription of this brand.');
      return last;
    },
    reportAt: setWebhookUrl,
    /** Webhook URL of the API under test. */
    webhookUrl: `${t.url}/webhooks/chargebee`,
    /** Makes a provider endpoint or its webhooks fail. */
    fault: (target: string, failure: string, times?: number) =>
      sandbox.call('POST', '/api/faults', {
        provider: 'billing',
        target,
        failure,
        ...(times ? { times } : {}),
      }),
    /** Takes an add-on off sale until the end of the test. */
    stopSelling(id: AddOnId): void {
      const addOn = addOnOf(id);
      if (!addOn?.available) throw new Error(`${id} isn't for sale.`);
      addOn.available = false;
      offSale.push(addOn);
    },
    sellAgain(): void {
      for (const addOn of offSale.splice(0)) addOn.available = true;
    },
    /** Clears all faults and circuit breakers. */
    async clearFaults(): Promise<void> {
      world.sellAgain();
      await sandbox.call('DELETE', '/api/faults');
      await t.api.pool.query('delete from provider_state');
    },
    /** Waits until all received events are processed. */
    async settled(): Promise<void> {
      await expect
        .poll(
          async () =>
            (await t.api.pool.query('select count(*)::int as n from billing_event where due_at is not null'))
              .rows[0].n,
          { timeout: 60_000 },
        )
        .toBe(0);
    },
    async stop(): Promise<void> {
      await t.stop();
      await sandbox.stop();
    },
  };
  return world;
}

export type BillingWorld = Awaited<ReturnType<typeof startBillingWorld>>;
