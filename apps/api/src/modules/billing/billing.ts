import type { BillingProvider } from '@troupe/domain/billing/billing-provider';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../../platform/api.ts';
import { publish } from '../../platform/events.ts';
import { billingAccountRoutes, endBilling } from './billing-account.ts';
import { forgetOldEvents } from './billing-event/billing-event.queries.ts';
import { billingWebhook, EVENT_JOB, LOOK_JOB, workThroughEvents } from './billing-events.ts';
import { checkoutRoutes } from './checkout.ts';
import { sweepCheckouts } from './checkout-sweep.ts';
import { takeBackAllPacks } from './credit-packs.ts';
import { planChangeRoutes } from './plan-change.ts';
import { billingAdminRoutes, reconcileBilling } from './reconcile-billing.ts';
import { endGrace, noteNextPrice, readUnknownChanges } from './subscription/subscription.queries.ts';

/** What others need of billing. */
export interface Billing {
  /** Takes up the work that a killed process left; call it once jobs run. */
  settle(): Promise<void>;
  /** Cancels whatever a brand pays for, with its notice; repeating it is harmless. */
  end(brandId: string): Promise<void>;
}

/** Billing: buying, the account, what the provider tells, and comparing with it. */
export function billing(api: Api, server: FastifyInstance, provider: BillingProvider): Billing {
  const parts = { api, provider };
  checkoutRoutes(parts);
  billingAccountRoutes(parts);
  planChangeRoutes(parts);
  billingAdminRoutes(parts);
  billingWebhook(server, api);

  // One that waits is enough: it works through all there is. One that a killed process began holds nothing up.
  api.jobs.define(EVENT_JOB, (_data, signal) => workThroughEvents(parts, signal), { policy: 'short' });
  api.jobs.define<{ brandId: string }>(LOOK_JOB, ({ brandId }) => sweepCheckouts(parts, brandId));
  const sweep = async () => {
    await workThroughEvents(parts);
    for (const brandId of await endGrace(api.db, api.clock.now(), api.config.BILLING_GRACE_DAYS))
      await publish(api.db, { type: 'brand.changed', brandId, data: {} });
    await sweepCheckouts(parts);
    // A change that was made elsewhere, or by a process that was killed before it wrote it down.
    for (const id of await readUnknownChanges(api.db)) {
      const price = await provider.nextPrice(id).catch(() => null);
      if (price) await noteNextPrice(api.db, id, price);
    }
  };
  api.jobs.every('* * * * *', 'billing-sweep', sweep);
  // After the credits of plans, of which each hour grants some.
  api.jobs.every('11 * * * *', 'billing-refunded-credits', () => takeBackAllPacks(api));
  api.jobs.every('17 3 * * *', 'billing-reconcile', async () => {
    await reconcileBilling(parts);
    await forgetOldEvents(api.db, api.clock.now());
  });
  return {
    settle: () => api.jobs.send('billing-sweep', {}),
    end: (brandId) => endBilling(parts, brandId),
  };
}
