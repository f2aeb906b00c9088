import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type MailStore, readContent } from '../mail/mail-store.ts';
import type { MailRules } from '../mail/smtp.ts';
import { type Answer, answerCall, type Faults, Refusal } from '../platform/faults.ts';
import type { KeptMessage, MailAccount, MailAccounts, MailVendor } from './mail-accounts.ts';

/** What the vendors' APIs read and write. */
export interface ApiParts {
  accounts: MailAccounts;
  faults: Faults;
  store: MailStore;
  rules: MailRules;
}

/** A call to a vendor's API with its account. */
export interface ApiCall {
  account: MailAccount;
  params: Record<string, string>;
  url: URL;
  query: URLSearchParams;
  prefer: string;
  /** Whether searches find a message. */
  isIndexed(message: KeptMessage): boolean;
  body: Buffer;
  contentType: string;
}

/** How long a new message takes to be found by searches. */
const INDEX_MS = 300;

const API_FAULTS: ReadonlySet<string> = new Set([
  ...['down', 'error_500', 'rate_limit', 'wrong_key', 'slow', 'hang', 'lost', 'garbage', 'denied'],
  ...['quota', 'late_index', 'bad_search', 'bad_source', 'send_as'],
]);

/** Returns an error in the format of a vendor. */
export type ErrorOf = (status: number, code: string, message: string) => Answer;

/** Returns a function that registers calls of a vendor's API; each checks the token, then applies faults. */
export function vendorCalls(
  app: FastifyInstance,
  { accounts, faults }: ApiParts,
  { vendor, base, errorOf }: { vendor: MailVendor; base: string; errorOf: ErrorOf },
) {
  const answers = {
    error_500: errorOf(500, 'backendError', 'Internal error'),
    down: errorOf(503, 'backendError', 'The service is currently unavailable.'),
    wrong_key: errorOf(401, 'InvalidAuthenticationToken', 'Invalid credentials'),
    denied: errorOf(
      403,
      vendor === 'google' ? 'insufficientPermissions' : 'ErrorAccessDenied',
      'Access is denied. Check credentials and try again.',
    ),
  };
  const refusals = {
    google: {
      quota: errorOf(403, 'rateLimitExceeded', 'Rate Limit Exceeded'),
      send_as: errorOf(400, 'failedPrecondition', 'Precondition check failed.'),
    },
    microsoft: {
      quota: errorOf(429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.'),
      send_as: errorOf(403, 'ErrorSendAsDenied', 'The user account does not have the right to send as it.'),
    },
  };
  Object.assign(answers, refusals[vendor]);
  return (method: 'GET' | 'POST', path: string, work: (call: ApiCall) => Answer | Promise<Answer>) =>
    app.route<{ Params: Record<string, string>; Body: unknown }>({
      method,
      url: base + path,
      bodyLimit: 60_000_000,
      handler: (request, reply) => {
        const { authorization = '', prefer = '', 'content-type': contentType = '' } = request.headers;
        const account = accounts.accountOfToken(vendor, authorization.replace(/^Bearer /, ''));
        const url = new URL(request.url, `http://${request.headers.host}`);
        return answerCall(reply, { faults, answers, save: accounts.save }, () => {
          if (!account) return { fault: null, work: () => answers.wrong_key };
          const targets = [
            ...(method === 'POST' ? [`${account.address}/send`, 'send'] : []),
            account.address,
            vendor,
            'api',
            '*',
          ];
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.from(String(request.body ?? ''));
          const fault = faults.take('mailboxes', targets, (failure) => API_FAULTS.has(failure));
          const indexMs = fault?.failure === 'late_index' ? fault.seconds * 1000 : INDEX_MS;
          const call: ApiCall = {
            account,
            params: request.params,
            url,
            query: url.searchParams,
            prefer: String(prefer),
            isIndexed: ({ receivedAt }) => Date.parse(receivedAt) <= Date.now() - indexMs,
            body,
            contentType,
          };
          const limited = {
            ...errorOf(429, 'rateLimitExceeded', 'Too many requests'),
            headers: { 'retry-after': String(fault?.seconds) },
          };
          const search = call.query.get('q') ?? call.query.get('$search') ?? '';
          const isSource = call.query.get('format') === 'raw' || url.pathname.endsWith('/$value');
          const isBad =
            (fault?.failure === 'bad_search' && search.includes('bad')) ||
            (fault?.failure === 'bad_source' && isSource);
          return {
            fault,
            work() {
              if (fault?.failure === 'rate_limit') return limited;
              return isBad ? errorOf(400, 'badRequest', 'Bad request') : work(call);
            },
          };
        });
      },
    });
}

/** Returns the messages of an account, those in several folders once, oldest first. */
export function messagesOf(account: MailAccount): (KeptMessage & { folders: string[] })[] {
  const all = new Map<string, KeptMessage & { folders: string[] }>();
  for (const { name, messages } of account.folders)
    for (const message of messages) {
      const known = all.get(message.id);
      if (known) known.folders.push(name);
      else all.set(message.id, { ...message, folders: [name] });
    }
  return [...all.values()].sort((one, other) => one.change - other.change);
}

/** Returns the headers of a message, unfolded. */
export function headersOf(raw: string): { name: string; value: string }[] {
  const head = raw.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return head
    .split(/\r?\n(?![ \t])/)
    .map((line) => /^([^:\s]+):[ \t]*([\s\S]*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = '', value = '']) => ({
      name,
      value: Buffer.from(value.replace(/\r?\n[ \t]+/g, ' '), 'latin1').toString('utf8'),
    }));
}

export const headerOf = (raw: string, wanted: string): string =>
  headersOf(raw).find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';

/**
 * Delivers an email that was sent with an API; returns it as the vendor files it. The vendor changes its Message-ID if
 * the rules of the mail server ask for it.
 * @throws Refusal if the rules reject a recipient
 */
export async function submit(
  { accounts, store, rules }: ApiParts,
  account: MailAccount,
  raw: string,
  errorOf: ErrorOf,
): Promise<string> {
  const { to, cc } = await readContent(Buffer.from(raw, 'latin1'));
  const recipients = [...to, ...cc].map(({ address }) => address.toLowerCase());
  if (recipients.length === 0) throw refused(errorOf(400, 'invalidArgument', 'Recipient address required'));
  const failures = recipients.map((one) => rules.decide(account.address, one));
  if (failures.some((one) => one === 'bounce' || one === 'reject'))
    throw refused(errorOf(400, 'ErrorInvalidRecipients', 'Invalid To header'));
  if (failures.some((one) => one !== null && one !== 'rename'))
    throw refused(errorOf(429, 'rateLimitExceeded', 'User-rate limit exceeded'));
  const sent = failures.includes('rename')
    ? raw.replace(/^message-id:.*(?:\r\n[ \t].*)*/im, `Message-ID: <${randomUUID()}@vendor.test>`)
    : raw;
  const content = async function* () {
    yield Buffer.from(sent, 'latin1');
  };
  await store.add(content(), { from: account.address, recipients }, () => false);
  await accounts.deliver(recipients, sent);
  return sent;
}

const refused = ({ status, body }: Answer) => new Refusal(status, 'Rejected by rule', body as object);
