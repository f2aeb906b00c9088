import type { z } from 'zod';
import { bytesWithin, jsonOf } from '../../platform/outgoing/fetch-json.ts';
import { MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type { Delivery } from '../../platform/outgoing/mail-transport.ts';

const TIMEOUT_MS = 30_000;
const SEND_MS = 60_000;
const MAX_JSON = 5_000_000;
const MAX_RETRY_MS = 60 * 60_000;

/** A response of a vendor's API. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Null if it was larger than allowed. */
  body: Buffer | null;
}

type Query = Record<string, string | number | readonly string[]>;

/** Calls the API of a mailbox's vendor with an access token. */
export class VendorApi {
  readonly base: string;
  readonly #headers: Record<string, string>;

  constructor(base: string, accessToken: string, headers: Record<string, string> = {}) {
    this.base = base.replace(/\/$/, '');
    this.#headers = Object.assign({ authorization: `Bearer ${accessToken}` }, headers);
  }

  async #fetch(url: URL, init: RequestInit, timeoutMs: number, mostBytes: number): Promise<ApiAnswer> {
    // The token is for this host only; links in responses must point to it.
    if (url.origin !== new URL(this.base).origin)
      throw new MailboxFailure('server', `A link points to ${url.host}`, { isTemporary: true });
    const response = await fetch(url, {
      ...init,
      headers: { ...this.#headers, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    return { status, headers, body: await bytesWithin(response.body, mostBytes) };
  }

  /**
   * Reads a path or a link from a response. Returns responses with 2xx, 400, 404 and 410.
   * @throws MailboxFailure for others
   */
  async get(pathOrLink: string, query: Query = {}, mostBytes = MAX_JSON): Promise<ApiAnswer> {
    const url = new URL(pathOrLink.startsWith('/') ? this.base + pathOrLink : pathOrLink);
    for (const [name, values] of Object.entries(query))
      for (const value of [values].flat()) url.searchParams.append(name, String(value));
    const answer = await this.#fetch(url, {}, TIMEOUT_MS, mostBytes).catch((error: unknown) => {
      if (error instanceof MailboxFailure) throw error;
      throw new MailboxFailure('unreachable', reasonOf(error), { isTemporary: true });
    });
    if (answer.status < 300 || [400, 404, 410].includes(answer.status)) return answer;
    throw failureOf(answer);
  }

  /** Reads JSON. @throws MailboxFailure */
  async json<T>(schema: z.ZodType<T>, pathOrLink: string, query: Query = {}): Promise<T> {
    const answer = await this.get(pathOrLink, query);
    return bodyOf(schema, answer);
  }

  /**
   * Sends an email once. `accepted` reads the outcome of a response with 2xx.
   * @throws MailboxFailure if the login is rejected; then nothing was sent
   */
  async send(
    path: string,
    init: { body: string | Buffer; headers: Record<string, string> },
    accepted: (answer: ApiAnswer) => Promise<Delivery>,
  ): Promise<Delivery> {
    let answer: ApiAnswer;
    try {
      const url = new URL(this.base + path);
      const body = new Uint8Array(Buffer.from(init.body));
      answer = await this.#fetch(url, { method: 'POST', headers: init.headers, body }, SEND_MS, MAX_JSON);
    } catch (error) {
      return { outcome: isUnconnected(error) ? 'unreachable' : 'unknown', answer: reasonOf(error) };
    }
    if (answer.status < 300) return accepted(answer);
    if (isDenied(answer, errorOf(answer).reasons)) throw failureOf(answer);
    return rejected(answer);
  }
}

/** Parses a response. @throws MailboxFailure */
export function bodyOf<T>(schema: z.ZodType<T>, answer: ApiAnswer): T {
  if (answer.status >= 300) throw failureOf(answer);
  const parsed = schema.safeParse(answer.body && jsonOf(answer.body));
  if (parsed.success) return parsed.data;
  throw new MailboxFailure('server', "The vendor's response was incomplete", { isTemporary: true });
}

/** Google and Microsoft describe errors alike: `{ error: { code, message, errors: [{ reason }] } }`. */
interface VendorError {
  code?: unknown;
  message?: unknown;
  errors?: { reason?: unknown }[];
}

function errorOf({ status, body }: ApiAnswer): { text: string; reasons: string[] } {
  const { error } = ((body && jsonOf(body)) ?? {}) as { error?: VendorError };
  const reasons = [
    error?.code,
    ...(Array.isArray(error?.errors) ? error.errors : []).map((one) => one?.reason),
  ];
  const message = typeof error?.message === 'string' ? error.message : 'No reason given';
  return { text: `${status} ${message}`.slice(0, 500), reasons: reasons.map(String) };
}

/** Whether a scope is missing or consent was revoked; other causes of 403 aren't about the login. */
const isDenied = ({ status }: ApiAnswer, reasons: readonly string[]): boolean =>
  status === 401 ||
  (status === 403 &&
    reasons.some((reason) => /^(?:insufficientPermissions|ErrorAccessDenied)$/i.test(reason)));

/** Returns the failure that a response reports. */
export function failureOf(answer: ApiAnswer): MailboxFailure {
  const { text, reasons } = errorOf(answer);
  if (isDenied(answer, reasons)) return new MailboxFailure('credentials', text);
  return new MailboxFailure('server', text, {
    isTemporary: true,
    retryMs: retryMsOf(answer),
    isInvalid: answer.status === 400,
    isInternal: answer.status >= 500 && answer.status !== 503,
  });
}

/** `Retry-After` in seconds, or as a date; from a second to an hour. */
function retryMsOf({ headers }: ApiAnswer): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), MAX_RETRY_MS) : undefined;
}

/**
 * Classifies a rejected email. Timeouts and server errors other than 503 may follow sending. An invalid or too large email
 * is refused for good; other causes are about the mailbox or its organization, so later attempts may work.
 */
function rejected(answer: ApiAnswer): Delivery {
  const { status } = answer;
  const { text, reasons } = errorOf(answer);
  if (status === 408 || (status >= 500 && status !== 503)) return { outcome: 'unknown', answer: text };
  const isTooLarge = status === 413 && !/quota/i.test(`${text} ${reasons.join(' ')}`);
  // Gmail: sending is turned off for this account, or similar.
  const isAboutAccount = reasons.some((reason) => /^failedPrecondition$/i.test(reason));
  if ((status !== 400 && !isTooLarge) || isAboutAccount)
    return { outcome: 'later', answer: text, retryMs: retryMsOf(answer) };
  const aboutRecipient = /invalid to header|ErrorInvalidRecipients/i.test(`${text} ${reasons.join(' ')}`);
  return { outcome: 'refused', answer: text, aboutRecipient };
}

interface ConnectionError {
  code?: string;
  syscall?: string;
  /** One per IP address. */
  errors?: ConnectionError[];
}

/** Whether a request failed before anything was sent. */
function isUnconnected(error: unknown): boolean {
  if (error instanceof MailboxFailure) return true;
  const { cause } = error as { cause?: ConnectionError };
  return (cause?.errors ?? [cause]).every(
    (one) =>
      ['connect', 'getaddrinfo'].includes(one?.syscall ?? '') || one?.code === 'UND_ERR_CONNECT_TIMEOUT',
  );
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return (cause instanceof Error ? cause.message || message : message).slice(0, 300);
};
