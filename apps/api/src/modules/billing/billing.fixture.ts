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
import { providerBook } from '../discovery/provider/provider.queries.ts';

export const WEBHOOK_PASSWORD = 'a password of tests';

interface Entity {
  id: string;
  customer_id: string;
  status: string;
  total: number;
  amount_paid: number;
}

/** What the vendor in the sandbox remembers. */
export interface VendorBooks {
  subscriptions: (Entity & { due_invoices_count: number; subscription_items: { item_price_id: string }[] })[];
  invoices: (Entity & { line_items: { entity_id?: string; amount: number }[] })[];
  transactions: (Entity & { type: 'payment' | 'refund'; amount: number })[];
  hostedPages: { id: string; state: string }[];
  events: { id: string; event_type: string; delivery: { status: string } | null }[];
}

/** A brand with its owner. */
export interface Buyer {
  brandId: string;
  owner: TestPerson;
}

/** The API with the sandbox's vendor beside it, which tells it what happens. */
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
  const tellAt = (url: string) => vendor('PUT', '/webhooks', { url });
  await tellAt(`${t.url}/webhooks/chargebee`);

  const parts = {
    api: t.api,
    provider: chargebee({
      url: billing.CHARGEBEE_URL,
      site: billing.CHARGEBEE_SITE,
      key: billing.CHARGEBEE_KEY,
      timeoutMs: 3000,
      book: providerBook(t.api.db, t.api.clock),
    }),
  };

  const onSale: AddOn[] = [];
  const world = {
    t,
    sandbox,
    /** For processes of their own. */
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
    /** What a shopper does on the page; answers why the payment failed, or null. */
    async onPage(
      id: string,
      act: 'open' | 'pay' | 'cancel' | 'expire',
      card?: string,
    ): Promise<string | null> {
      const body = card ? { card } : {};
      return (await vendor<{ failure: string | null }>('POST', `/hosted-pages/${id}/${act}`, body)).failure;
    },
    /** Buys a plan from beginning to end. */
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
    books: () => vendor<VendorBooks>('GET', ''),
    /** What the vendor has of one brand. */
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
    /** The newest subscription that the vendor has of a brand. */
    async subscription(buyer: Buyer) {
      const { subscriptions } = await world.booksOf(buyer);
      const last = subscriptions.at(-1);
      if (!last) throw new Error('The vendor has no subscription of this brand.');
      return last;
    },
    tellAt,
    /** Where the API of the test listens for the vendor. */
    webhookUrl: `${t.url}/webhooks/chargebee`,
    /** Makes a call of the vendor, or its webhooks, fail. */
    fault: (target: string, failure: string, times?: number) =>
      sandbox.call('POST', '/api/faults', {
        provider: 'billing',
        target,
        failure,
        ...(times ? { times } : {}),
      }),
    /** Puts an add-on that is not for sale yet on sale, until the end of the test. */
    sell(id: AddOnId): void {
      const addOn = addOnOf(id);
      if (!addOn || addOn.available) throw new Error(`${id} is for sale already.`);
      addOn.available = true;
      onSale.push(addOn);
    },
    stopSelling(): void {
      for (const addOn of onSale.splice(0)) addOn.available = false;
    },
    /** Removes all faults, and what is remembered of the provider's failures. */
    async calm(): Promise<void> {
      world.stopSelling();
      await sandbox.call('DELETE', '/api/faults');
      await t.api.pool.query('delete from provider_state');
    },
    /** Waits until everything that was told is worked through. */
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
