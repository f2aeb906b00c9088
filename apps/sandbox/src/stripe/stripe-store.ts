import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { StripeConfig } from '../config.ts';
import { type Answer, type Faults, Refusal } from '../platform/faults.ts';
import { CallLog, KeptState, trim } from '../platform/state.ts';
import { type Delivery, newDelivery, Webhooks } from '../platform/webhooks.ts';

const ANSWER_WITHIN_MS = 10_000;
const KEPT = 5000;

/** What a creator enters in the form. */
export const ALL_REQUIREMENTS = [
  'external_account',
  'individual.dob.day',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
];

/** A connected account; a real one has many more fields. */
export interface StripeAccount {
  id: string;
  object: 'account';
  country: string;
  email: string | null;
  created: number;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
  controller: object;
  requirements: {
    currently_due: string[];
    past_due: string[];
    eventually_due: string[];
    pending_verification: string[];
    disabled_reason: string | null;
    current_deadline: null;
    errors: object[];
  };
  metadata: Record<string, string>;
}

export interface StripeTransfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  created: number;
  currency: string;
  description: string | null;
  destination: string;
  livemode: false;
  metadata: Record<string, string>;
  reversed: boolean;
  source_type: 'card';
  transfer_group: string | null;
}

/** A link to the form: works once, for a few minutes. */
export interface StripeLink {
  account: string;
  returnUrl: string;
  refreshUrl: string;
  expiresAt: number;
  visited: boolean;
}

interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: false;
  pending_webhooks: number;
  type: string;
  /** The connected account, for events of a Connect endpoint. */
  account?: string;
  data: { object: object };
}

const fresh = () => ({
  accounts: new Map<string, StripeAccount>(),
  transfers: new Map<string, StripeTransfer>(),
  links: new Map<string, StripeLink>(),
  /** Responses by idempotency key. */
  keys: new Map<string, { request: string; answer: Answer }>(),
  events: new Map<string, StripeEvent>(),
  deliveries: new Map<string, Delivery>(),
  /** The platform's available balance by currency, in Stripe's units. */
  balance: { usd: 5_000_000, eur: 5_000_000, gbp: 5_000_000, jpy: 5_000_000, kwd: 5_000_000 } as Record<
    string,
    number
  >,
  settings: {} as Partial<StripeConfig['settings']>,
});

/** An ID such as `acct_1MiN3gLkdIwHu7ix`. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** A refused call in Stripe's format. */
export function refusal(
  status: number,
  { message, ...error }: { type?: string; code?: string; param?: string; message: string },
): Refusal {
  return new Refusal(status, message, { error: { type: 'invalid_request_error', message, ...error } });
}

/** The platform's connected accounts, transfers and balance. */
export class StripeStore extends KeptState<ReturnType<typeof fresh>> {
  readonly config: StripeConfig;
  readonly faults: Faults;
  readonly webhooks: Webhooks<Delivery>;
  readonly calls = new CallLog<{ call: string; status: number; note: string | null }>();

  constructor(dataDir: string, config: StripeConfig, faults: Faults, log: Logger) {
    super(join(dataDir, 'stripe'), fresh);
    this.config = config;
    this.faults = faults;
    this.webhooks = new Webhooks(
      {
        provider: 'stripe',
        deliveries: () => this.state.deliveries,
        settings: () => this.settings,
        request: (delivery) => this.#request(delivery),
        save: this.save,
      },
      faults,
      log,
    );
  }

  get settings() {
    return { ...this.config.settings, ...this.state.settings };
  }

  account(id: string): StripeAccount {
    const found = this.state.accounts.get(id);
    if (found) return found;
    const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
    throw refusal(403, { code: 'account_invalid', message });
  }

  /** Sends an event; `account` marks it as one of a connected account. */
  emit(type: string, object: object, account?: string): void {
    const { events, deliveries } = this.state;
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: '2025-04-30.basil',
      created: seconds(),
      livemode: false,
      pending_webhooks: 1,
      type,
      ...(account && { account }),
      // A snapshot: later changes are other events.
      data: { object: structuredClone(object) },
    };
    events.set(event.id, event);
    trim(events, KEPT);
    if (this.settings.webhookUrl !== '') this.webhooks.begin(newDelivery(event.id));
    else trim(deliveries, KEPT);
  }

  /** Applies an account change and sends `account.updated`. */
  change(account: StripeAccount, change: (account: StripeAccount) => void): void {
    change(account);
    this.emit('account.updated', account, account.id);
  }

  #request({ id, forged }: Delivery) {
    const event = this.state.events.get(id);
    if (!event) return null;
    const { webhookUrl: url } = this.settings;
    const body = JSON.stringify(event, null, 2);
    const time = seconds();
    const secret = forged ? `${this.config.webhookSecret}-wrong` : this.config.webhookSecret;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return {
      url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': `t=${time},v1=${signature},v0=${'0'.repeat(64)}`,
      },
      body,
      withinMs: ANSWER_WITHIN_MS,
    };
  }
}
