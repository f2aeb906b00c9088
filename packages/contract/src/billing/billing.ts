import { BillingEvent, BillingEventState, Reconciliation } from '@troupe/domain/billing/billing-event';
import { AddOnChoice, CompletedCheckout, HostedPage, HostedPageId } from '@troupe/domain/billing/checkout';
import { Period, PlanChoice } from '@troupe/domain/billing/plan';
import { HeldSubscription, Invoice } from '@troupe/domain/billing/subscription';
import { Id, Instant, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const body = z.object({ hostedPageId: HostedPageId });
/** Whose page it is, whether it is paid, and whether the provider can be asked. */
const completing = ['not_found', 'payment_incomplete', 'already_subscribed', 'unavailable'] as const;

export const createPortalSession = defineCall({
  name: 'createPortalSession',
  noun: 'billing',
  method: 'GET',
  path: '/create-portal-session/:brandId',
  access: 'brand',
  audit: 'Opened the billing portal',
  whilePastDue: true,
  peopleOnly: true,
  summary:
    'The address of the billing portal, which works once and within the hour. For owners; for members too while a payment is past due.',
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
  audit: 'Opened the checkout of a plan',
  summary:
    'A page on which a brand without a plan pays for one; the setup fee comes with its first. The same page again while it is open.',
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
  audit: 'Paid for a plan',
  whilePastDue: true,
  summary:
    'Completes the purchase of a plan, once the provider says that its page is paid. Repeating is harmless.',
  params,
  body,
  output: CompletedCheckout,
  problems: completing,
});

export const openAffiliateCheckout = defineCall({
  name: 'openAffiliateCheckout',
  noun: 'billing',
  method: 'GET',
  path: '/checkout-affiliate/:brandId',
  access: 'owner',
  audit: 'Opened the checkout of Affiliate Integration',
  summary: 'A page on which a brand pays for Affiliate Integration.',
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
  summary: 'Completes the purchase of Affiliate Integration. Repeating is harmless.',
  params,
  body,
  output: CompletedCheckout,
  problems: completing,
});

export const openAddOnCheckout = defineCall({
  name: 'openAddOnCheckout',
  noun: 'billing',
  method: 'GET',
  path: '/checkout-addon/:brandId',
  access: 'owner',
  audit: 'Opened the checkout of an add-on',
  summary: 'A page on which a brand pays for an add-on or for a pack of credits.',
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
  audit: 'Paid for an add-on',
  whilePastDue: true,
  summary: 'Completes the purchase of an add-on or of a pack of credits. Repeating is harmless.',
  params,
  body,
  output: CompletedCheckout,
  problems: completing,
});

export const getBilling = defineCall({
  name: 'getBilling',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/billing',
  access: 'brand',
  whilePastDue: true,
  summary: 'What a brand is subscribed to, what it owes, and whether the setup fee comes with its next plan.',
  params,
  output: z.object({
    subscriptions: z.array(HeldSubscription),
    pastDue: z.boolean(),
    /** Cents owed altogether. */
    due: z.int(),
    /** Cents that come on top of a first plan; 0 once paid. */
    setupFee: z.int(),
    currency: z.string(),
    /** The provider knows the brand, so there is a portal to open. */
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
  summary: 'The invoices of a brand, newest first.',
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
  summary: 'Where an invoice can be downloaded as PDF, for a short time.',
  params: params.extend({ invoiceId: text({ min: 1, max: 50 }) }),
  output: z.object({ url: z.string() }),
  problems: ['not_found', 'unavailable'],
});

const PlanChange = z.object({
  planId: z.string(),
  period: Period,
  /** An upgrade counts at once, a downgrade from the end of the term that is paid. */
  kind: z.enum(['upgrade', 'downgrade']),
  at: Instant,
  /** Cents to pay now, after what is left of the present plan. */
  dueNow: z.int(),
  /** Cents of what is left of the present plan, taken off. */
  credit: z.int(),
  /** Cents at each month from then on. */
  price: z.int(),
  currency: z.string(),
});

export const previewPlanChange = defineCall({
  name: 'previewPlanChange',
  noun: 'billing',
  method: 'GET',
  path: '/brand/:brandId/plan-change',
  access: 'owner',
  summary: 'What a change to another plan costs, and when it counts.',
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
    'Changes the plan as its preview said: an upgrade at once, a downgrade at the end of the term. Where it would be another change or cost more by now, nothing is changed, and the answer has the new `preview`.',
  params,
  body: z.object({
    planId: PlanChoice,
    /** What the preview said. */
    kind: PlanChange.shape.kind,
    dueNow: z.int(),
  }),
  output: PlanChange.extend({
    /** The invoice of the change and what it charged, in cents; null where nothing was charged. */
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
  summary: 'Keeps the present plan: takes back a change that waits for the end of the term.',
  params,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['subscription_required', 'invalid_transition', 'unavailable'],
});

const ofSubscription = params.extend({ subscriptionId: Id });

export const cancelSubscription = defineCall({
  name: 'cancelSubscription',
  noun: 'billing',
  method: 'POST',
  path: '/brand/:brandId/subscriptions/:subscriptionId/cancellation',
  access: 'owner',
  summary: 'Cancels with 30 days of notice, and not before the minimum time; answers when it ends.',
  params: ofSubscription,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['not_found', 'invalid_transition', 'unavailable'],
});

export const resumeSubscription = defineCall({
  name: 'resumeSubscription',
  noun: 'billing',
  method: 'DELETE',
  path: '/brand/:brandId/subscriptions/:subscriptionId/cancellation',
  access: 'owner',
  summary: 'Takes a cancellation back while the subscription still runs.',
  params: ofSubscription,
  output: z.object({ subscription: HeldSubscription }),
  problems: ['not_found', 'invalid_transition', 'unavailable'],
});

export const listBillingEvents = defineCall({
  name: 'listBillingEvents',
  noun: 'billing',
  method: 'GET',
  path: '/admin/billing/events',
  access: 'administrator',
  summary: 'What the billing provider told us, newest first.',
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
  summary: 'Works through an event again, as it came. Nothing is counted twice.',
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
  summary: 'The comparisons of our books with the provider, newest first.',
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ reconciliations: z.array(Reconciliation), ...paging }),
});

export const reconcile = defineCall({
  name: 'reconcile',
  noun: 'billing',
  method: 'POST',
  path: '/admin/billing/reconciliations',
  access: 'administrator',
  summary: 'Compares our books with the provider now, repairs what is safe, and reports what differs.',
  output: Reconciliation,
  problems: ['unavailable', 'conflict'],
});
