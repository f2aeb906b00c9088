import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@troupe/domain/problem';
import type { FastifyReply } from 'fastify';

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** What a vendor answers. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** What the vendor's log says of it. */
  note?: string | null;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A call that is refused, in the shape of its vendor. */
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

/** Returns what `work` answers, or its refusal. */
export async function answerOf(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: error.body, note: error.message };
  }
}

/** How a vendor answers its calls. */
export interface Vendor {
  faults: Faults;
  /** Its words for failures that have a shape of their own. */
  answers: Record<string, Answer>;
  /** Logs how a call ended; status 0 when no answer was given. */
  seen?(status: number, note: string | null, answer: Answer): void;
  save?(): Promise<void>;
  /** Ends a call with the fault `lost`. */
  lose?(reply: FastifyReply): FastifyReply;
}

type FaultOfCall = Pick<Fault, 'failure' | 'seconds'>;

/** A call that was let in: the fault it meets, and what it does unless the fault ends it. */
export interface AdmittedCall {
  fault: FaultOfCall | null;
  work(failure: string | null): Answer | Promise<Answer>;
}

/** Answers a call as its fault says, or with what it does. @param admit refuses calls before any fault */
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

/** What a fault answers before anything is done; null where the call continues, after a delay at times. */
async function failedBy({ failure, seconds }: FaultOfCall, answers: Record<string, Answer>) {
  if (failure === 'slow') await wait(seconds * 1000);
  const known = { hang: 0, down: 503, garbage: 200 }[failure];
  const page =
    known === undefined ? null : { status: known, body: PAGE, headers: { 'content-type': 'text/html' } };
  return answers[failure] ?? page;
}

/** Breaks a connection off; what was asked for is done. */
function breakOff(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Answers half of a body, then breaks the connection off. */
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

/** Failures of an HTTP call that every vendor can have. */
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

/** What can happen to the webhooks of every vendor; target `webhook`. */
const WEBHOOK = {
  late: 'webhook: the first attempt waits `seconds` (5)',
  twice: 'webhook: sent again after it was accepted',
  out_of_order: 'webhook: what is due within a second is sent in reverse',
  wrong_signature: 'webhook: the first attempt has a wrong signature or password',
  unsent: 'webhook: never sent',
};

/**
 * Every failure that can be ordered, by provider, and what its `target` names; `*` means everything. This is the one
 * place where faults are described: the control pages and the refusals read it.
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
    target: 'a username',
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
      wrong_state: 'authorize: comes back with another state',
      wrong_hmac: 'authorize: comes back forged',
      stale: 'authorize: comes back five minutes old',
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

/** Something that goes wrong until it is removed, or so many times. */
export interface Fault {
  provider: Provider;
  /** What it happens to; see {@link FAULTS}. */
  target: string;
  failure: string;
  /** Cases remaining; null until it is removed. */
  times: number | null;
  /** How long, for failures that take time. */
  seconds: number;
}

const lastPart = (target: string): string => target.split('/').at(-1) ?? '';

/** Whether a target can have a failure: some happen only where their description says first. */
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

/** All faults of all providers, in memory: a restart removes them. */
export class Faults {
  #list: Fault[] = [];
  readonly #hanging = new Set<FastifyReply>();

  list(provider?: Provider): Fault[] {
    return this.#list.filter((one) => !provider || one.provider === provider);
  }

  /** Adds a fault in place of an earlier one for the same target; those of webhooks stand side by side. */
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
   * Counts a case against the first target that has a fault, and returns it; null when all goes well.
   * @param targets the narrowest first
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

  /** Counts a case against every fault of a target, and returns them by failure. */
  takeAll(provider: Provider, target: string): Map<string, Fault> {
    const found = this.#list.filter((one) => one.provider === provider && one.target === target);
    return new Map(found.map((one) => [one.failure, this.#count(one)]));
  }

  #count(fault: Fault): Fault {
    if (fault.times !== null && --fault.times <= 0) this.#list = this.#list.filter((one) => one !== fault);
    return fault;
  }

  /** Holds a call open until the caller gives up or the sandbox stops. */
  hang = (reply: FastifyReply): FastifyReply => {
    this.#hanging.add(reply.hijack());
    reply.raw.on('close', () => this.#hanging.delete(reply));
    return reply;
  };

  release(): void {
    for (const reply of this.#hanging) reply.raw.destroy();
  }
}
