import { BillingEvent, BillingEventState, Reconciliation } from '@troupe/domain/billing/billing-event';
import { AddOnChoice, CompletedCheckout, HostedPage, HostedPageId } from '@troupe/domain/billing/checkout';
import { Period, PlanChoice } from '@troupe/domain/billing/plan';
import { HeldSubscription, Invoice } from '@troupe/domain/billing/subscription';
import { Id, Instant, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const body = z.object({ hostedPageId: HostedPageId });
const completionProblems = ['not_found', 'payment_incomplete', 'already_subscribed', 'unavailable'] as const;

export const createPortalSession = defineCall({
  name: 'createPortalSession',
  noun: 'billing',
  method: 'GET',
  path: '/create-portal-session/:brandId',
  access: 'brand',
  audit: 'Opened billing portal',
  whilePastDue: true,
  peopleOnly: true,
  summary:
    "Creates a single-use link to the billing portal, valid for one hour. Members who aren't owners can open it only while a payment is past due.",
  params,
  output: z.object({ url: z.string(), expiresAt: Instant.nullable() }),
  problems: ['forbidden', 'no_billing', 'unavailable'],
});

export const openSubscriptionCheckout = defineCall({
  name: 'openSubscriptionCheckout',
  noun: 'billing',
  method: 'GET',
  path: '/checkout-subscription/:brandId',
  access: 'owner',
  audit: 'Opened checkout for plan',
  summary:
    "Creates a checkout page for a brand's first plan, including the setup fee. Returns the same page while it's still open.",
  params,
  query: z.object({ planId: PlanChoice }),
  output: HostedPage,
  problems: ['already_subscribed', 'unavailable'],
});

export const completeSubscriptionCheckout = defineCall({
  name: 'completeSubscriptionCheckout',
  noun: 'billing',
  method: 'POST',
  path: '/checkout-subscription/:brandId',
  access: 'owner',
  audit: 'Paid for plan',
  whilePastDue: true,
  summary: 'Completes a plan purchase after the provider confirms payment. Safe to retry.',
  params,
  body,
  output: CompletedCheckout,
  problems: completionProblems,
});

export const openAffiliateCheckout = defineCall({
  name: 'openAffiliateCheckout',
  noun: 'billing',
  method: 'GET',
  path: '/checkout-affiliate/:brandId',
  access: 'owner',
  audit: 'Opened checkout for Affiliate Integration',
  summary: 'Creates a checkout page for Affiliate Integration.',
  params,
  output: HostedPage,
  problems: ['already_subscribed', 'not_for_sale', 'unavailable'],
});

export const completeAffiliateCheckout = defineCall({
  name: 'completeAffiliateCheckout',
  noun: 'billing',
  method: 'POST',
  path: '/checkout-affiliate/:brandId',
  access: 'owner',
  audit: 'Paid for Affiliate Integration',
  whilePastDue: true,
  summary: 'Completes an Affiliate Integration purchase. Safe to retry.',
  params,
  body,
  output: CompletedCheckout,
  problems: completionProblems,
});

export const openAddOnCheckout = defineCall({
  name: 'openAddOnCheckout',
  noun: 'billing',
  method: 'GET',
  path: '/checkout-addon/:brandId',
  access: 'owner',
  audit: 'Opened checkout for add-on',
  summary: 'Creates a checkout page for an add-on or credit pack.',
  params,
  query: z.object({ addon: AddOnChoice }),
  output: HostedPage,
  problems: ['already_subscribed', 'not_for_sale', 'unavailable'],
});

export const completeAddOnCheckout = defineCall({
  name: 'completeAddOnCheckout',
  noun: 'billing',
  method: 'POST',
  path: '/checkout-addon/:brandId',
  access: 'owner',
  audit: 'Paid for add-on',
  whilePastDue: true,
  summary: 'Completes an add-on or credit pack purchase. Safe to retry.',
  params,
  body,
  output: CompletedCheckout,
  problems: completionProblems,
});

export const getBilling = defineCall({
  name: 'getBilling',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/billing',
  access: 'brand',
  whilePastDue: true,
  summary: "Retrieves the brand's subscriptions, amount due and setup fee.",
  params,
  output: z.object({
    subscriptions: z.array(HeldSubscription),
    pastDue: z.boolean(),
    /** Total amount due, in cents. */
    due: z.int(),
    /** In cents, charged with the first plan; 0 once paid. */
    setupFee: z.int(),
    currency: z.string(),
    /** Whether the brand has a customer record at the provider, which the portal requires. */
    hasPortal: z.boolean(),
  }),
});

export const listInvoices = defineCall({
  name: 'listInvoices',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/invoices',
  access: 'brand',
  whilePastDue: true,
  summary: "Lists the brand's invoices, newest first.",
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ invoices: z.array(Invoice), ...paging }),
});

