import { Payable } from '@troupe/domain/campaigns/payable';
import { OwnPayoutAccount, PayoutMethod, PayoutSettings } from '@troupe/domain/campaigns/payout';
import { Id, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const settings = z.object({
  settings: PayoutSettings,
  /** Methods this brand can choose. */
  methods: z.array(PayoutMethod),
  /** Whether the caller may change them. */
  canChange: z.boolean(),
});

export const getPayoutSettings = defineCall({
  name: 'getPayoutSettings',
  noun: 'payout',
  method: 'GET',
  path: '/brand/:brandId/payout-settings',
  access: 'brand',
  summary:
    "Retrieves how the brand pays creators. With `manual`, the brand pays outside Troupe and records payments here; with `stripe`, payments go to the creator's Stripe account. `methods` lists the available methods.",
  params,
  output: settings,
});

export const updatePayoutSettings = defineCall({
  name: 'updatePayoutSettings',
  noun: 'payout',
  method: 'PUT',
  path: '/brand/:brandId/payout-settings',
  access: 'owner',
  audit: ({ method, paymentDays }: PayoutSettings) =>
    `Changed payment settings: ${method === 'stripe' ? 'Stripe' : 'manual'}, ${paymentDays}-day payment term`,
  summary:
    'Updates how the brand pays creators and the payment term in days. The term applies to payments that become due from now on. Returns 409 if `version` is outdated.',
  params,
  body: PayoutSettings,
  output: settings,
  problems: ['conflict', 'invalid_transition'],
});

export const payPayable = defineCall({
  name: 'payPayable',
  noun: 'payable',
  method: 'POST',
  path: '/brand/:brandId/payables/:payableId/pay',
  access: 'brand',
  peopleOnly: true,
  audit: 'Sent payment to creator through Stripe',
  summary:
    "Sends an approved or failed payment to the creator's account. The creator receives the agreed fee minus the processing fee. Returns the payment with `sending` set; it becomes paid or failed once the provider has answered. A payment that is already being sent is returned unchanged, so repeating the call never pays twice.",
  params: params.extend({ payableId: Id }),
  body: z.object({ version: Version }),
  output: z.object({ payable: Payable }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

const own = z.object({
  /** Whether creators can be paid through the provider here. */
  available: z.boolean(),
  account: OwnPayoutAccount.nullable(),
  /** ISO 3166 codes of the countries in which creators can be paid. */
  countries: z.array(z.string()),
});

export const getOwnPayoutAccount = defineCall({
  name: 'getOwnPayoutAccount',
  noun: 'payout-account',
  method: 'GET',
  path: '/creator/payout-account',
  access: 'creator',
  summary: "Retrieves the logged-in creator's payout account and its open requirements.",
  output: own,
});

export const refreshOwnPayoutAccount = defineCall({
  name: 'refreshOwnPayoutAccount',
  noun: 'payout-account',
  method: 'POST',
  path: '/creator/payout-account/refresh',
  access: 'creator',
  summary: "Updates the logged-in creator's payout account from the provider and returns it.",
  output: own,
  problems: ['unavailable', 'rate_limited'],
});

export const setUpOwnPayouts = defineCall({
  name: 'setUpOwnPayouts',
  noun: 'payout-account',
  method: 'POST',
  path: '/creator/payout-account/set-up',
  access: 'creator',
  summary:
    "Returns the URL of the provider's onboarding form. Creates a payout account first if the creator has none. The URL works once and expires within minutes. `country` can change until the creator has submitted the form.",
  body: z.object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Choose a country')
      .optional(),
  }),
  output: z.object({ url: z.url() }),
  problems: ['unavailable', 'invalid', 'rate_limited'],
});
