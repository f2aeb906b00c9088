import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@troupe/domain/problem';
import type { FastifyReply } from 'fastify';

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** A provider's response. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Its entry in the provider's log. */
  note?: string | null;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A rejected call in the provider's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, body: object) {
    super(message);
    this.status = status;
    this.body = body;
  }

  toBody(): object {
    return this.body;
  }
}

/** Returns the result of `work`, or its error. */
export async function answerOf(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: error.body, note: error.message };
  }
}

/** How a provider responds to calls. */
export interface Vendor {
  faults: Faults;
  /** Responses to failures with a custom format. */
  answers: Record<string, Answer>;
  /** Logs the result of a call; status 0 without a response. */
  seen?(status: number, note: string | null, answer: Answer): void;
  save?(): Promise<void>;
  /** Ends a call with the fault `lost`. */
  lose?(reply: FastifyReply): FastifyReply;
}

type FaultOfCall = Pick<Fault, 'failure' | 'seconds'>;

/** An admitted call with its fault, and what it does unless the fault ends it. */
export interface AdmittedCall {
  fault: FaultOfCall | null;
  work(failure: string | null): Answer | Promise<Answer>;
}

/** Responds to a call with its fault or result. @param admit rejects calls before any fault */
export async function answerCall(
  reply: FastifyReply,
  { faults, answers, seen = () => {}, save = async () => {}, lose = breakOff }: Vendor,
  admit: () => AdmittedCall,
): Promise<FastifyReply> {
  let failure = '';
  const { note, ...answer } = await answerOf(async () => {
    const { fault, work } = admit();
    failure = fault?.failure ?? '';
    return (fault && (await failedBy(fault, answers))) ?? work(failure || null);
  });
  await save();
  const cut = { hang: faults.hang, lost: lose, half: breakInside }[failure];
  seen(cut ? 0 : answer.status, note ?? (failure || null), answer);
  if (cut) return cut(reply, answer);
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .send(answer.body);
}

/**
 * Returns the response of a fault that prevents the call; null if it continues, possibly after a
 * delay.
 */
async function failedBy({ failure, seconds }: FaultOfCall, answers: Record<string, Answer>) {
  if (failure === 'slow') await wait(seconds * 1000);
  const known = { hang: 0, down: 503, garbage: 200 }[failure];
  const page =
    known === undefined ? null : { status: known, body: PAGE, headers: { 'content-type': 'text/html' } };
  return answers[failure] ?? page;
}

