import { counted, type StandingOrder } from '../platform/standing-order.ts';

/**
 * What the vendor does when it is asked about an account:
 * - `retry_later`: 400 `retry_later`, `times` times or for `minutes`, then ready; not charged
 * - `empty`, `private`, `removed`, `not_found`, `no_tokens`: 400 with the vendor's code
 * - `wrong_key`: 403, `rate_limit`: 429, `error_500`, `error_503`
 * - `hang`: never answers; `lost`: makes and charges the report, then never answers
 * - `half`: makes and charges the report, and breaks off in the middle of the answer
 * - `garbage`: 200 with a page instead of JSON; `partial`: 200 with JSON that lacks most of a report
 * - `no_contacts`, `contacts_failed`: for the contact look-up alone
 */
export const audienceScripts = [
  'retry_later',
  'empty',
  'private',
  'removed',
  'not_found',
  'no_tokens',
  'wrong_key',
  'rate_limit',
  'error_500',
  'error_503',
  'hang',
  'lost',
  'half',
  'garbage',
  'partial',
  'no_contacts',
  'contacts_failed',
] as const;
export type AudienceScript = (typeof audienceScripts)[number];

/** The vendor's calls, as far as scripts tell them apart. */
export type AudienceCall = 'report' | 'contacts' | 'other';

/** A standing order for one account, or for all (`*`). */
export interface AudienceRule extends StandingOrder {
  account: string;
  script: AudienceScript;
  /** When it ends by itself; null never. */
  until: string | null;
}

/** An answer the vendor gives instead of data. */
export interface VendorFailure {
  status: number;
  error: string;
  message: string;
}

export const vendorFailures = {
  bad_request: { status: 400, error: 'bad_request', message: 'The request is not valid.' },
  retry_later: { status: 400, error: 'retry_later', message: 'Data is being prepared. Try again later.' },
  empty: { status: 400, error: 'empty_audience_data', message: 'There is not enough audience data.' },
  private: { status: 400, error: 'account_is_private', message: 'This account is private.' },
  removed: { status: 400, error: 'account_removed', message: 'This account was removed.' },
  not_found: { status: 400, error: 'account_not_found', message: 'There is no such account.' },
  no_tokens: { status: 400, error: 'no_tokens_remaining', message: 'No tokens remaining.' },
  no_contacts: { status: 400, error: 'no_contacts', message: 'No contacts for this account.' },
  not_authenticated: { status: 401, error: 'not_authenticated', message: 'The key is missing.' },
  wrong_key: { status: 403, error: 'invalid_api_key', message: 'The key is not valid.' },
  gone: { status: 404, error: 'not_found', message: 'There is no such report.' },
  rate_limit: { status: 429, error: 'rate_limit_exceeded', message: 'Too many requests.' },
  error_500: { status: 500, error: 'internal_server_error', message: 'Internal server error.' },
  error_503: { status: 503, error: 'service_unavailable', message: 'Service unavailable.' },
  contacts_failed: { status: 500, error: 'internal_server_error', message: 'Internal server error.' },
} as const satisfies Record<string, VendorFailure>;

const ANYWHERE = new Set<AudienceScript>(['wrong_key', 'rate_limit', 'error_500', 'error_503', 'hang']);
const REPORTS_ONLY = new Set<AudienceScript>(['retry_later', 'empty', 'lost', 'half', 'partial']);
const CONTACTS_ONLY = new Set<AudienceScript>(['no_contacts', 'contacts_failed']);

function appliesTo(script: AudienceScript, call: AudienceCall, everyAccount: boolean): boolean {
  // Only an order for all accounts reaches the free calls, whose breaking down is the whole vendor's.
  if (call === 'other') return everyAccount && ANYWHERE.has(script);
  if (CONTACTS_ONLY.has(script)) return call === 'contacts';
  return call === 'report' || !REPORTS_ONLY.has(script);
}

/** `sandbox_private`, `sandbox.retry-later.3` and the like carry their script in the name. */
function scriptInName(handle: string): { script: AudienceScript; times: number } | null {
  const plain = handle.toLowerCase().replace(/[.\s-]/g, '_');
  const [, word = '', count] = /^@?sandbox_([a-z_]+?(?:_50[03])?)(?:_(\d{1,2}))?$/.exec(plain) ?? [];
  const script = audienceScripts.find((one) => one === word);
  return script ? { script, times: Number(count ?? 1) } : null;
}

/** Decides what happens to each call: orders for the account first, then those for all, then its name. */
export class AudienceScripts {
  rules: AudienceRule[] = [];
  /** How often accounts with `retry_later` in their name were asked. */
  attempts: Record<string, number> = {};

  /** An order replaces an earlier one for the same account. */
  set(rule: AudienceRule): void {
    const account = rule.account.trim().toLowerCase().replace(/^@/, '');
    this.remove(account);
    this.rules.push({ ...rule, account });
  }

  /** Says whether there was one. */
  remove(account: string): boolean {
    const name = account.trim().toLowerCase().replace(/^@/, '');
    const left = this.rules.filter((rule) => rule.account !== name);
    const found = left.length < this.rules.length;
    this.rules = left;
    return found;
  }

  clear(): void {
    this.rules = [];
    this.attempts = {};
  }

  /** What happens to this call, which is counted; null: all goes well. */
  decide(call: AudienceCall, handle: string, now: Date): AudienceScript | null {
    const name = handle.toLowerCase();
    this.rules = this.rules.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
    const rule = [name, '*']
      .map((account) => this.rules.find((one) => one.account === account))
      .find((one) => one && appliesTo(one.script, call, one.account === '*'));
    if (rule) {
      this.rules = counted(this.rules, [rule]);
      return rule.script;
    }
    const named = scriptInName(handle);
    if (!named || !appliesTo(named.script, call, false)) return null;
    if (named.script !== 'retry_later') return named.script;
    const asked = (this.attempts[name] ?? 0) + 1;
    this.attempts[name] = asked > named.times ? 0 : asked;
    return asked > named.times ? null : 'retry_later';
  }
}
