import type { BillingProvider } from '@troupe/domain/billing/billing-provider';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../../platform/api.ts';
import { publish } from '../../platform/events.ts';
import { billingAccountRoutes, endBilling } from './billing-account.ts';
import { billingEvents } from './billing-event/billing-event.queries.ts';
import { billingWebhook, CHANGE_JOB, CHECKOUT_JOB, EVENT_JOB, processEvents } from './billing-events.ts';
import { checkoutRoutes } from './checkout.ts';
import { sweepCheckouts } from './checkout-sweep.ts';
import { revokeAllRefundedPacks } from './credit-packs.ts';
import { completeScheduledChanges, planChangeRoutes } from './plan-change.ts';
import { billingAdminRoutes, reconcileBilling } from './reconcile-billing.ts';
import { endGrace } from './subscription/subscription.queries.ts';

/** Billing functions for other modules. */
export interface Billing {
  /** Resumes work left by a killed process; call once jobs are running. */
  settle(): Promise<void>;
  /** Cancels a brand's subscriptions with their notice periods. Idempotent. */
  end(brandId: string): Promise<void>;
}

/** Sets up billing: checkout, account, provider webhooks and reconciliation. */
export function billing(api: Api, server: FastifyInstance, provider: BillingProvider): Billing {
  const parts = { api, provider };
  checkoutRoutes(parts);
  billingAccountRoutes(parts);
  planChangeRoutes(parts);
  billingAdminRoutes(parts);
  billingWebhook(server, api);

  // One queued job is enough: it processes all due events. A job started by a killed process
  // doesn't block it.
  api.jobs.define(EVENT_JOB, (_data, signal) => processEvents(parts, signal), { policy: 'short' });
  api.jobs.define<{ brandId: string }>(CHECKOUT_JOB, ({ brandId }) => sweepCheckouts(parts, brandId));
  api.jobs.define<{ brandId: string }>(CHANGE_JOB, ({ brandId }) => completeScheduledChanges(parts, brandId));
  const sweep = async () => {
    await processEvents(parts);
    for (const brandId of await endGrace(api.db, api.clock.now(), api.config.BILLING_GRACE_DAYS))
      await publish(api.db, { type: 'brand.changed', brandId, data: {} });
    await sweepCheckouts(parts);
    await completeScheduledChanges(parts);
  };
  api.jobs.every('* * * * *', 'billing-sweep', sweep);
  // Runs after the hourly grant of plan credits.
  api.jobs.every('11 * * * *', 'billing-refunded-credits', () => revokeAllRefundedPacks(api));
  api.jobs.every('17 3 * * *', 'billing-reconcile', async () => {
    await reconcileBilling(parts);
    await billingEvents.deleteOld(api.db, api.clock.now());
  });
  return {
    settle: () => api.jobs.send('billing-sweep', {}),
    end: (brandId) => endBilling(parts, brandId),
  };
}