/** Drops the connection after the call took effect. */
function breakOff(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Sends half of a body and drops the connection. */
function breakInside(reply: FastifyReply, { body }: Answer): FastifyReply {
  const text = JSON.stringify(body);
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  reply.raw.write(text.slice(0, text.length / 2), () => reply.raw.destroy());
  return reply;
}

/** HTTP failures of every provider. */
const HTTP = {
  down: '503 with a page instead of data',
  error_500: '500 in the shape of the vendor',
  rate_limit: '429, too many requests',
  wrong_key: 'the key or token is refused',
  slow: 'answers after `seconds` (5)',
  hang: 'never answers and does nothing',
  lost: 'does it, then breaks the connection off',
  garbage: '200 with a page instead of data',
};

/** Webhook failures of every provider; target `webhook`. */
const WEBHOOK = {
  late: 'webhook: the first attempt waits `seconds` (5)',
  twice: 'webhook: sent again after it was accepted',
  out_of_order: 'webhook: what is due within a second is sent in reverse',
  wrong_signature: 'webhook: the first attempt has a wrong signature or password',
  unsent: 'webhook: never sent',
};

/**
 * All available failures by provider, and what `target` names; `*` means everything. The single
 * source for control pages and error messages.
 */
export const FAULTS = {
  mail: {
    target: 'a recipient: x@a.test or *@a.test',
    failures: {
      defer: '450 at RCPT (greylisting)',
      bounce: '550 at RCPT, no such mailbox',
      full: '452 at RCPT, mailbox full',
      busy: '421 at RCPT, then the connection closes',
      reject: 'accepted at RCPT, 554 after the data',
      drop: 'the connection breaks after the data, without an answer',
      cut: 'the connection breaks in the middle of the data',
      rename: 'kept under a Message-ID of the server',
      down: 'every connection ends with 421; target *',
    },
  },
  mailboxes: {
    target: 'an address, imap, oauth, api, send or {address}/send (with an API), google or microsoft',
    failures: {
      ...HTTP,
      down: 'IMAP ends the connection with BYE, OAuth and the APIs answer 503',
      denied: 'the APIs answer 403: a scope is missing',
      quota: 'the APIs answer 403 (Google) or 429 (Microsoft) without Retry-After',
      send_as: 'send: Google answers 400 failedPrecondition, Microsoft 403 ErrorSendAsDenied',
      rate_limit: '429, with `seconds` (5) as Retry-After',
      bad_search: 'searches with the APIs that contain "bad" are refused with 400',
      bad_source: 'the APIs answer 400 when asked for the source of an email',
      late_index: 'searches with the APIs miss emails of the last `seconds` (5)',
      hang: 'never answers and does nothing',
      wrong_password: 'the IMAP login is refused',
      throttle: 'IMAP answers NO [THROTTLED] after the login',
      drop: 'the IMAP connection breaks inside a message',
      lies: 'an IMAP search finds every message',
      revoked: 'OAuth answers invalid_grant: access was revoked',
      partial: 'OAuth grants the first of two scopes',
    },
  },
  dns: {
    target: 'a name: acme.test, or *.acme.test for all below it',
    failures: {
      servfail: 'the name server failed',
      nxdomain: 'there is no such name',
      refused: 'refuses to answer',
      silent: 'never answers',
      garbage: 'bytes that are no answer',
      lies: 'wrong records',
    },
  },
  audience: {
    target: 'a username, or search',
    failures: {
      ...HTTP,
      lost: 'makes and charges the report, then never answers',
      half: 'makes and charges the report, then breaks off inside the answer',
      partial: '200 with most of the report missing',
      retry_later: '400 retry_later, not charged',
      empty: '400 empty_audience_data',
      private: '400 account_is_private',
      removed: '400 account_removed',
      not_found: '400 account_not_found',
      no_tokens: '400 no_tokens_remaining',
      no_contacts: 'contact lookup: 400 no_contacts',
      contacts_failed: 'contact lookup: 500',
      bad_filter: 'search: 400 bad_filter',
      hostile: 'search: names with markup, invisible characters, wrong types and missing parts',
      flood: 'search: 10,000 results, whatever was asked for',
    },
  },
  social: {
    target: 'youtube, instagram or tiktok',
    failures: {
      down: '503 in the shape of the platform',
      rate_limit: HTTP.rate_limit,
      wrong_key: HTTP.wrong_key,
      slow: HTTP.slow,
      hang: HTTP.hang,
      garbage: HTTP.garbage,
      quota: 'the quota is used up',
    },
  },
  listening: {
    target: 'feed, mastodon, hacker-news, gdelt, youtube, reddit or x',
    failures: {
      down: HTTP.down,
      error_500: HTTP.error_500,
      rate_limit: HTTP.rate_limit,
      wrong_key: HTTP.wrong_key,
      slow: HTTP.slow,
      hang: HTTP.hang,
      lost: HTTP.lost,
      garbage: HTTP.garbage,
      quota: 'the quota or the prepaid credit is used up',
      closed: 'mastodon: the server closes its timelines',
      text_error: 'gdelt: an error as text with 200',
    },
  },
  'exchange-rates': {
    target: 'a file (eurofxref-hist-90d.xml)',
    failures: { ...HTTP, late: 'the last three days are missing' },
  },
  'language-model': {
    target: 'a model (gpt-4o-mini)',
    failures: {
      ...HTTP,
      chatter: 'prose instead of JSON',
      overreach: 'filters that do not exist, for everything',
    },
  },
  bluesky: {
    target: 'stream, api, or a call (app.bsky.feed.searchPosts)',
    failures: {
      ...HTTP,
      cursor_moved: 'stream v1: starts `seconds` (5) ago without a word; v2 refuses older cursors',
      too_old: 'stream: refuses cursors older than `seconds` (5) with CursorTooOld',
      reorder: 'stream: the last past events come out of order',
      drop: 'stream: breaks off instead of sending',
      slow_consumer: 'stream: ends with ConsumerTooSlow',
      silent: 'stream: stays open and sends nothing',
      duplicate: 'stream: sends a frame twice',
      other_collections: 'stream: sends commits of other collections too',
    },
  },
  billing: {
    target: 'a call (hosted_page.retrieve), a resource (hosted_page), checkout or webhook',
    failures: {
      ...HTTP,
      ...WEBHOOK,
      server_error: 'checkout: the payment breaks down',
      card_error: 'checkout: the card is declined',
    },
  },
  shopify: {
    target:
      'authorize, access_token, api_permissions, graphql, a field (orders) or webhook; may start with {shop}/',
    failures: {
      ...HTTP,
      ...WEBHOOK,
      throttle: 'graphql: THROTTLED',
      frozen: 'graphql: 402, the store is closed or frozen',
      wrong_state: 'authorize: comes back with another state',
      wrong_hmac: 'authorize: comes back forged',
      stale: 'authorize: comes back five minutes old',
    },
  },
  stripe: {
    target: 'a call (transfers.create, transfers.list), a resource (transfers, accounts) or webhook',
    failures: {
      ...HTTP,
      ...WEBHOOK,
      key_in_use: '409, the idempotency key is in use',
      insufficient_balance: 'transfers: the balance is too low',
      account_restricted: 'transfers: the account lacks the capability',
      declined: 'transfers: refused for another reason',
    },
  },
  widgets: {
    target: 'intercom, beamer, headway or tag-manager',
    failures: {
      down: 'the script is a 404',
      slow: 'the script arrives after `seconds` (5)',
      garbage: 'the script is no JavaScript',
      throws: 'the script fails while it runs',
    },
  },
} as const satisfies Record<string, { target: string; failures: Record<string, string> }>;

export type Provider = keyof typeof FAULTS;
export const providers = Object.keys(FAULTS) as Provider[];
export type Failure<P extends Provider> = keyof (typeof FAULTS)[P]['failures'] & string;

/** A fault, active until removed or for a number of times. */
export interface Fault {
  provider: Provider;
  /** What it applies to; see {@link FAULTS}. */
  target: string;
  failure: string;
  /** Remaining times; null until it is removed. */
  times: number | null;
  /** Duration, for failures that take time. */
  seconds: number;
}

const lastPart = (target: string): string => target.split('/').at(-1) ?? '';

/**
 * Returns whether a target supports a failure: some apply only to the targets in their description.
 */
function fits(provider: Provider, target: string, failure: string): boolean {
  const described = (FAULTS[provider].failures as Record<string, string>)[failure];
  if (described === undefined) return false;
  const call = lastPart(target);
  const isPlace = ['webhook', 'checkout', 'authorize'].includes(call);
  const only = /^([a-z_, ]+):/.exec(described)?.[1]?.split(', ');
  if (!only || only[0] === 'contact lookup') return !isPlace;
  if (only[0] === 'graphql') return !isPlace && !['access_token', 'api_permissions', '*'].includes(call);
  return only.includes(call);
}

/** All faults, in memory: a restart clears them. */
export class Faults {
  #list: Fault[] = [];
  readonly #hanging = new Set<FastifyReply>();

  list(provider?: Provider): Fault[] {
    return this.#list.filter((one) => !provider || one.provider === provider);
  }

  /** Adds a fault, replacing one for the same target; webhook faults are cumulative. */
  add(fault: Fault): void {
    const { provider, target, failure } = fault;
    if (!fits(provider, target, failure))
      throw new Problem('invalid', { message: `${provider} ${target} cannot fail with ${failure}.` });
    const call = lastPart(target);
    this.remove({ provider, target, ...(call === 'webhook' && { failure }) });
    this.#list.push({ ...fault });
  }

  remove(filter: Partial<Pick<Fault, 'provider' | 'target' | 'failure'>>): void {
    const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
    this.#list = this.#list.filter((one) => wanted.some(([key, value]) => one[key as keyof Fault] !== value));
  }

  /**
   * Returns the first matching fault and counts it; null if there is none.
   * @param targets most specific first
   */
  take<P extends Provider>(
    provider: P,
    targets: string[],
    applies: (failure: Failure<P>, target: string) => boolean = () => true,
  ): (Fault & { failure: Failure<P> }) | null {
    const own = this.list(provider).filter((one) => applies(one.failure as Failure<P>, one.target));
    for (const target of targets) {
      const found = own.find((one) => one.target === target);
      if (found) return this.#count(found) as Fault & { failure: Failure<P> };
    }
    return null;
  }

  /** Returns all faults of a target by failure, and counts them. */
  takeAll(provider: Provider, target: string): Map<string, Fault> {
    const found = this.#list.filter((one) => one.provider === provider && one.target === target);
    return new Map(found.map((one) => [one.failure, this.#count(one)]));
  }

  #count(fault: Fault): Fault {
    if (fault.times !== null && --fault.times <= 0) this.#list = this.#list.filter((one) => one !== fault);
    return fault;
  }

  /** Keeps a call open until the client disconnects or the sandbox stops. */
  hang = (reply: FastifyReply): FastifyReply => {
    this.#hanging.add(reply.hijack());
    reply.raw.on('close', () => this.#hanging.delete(reply));
    return reply;
  };

  release(): void {
    for (const reply of this.#hanging) reply.raw.destroy();
  }
}
