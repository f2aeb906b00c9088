import { Offer, OfferAnswer } from '@troupe/domain/campaigns/agreement';
import { OptIn, OptInChange, OptInEvent, OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { PriceEstimates } from '@troupe/domain/campaigns/price-estimate';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, PageNumber, paging, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

/** Accepts `pending`, `[pending]` and `[pending,approved]`, each repeatable. */
const statuses = z
  .preprocess(
    (value) =>
      (Array.isArray(value) ? value : value === undefined ? [] : [value])
        .flatMap((one) =>
          String(one)
            .replace(/^\[|\]$/g, '')
            .split(','),
        )
        .map((one) => one.trim().replace(/^["']|["']$/g, ''))
        .filter(Boolean),
    z.array(OptInStatus).max(10),
  )
  .default([]);

const filter = {
  status: statuses,
  platform: Platform.optional(),
  search: text({ max: 120 }).optional(),
  unseen: z.stringbool().optional(),
};

const bulkResult = z.object({
  changed: z.array(Id),
  refused: z.array(z.object({ optInId: Id, code: z.string(), message: z.string() })),
});

export const listOptIns = defineCall({
  name: 'listOptIns',
  noun: 'opt-in',
  method: 'GET',
  path: '/v2/opt-ins/:campaignId/:page',
  access: { object: 'campaign', param: 'campaignId' },
  summary:
    "Lists a campaign's opt-ins, newest first. `status` accepts one or more statuses. Set `unseen=true` to list only opt-ins nobody on the team has viewed.",
  params: z.object({ campaignId: Id, page: PageNumber }),
  query: z.object(filter),
  output: z.object({
    optIns: z.array(OptIn),
    counts: z.record(OptInStatus, z.int()),
    unseen: z.int(),
    ...paging,
  }),
  problems: ['not_found'],
});

export const getOptIn = defineCall({
  name: 'getOptIn',
  noun: 'opt-in',
  method: 'GET',
  path: '/brand/:brandId/opt-ins/:optInId',
  access: 'brand',
  summary: 'Retrieves an opt-in with its history and every version of its terms, oldest first.',
  params: params.extend({ optInId: Id }),
  output: z.object({ optIn: OptIn, history: z.array(OptInEvent), offers: z.array(Offer) }),
  problems: ['not_found'],
});

const DECISION_TITLES: Record<OptInStatus, string> = {
  pending: 'Reopened',
  approved: 'Approved',
  rejected: 'Declined',
  completed: 'Completed',
  withdrawn: 'Withdrew',
};

export const changeOptIn = defineCall({
  name: 'changeOptIn',
  noun: 'opt-in',
  method: 'PUT',
  path: '/brand/:brandId/opt-ins/:optInId',
  access: 'brand',
  audit: ({ status }: { status?: OptInStatus }) => (status ? `${DECISION_TITLES[status]} opt-in` : null),
  effect: 'An offer is binding for the brand once the creator accepts it. The creator is notified.',
  summary:
    "Updates an opt-in. Approves, declines, completes or rates it, makes an offer or updates its shipment. Approving the creator's requested terms (`askedTerms`) forms an agreement and counts toward the plan's collaborations. Any other terms in `agreement` are a counter-offer that becomes binding once the creator accepts; an opt-in awaiting approval stays pending until then. Returns 409 if `version` is outdated. API keys can make offers and decline, but get 403 for an approval or anything else that forms an agreement: only a logged-in person can accept terms. Set `undoable` to delay the messages, notifications and webhooks of an approval for ten seconds, so it can be undone with `undoApprovals`.",
  params: params.extend({ optInId: Id }),
  body: OptInChange,
  output: z.object({ optIn: OptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'plan_limit', 'subscription_required'],
});

const ANSWER_TITLES = { accept: 'Accepted', decline: 'Declined', withdraw: 'Withdrew' } as const;

export const answerOffer = defineCall({
  name: 'answerOffer',
  noun: 'opt-in',
  method: 'POST',
  path: '/brand/:brandId/opt-ins/:optInId/offers/:number/answer',
  access: 'brand',
  audit: ({ answer }: { answer: OfferAnswer }) => `${ANSWER_TITLES[answer]} offer`,
  effect: 'Notifies the creator.',
  summary:
    "Accepts or declines the creator's offer, or withdraws the brand's own offer. Returns 409 if the offer is no longer open. Accepting the creator's first offer approves the opt-in. API keys can't accept (403): only a logged-in person can.",
  params: params.extend({ optInId: Id, number: z.coerce.number().int().min(1).max(1_000_000) }),
  body: z.object({ answer: OfferAnswer }),
  output: z.object({ optIn: OptIn }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'plan_limit', 'subscription_required'],
});

export const decideOptIns = defineCall({
  name: 'decideOptIns',
  noun: 'opt-in',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/opt-ins',
  access: 'brand',
  audit: ({ status, optInIds }: { status: OptInStatus; optInIds: string[] }) =>
    `${DECISION_TITLES[status]} ${optInIds.length === 1 ? 'opt-in' : `${optInIds.length} opt-ins`}`,
  effect: 'Creators are notified.',
  summary:
    "Approves or declines opt-ins in bulk. Approvals use the terms each creator requested. `refused` lists the opt-ins that weren't changed, with the reason. Pass `versions` (by ID) to skip opt-ins that have changed since. `undoable` works as in `changeOptIn`. API keys can decline, but not approve (403).",
  params: params.extend({ campaignId: Id }),
  body: z.object({
    optInIds: z.array(Id).min(1).max(200),
    status: z.enum(['approved', 'rejected']),
    reason: text({ max: 1000 }).default(''),
    versions: z
      .record(Id, Version)
      .refine((versions) => Object.keys(versions).length <= 200, 'Pass at most 200 versions')
      .meta({ maxProperties: 200 })
      .optional(),
    undoable: z.boolean().optional(),
  }),
  output: bulkResult,
  problems: ['not_found', 'subscription_required'],
});

export const undoApprovals = defineCall({
  name: 'undoApprovals',
  noun: 'opt-in',
  method: 'POST',
  path: '/brand/:brandId/opt-ins/undo',
  access: 'brand',
  audit: ({ optInIds }: { optInIds: string[] }) =>
    optInIds.length === 1 ? 'Undid approval' : `Undid ${optInIds.length} approvals`,
  summary:
    "Undoes approvals made with `undoable`, within ten seconds. Restores the status, offers, plan usage and history; no one is notified. If the request names a single approval that can't be undone, returns 409.",
  params,
  body: z.object({ optInIds: z.array(Id).min(1).max(200) }),
  output: bulkResult,
  problems: ['not_found', 'invalid_transition'],
});

export const seeOptIns = defineCall({
  name: 'seeOptIns',
  noun: 'opt-in',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/opt-ins/seen',
  access: 'brand',
  audit: false,
  summary: 'Marks opt-ins as seen.',
  params: params.extend({ campaignId: Id }),
  body: z.object({ optInIds: z.array(Id).min(1).max(200) }),
  output: z.object({ unseen: z.int() }),
  problems: ['not_found'],
});

export const remindOptIn = defineCall({
  name: 'remindOptIn',
  noun: 'opt-in',
  method: 'POST',
  path: '/brand/:brandId/opt-ins/:optInId/remind',
  access: 'brand',
  audit: 'Sent reminder to creator',
  effect: 'Sends the creator a reminder.',
  summary: 'Reminds a creator of what is due. Limited to one reminder every 24 hours per opt-in.',
  params: params.extend({ optInId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition', 'no_contact', 'suppressed'],
});

export const getPriceEstimates = defineCall({
  name: 'getPriceEstimates',
  noun: 'opt-in',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId/price-estimates',
  access: 'brand',
  summary:
    "Estimates what a creator's content may cost, from the brand's own accepted offers. Gives one estimate for each content type and currency on the creator's platform: the median price per follower (or per view, for video) times the creator's followers (or average views). `coverage` is the probability that another offer falls between `low` and `high`. With fewer than `needed` offers, `median` is null. Amounts are in minor units.",
  params: z.object({ brandId: Id, profileId: Id }),
  output: PriceEstimates,
  problems: ['not_found'],
});
