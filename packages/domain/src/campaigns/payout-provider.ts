import type { PayoutAccountState, PayoutFailureCode } from './payout.ts';

/** A payment to a creator's account. Amounts in minor units of ISO 4217. */
export interface PayoutOrder {
  /** Identifies the attempt: repeating it never pays twice. */
  payoutId: string;
  /** Groups all attempts of a payment. */
  payableId: string;
  accountId: string;
  amount: number;
  currency: string;
}

/** A payment that the provider has made. */
export interface SentPayout {
  /** The provider's ID. */
  transferId: string;
  payoutId: string | null;
  /** In minor units of ISO 4217, whatever came back later. */
  amount: number;
  currency: string;
  /** All of it came back. */
  returned: boolean;
}

/** An event of the provider that changes something here. */
export type PayoutChange =
  | { kind: 'account'; accountId: string }
  | { kind: 'bank'; accountId: string; failure: string | null }
  | { kind: 'transfer'; transfer: SentPayout }
  | { kind: 'other' };

/** An authenticated event. */
export interface PayoutProviderEvent {
  id: string;
  type: string;
  occurred: Date;
}

/** A company that pays creators. All calls throw `PayoutFailure`. */
export interface PayoutProvider {
  /** Whether this installation has access. */
  configured: boolean;
  /** ISO 3166 codes of the countries in which creators can be paid. */
  countries: readonly string[];
  /** Returns the smallest payable step of a currency, in minor units: 10 if the last digit must be 0. */
  stepOf(currency: string): number;
  /** Opens an account. @param key repeating a call with the same key returns the same account */
  openAccount(input: {
    userId: string;
    email: string;
    country: string;
    key: string;
  }): Promise<PayoutAccountState>;
  /** Returns an account's current state; null if it no longer exists. */
  readAccount(accountId: string): Promise<PayoutAccountState | null>;
  /** Returns the URL of the form in which the creator enters their details. It works once and expires soon. */
  onboardingUrl(accountId: string, back: { returnUrl: string; refreshUrl: string }): Promise<string>;
  send(order: PayoutOrder): Promise<SentPayout>;
  /** Returns what was sent for a payment, whichever attempt it was. */
  find(payableId: string): Promise<SentPayout[]>;
  /** Verifies an event's signature over the exact bytes; null if it is wrong or too old. */
  authenticate(body: Buffer, signature: string, now: Date): PayoutProviderEvent | null;
  /** Returns what an event changes; throws if its format is unknown. */
  parseEvent(body: string): PayoutChange;
}

/**
 * A failed call. `refused`: nothing was paid and the same request would fail again. `unknown`: it may have been
 * carried out; look it up before repeating it.
 */
export class PayoutFailure extends Error {
  readonly kind: 'refused' | 'unknown';
  readonly code: PayoutFailureCode;
  /** The provider's own code, for the log and administrators. */
  readonly vendorCode: string;

  constructor(kind: 'refused' | 'unknown', code: PayoutFailureCode, vendorCode: string) {
    super(`${kind}: ${vendorCode}`);
    this.kind = kind;
    this.code = code;
    this.vendorCode = vendorCode;
  }
}