export const getInvoiceFile = defineCall({
  name: 'getInvoiceFile',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/invoices/:invoiceId/pdf',
  access: 'owner',
  whilePastDue: true,
  summary: "Returns a temporary link to an invoice's PDF.",
  params: params.extend({ invoiceId: text({ min: 1, max: 50 }) }),
  output: z.object({ url: z.string() }),
  problems: ['not_found', 'unavailable'],
});

const PlanChange = z.object({
  planId: z.string(),
  period: Period,
  /** Upgrades take effect immediately, downgrades at the end of the paid term. */
  kind: z.enum(['upgrade', 'downgrade']),
  at: Instant,
  /** Amount due now in cents, after the credit for the unused part of the current plan. */
  dueNow: z.int(),
  /** Credit in cents for the unused part of the current plan. */
  credit: z.int(),
  /** Monthly price in cents after the change. */
  price: z.int(),
  currency: z.string(),
});

export const previewPlanChange = defineCall({
  name: 'previewPlanChange',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/plan-change',
  access: 'owner',
  summary: 'Previews the cost and effective date of a plan change.',
  params,
  query: z.object({ planId: PlanChoice }),
  output: PlanChange,
  problems: ['subscription_required', 'invalid_transition', 'unavailable'],
});

export const changePlan = defineCall({
  name: 'changePlan',
  noun: 'billing',
  method: 'POST',
  path: '/brand/:brandId/plan-change',
  access: 'owner',
  summary:
    'Changes the plan as shown in a preview. Upgrades take effect immediately, downgrades at the end of the term. If the change would now differ from the preview or cost more, nothing changes and the response contains a new `preview`.',
  params,
  body: z.object({
    planId: PlanChoice,
    /** As returned by the preview. */
    kind: PlanChange.shape.kind,
    dueNow: z.int(),
  }),
  output: PlanChange.extend({
    /** Invoice for the change with the amount charged in cents; null if nothing was charged. */
    invoice: z.object({ id: z.string(), paid: z.int(), currency: z.string() }).nullable(),
  }),
  problems: ['subscription_required', 'invalid_transition', 'conflict', 'payment_failed', 'unavailable'],
});

export const undoPlanChange = defineCall({
  name: 'undoPlanChange',
  noun: 'billing',
  method: 'DELETE',
  path: '/brand/:brandId/plan-change',
  access: 'owner',
  summary: 'Cancels a scheduled plan change and keeps the current plan.',
  params,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['subscription_required', 'invalid_transition', 'unavailable'],
});

const withSubscription = params.extend({ subscriptionId: Id });

export const cancelSubscription = defineCall({
  name: 'cancelSubscription',
  noun: 'billing',
  method: 'POST',
  path: '/brand/:brandId/subscriptions/:subscriptionId/cancellation',
  access: 'owner',
  summary:
    "Cancels a subscription. It ends after 30 days' notice, but not before the end of the minimum term. Returns the end date.",
  params: withSubscription,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['not_found', 'invalid_transition', 'unavailable'],
});

export const resumeSubscription = defineCall({
  name: 'resumeSubscription',
  noun: 'billing',
  method: 'DELETE',
  path: '/brand/:brandId/subscriptions/:subscriptionId/cancellation',
  access: 'owner',
  summary: "Resumes a canceled subscription that hasn't ended yet.",
  params: withSubscription,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['not_found', 'invalid_transition', 'unavailable'],
});

export const listBillingEvents = defineCall({
  name: 'listBillingEvents',
  noun: 'billing',
  method: 'GET',
  path: '/admin/billing/events',
  access: 'administrator',
  summary: 'Lists events received from the billing provider, newest first.',
  query: z.object({
    page: PageNumber.default(1),
    state: BillingEventState.optional(),
    brandId: Id.optional(),
  }),
  output: z.object({ events: z.array(BillingEvent), ...paging }),
});

export const replayBillingEvent = defineCall({
  name: 'replayBillingEvent',
  noun: 'billing',
  method: 'POST',
  path: '/admin/billing/events/:eventId/replay',
  access: 'administrator',
  summary: 'Processes a billing event again. Safe to retry.',
  params: z.object({ eventId: text({ min: 1, max: 100 }) }),
  output: BillingEvent,
  problems: ['not_found'],
});

export const listReconciliations = defineCall({
  name: 'listReconciliations',
  noun: 'billing',
  method: 'GET',
  path: '/admin/billing/reconciliations',
  access: 'administrator',
  summary: 'Lists reconciliations with the billing provider, newest first.',
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ reconciliations: z.array(Reconciliation), ...paging }),
});

export const reconcile = defineCall({
  name: 'reconcile',
  noun: 'billing',
  method: 'POST',
  path: '/admin/billing/reconciliations',
  access: 'administrator',
  audit: 'Reconciled billing',
  summary:
    'Reconciles our records with the billing provider. Fixes what can be fixed safely and reports other differences.',
  output: Reconciliation,
  problems: ['unavailable', 'conflict'],
});
