import { BillingFailure } from '@troupe/domain/billing/billing-provider';
import { PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { type Problem, problem } from '@troupe/domain/problem';

/** What a shopper is told when the provider did not do what it was asked. */
export function asPaymentProblem(error: unknown): Problem {
  if (!(error instanceof BillingFailure)) throw error;
  return problem(error.kind === 'payment' ? 'payment_failed' : 'unavailable', {
    message: PAYMENT_FAILED,
    detail: error.message,
  });
}

/** Throws a failure of the provider as the problem that an owner is shown in the account; other errors as they are. */
export function throwBillingProblem(error: unknown): never {
  throw error instanceof BillingFailure ? asBillingProblem(error) : error;
}

function asBillingProblem(error: BillingFailure): Problem {
  if (error.kind === 'payment')
    return problem('payment_failed', {
      message: 'The payment was declined. Change the card under Open billing, then try again.',
      detail: error.message,
    });
  if (error.kind === 'refused')
    return problem('invalid_transition', {
      message: 'This cannot be changed right now. Load the page again and look at how it stands.',
      detail: error.message,
    });
  return problem('unavailable', {
    message: 'Billing cannot be reached right now. Nothing was changed. Try again in a moment.',
    detail: error.message,
  });
}
