/**
 * All errors the API returns: a stable code, an HTTP status and a readable message. Details for the
 * log are separate and never sent.
 */
export const problems = {
  invalid: { status: 422, message: 'Some fields are invalid. Check the highlighted fields.' },
  unauthenticated: { status: 401, message: 'Log in again.' },
  forbidden: { status: 403, message: "You don't have access to this." },
  not_found: { status: 404, message: "We can't find this, or you don't have access." },
  method_not_allowed: { status: 405, message: "This method isn't allowed here." },
  conflict: { status: 409, message: 'Someone else changed this at the same time. Review their version.' },
  too_large: { status: 413, message: 'This request is too large. Shorten it and try again.' },
  url_too_long: { status: 414, message: 'This URL is too long.' },
  unsupported_type: { status: 415, message: "This content type isn't accepted here." },
  misdirected: { status: 421, message: 'Unknown host. Check the URL.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  internal: {
    status: 500,
    message: 'Sorry, something went wrong. Please refresh the page or try again later.',
  },
  unavailable: { status: 503, message: "This isn't available right now. Try again in a moment." },
  invalid_transition: {
    status: 409,
    message: "You can't do that in the current status. Reload and try again.",
  },
  subscription_required: { status: 402, message: 'You need a plan for this. Choose one to continue.' },
  add_on_required: { status: 402, message: 'You need the Affiliate Integration add-on for this.' },
  payment_past_due: { status: 402, message: 'You have a past-due payment. Pay it to continue.' },
  payment_incomplete: {
    status: 409,
    message: 'An error occurred while processing your payment. Please try again.',
  },
  payment_failed: {
    status: 402,
    message: 'An error occurred while processing your payment. Please try again.',
  },
  already_subscribed: {
    status: 409,
    message: 'Your brand already has this plan or add-on. Manage it in Account.',
  },
  not_for_sale: { status: 409, message: "This isn't available for purchase yet." },
  no_billing: { status: 409, message: 'Nothing to bill yet. Choose a plan first.' },
  insufficient_credits: { status: 402, message: 'You have no credits left.' },
  email_domain_required: {
    status: 409,
    message: 'Set up your email domain or connect a mailbox before you send invites.',
  },
  already_invited: { status: 409, message: 'This creator is already invited to this campaign.' },
  no_contact: { status: 409, message: "We don't have an email address for this creator yet." },
  suppressed: { status: 409, message: 'This creator unsubscribed, or email to them bounced.' },
  recently_contacted: { status: 409, message: 'Someone else recently contacted this creator.' },
  in_use: { status: 409, message: 'This is in use elsewhere. Stop using it there, then try again.' },
  plan_limit: { status: 409, message: 'Your plan has no collaborations remaining this month.' },
  too_many: { status: 409, message: "You've reached the limit. Remove an item first." },
  already_member: { status: 409, message: 'This person is already on the team.' },
  team_full: { status: 409, message: 'The team is full.' },
  acting_ended: { status: 403, message: "You're no longer acting as a member. Start again if you need to." },
  last_owner: { status: 409, message: 'A brand needs an owner. Make someone else an owner first.' },
  invite_not_open: { status: 409, message: 'This invitation is no longer valid. Ask for a new one.' },
  other_account: { status: 403, message: 'This invitation is for another account.' },
  rights_expired: { status: 403, message: 'The usage rights for this content have expired.' },
  sample_data: {
    status: 409,
    message: "You can't do this with sample data. Use a real creator or campaign.",
  },
  retry_later: {
    status: 409,
    message: 'We are currently processing your request. Please check back in a few minutes.',
  },
  empty_audience_data: { status: 422, message: 'No audience data is available for this channel' },
  report_unavailable: { status: 502, message: "The report couldn't be purchased. No credit was deducted." },
  search_unavailable: {
    status: 502,
    message: "The provider couldn't run this search. No credit was deducted.",
  },
  unreadable_file: { status: 422, message: "We can't read this file. Use CSV, TSV, JSON or XLSX." },
  invalid_signature: {
    status: 422,
    message: "This link isn't from your store or has expired. Open the app from your store again.",
  },
  store_taken: {
    status: 409,
    message: 'This store is connected to another account. Disconnect it there first.',
  },
  source_refused: { status: 409, message: "This source can't be connected. Check what you entered." },
  store_refused: {
    status: 409,
    message: 'Your store rejected the request. Open the app from your store again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable code from {@link problems}. */
export type ProblemCode = keyof typeof problems;

/** Body of an error response. `fields` maps field paths to messages (code `invalid`). */
export interface ProblemBody {
  code: ProblemCode;
  message: string;
  fields?: Record<string, string>;
  [field: string]: unknown;
}

/** An error returned to the caller; `detail` is only logged. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly detail: unknown;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.message ?? problems[code].message);
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.fields = options.fields;
    this.extra = options.extra;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
  }

  /** Returns the response body. */
  toBody(): ProblemBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      ...this.extra,
    };
  }
}

export interface ProblemOptions {
  /** Replaces the default message. */
  message?: string;
  /** Messages by field path, for code `invalid`. */
  fields?: Record<string, string>;
  /** Additional response fields, such as the current version of a changed item. */
  extra?: Record<string, unknown>;
  /** Only logged. */
  detail?: unknown;
  /** Seconds to wait before retrying. */
  retryAfter?: number;
}

/** Creates an error to throw: `throw problem('not_found')`. */
export function problem(code: ProblemCode, options?: ProblemOptions): Problem {
  return new Problem(code, options);
}
