import { FAULTS, type Failure, type Faults } from '../platform/faults.ts';

export type AudienceFailure = Failure<'audience'>;

/** The vendor's calls, as far as faults tell them apart. */
export type AudienceCall = 'report' | 'contacts' | 'other';

const refusal = (status: number, error: string, error_message: string) => ({
  status,
  body: { success: false, error, error_message },
});

/** Answers the vendor gives instead of data. */
export const refusals = {
  bad_request: refusal(400, 'bad_request', 'The request is not valid.'),
  retry_later: refusal(400, 'retry_later', 'Data is being prepared. Try again later.'),
  empty: refusal(400, 'empty_audience_data', 'There is not enough audience data.'),
  private: refusal(400, 'account_is_private', 'This account is private.'),
  removed: refusal(400, 'account_removed', 'This account was removed.'),
  not_found: refusal(400, 'account_not_found', 'There is no such account.'),
  no_tokens: refusal(400, 'no_tokens_remaining', 'No tokens remaining.'),
  no_contacts: refusal(400, 'no_contacts', 'No contacts for this account.'),
  not_authenticated: refusal(401, 'not_authenticated', 'The key is missing.'),
  wrong_key: refusal(403, 'invalid_api_key', 'The key is not valid.'),
  gone: refusal(404, 'not_found', 'There is no such report.'),
  rate_limit: refusal(429, 'rate_limit_exceeded', 'Too many requests.'),
  error_500: refusal(500, 'internal_server_error', 'Internal server error.'),
  down: refusal(503, 'service_unavailable', 'Service unavailable.'),
  contacts_failed: refusal(500, 'internal_server_error', 'Internal server error.'),
};

const ANYWHERE = new Set<AudienceFailure>(['wrong_key', 'rate_limit', 'error_500', 'down', 'slow', 'hang']);
const REPORTS_ONLY = new Set<AudienceFailure>(['retry_later', 'empty', 'lost', 'half', 'partial']);
const CONTACTS_ONLY = new Set<AudienceFailure>(['no_contacts', 'contacts_failed']);

function appliesTo(failure: AudienceFailure, call: AudienceCall, everyAccount: boolean): boolean {
  // Only a fault of all accounts reaches the free calls, whose breaking down is the whole vendor's.
  if (call === 'other') return everyAccount && ANYWHERE.has(failure);
  if (CONTACTS_ONLY.has(failure)) return call === 'contacts';
  return call === 'report' || !REPORTS_ONLY.has(failure);
}

/** `sandbox_private`, `sandbox.retry-later.3` and the like carry their failure in the name. */
function failureInName(handle: string): { failure: AudienceFailure; times: number } | null {
  const plain = handle.toLowerCase().replace(/[.\s-]/g, '_');
  const [, word = '', count] = /^@?sandbox_([a-z_]+?(?:_500)?)(?:_(\d{1,2}))?$/.exec(plain) ?? [];
  if (!(word in FAULTS.audience.failures)) return null;
  return { failure: word as AudienceFailure, times: Number(count ?? 1) };
}

/** Decides what happens to each call: faults of the account first, then those of all, then its name. */
export class AudienceScripts {
  readonly #faults: Faults;
  /** How often accounts with `retry_later` in their name were asked. */
  readonly #attempts = new Map<string, number>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** What happens to this call, which is counted; null: all goes well. */
  decide(call: AudienceCall, handle: string): { failure: AudienceFailure; seconds: number } | null {
    const name = handle.toLowerCase();
    const fault = this.#faults.take('audience', [name, '*'], (failure, target) =>
      appliesTo(failure, call, target === '*'),
    );
    if (fault) return fault;
    const named = failureInName(handle);
    if (!named || !appliesTo(named.failure, call, false)) return null;
    const { failure, times } = named;
    if (failure !== 'retry_later') return { failure, seconds: 1 };
    const asked = (this.#attempts.get(name) ?? 0) + 1;
    this.#attempts.set(name, asked > times ? 0 : asked);
    return asked > times ? null : { failure, seconds: 1 };
  }
}
