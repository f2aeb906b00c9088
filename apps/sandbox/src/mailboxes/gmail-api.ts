import type { FastifyInstance } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import type { KeptMessage, MailAccount } from './mail-accounts.ts';
import {
  type ApiParts,
  type ErrorOf,
  headerOf,
  headersOf,
  messagesOf,
  submit,
  vendorCalls,
} from './vendor-calls.ts';

export type { ApiParts } from './vendor-calls.ts';

type Found = KeptMessage & { folders: string[] };

const errorOf: ErrorOf = (code, reason, message) => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
});
const notFound = errorOf(404, 'notFound', 'Requested entity was not found.');

const LABELS: Record<string, string> = {
  INBOX: 'INBOX',
  '[Gmail]/Sent Mail': 'SENT',
  '[Gmail]/Spam': 'SPAM',
};
const labelsOf = ({ folders }: Found): string[] =>
  folders.map((name) => LABELS[name]).filter(Boolean) as string[];

const refOf = (message: Found) => ({ id: message.id, threadId: message.threadId });

/** Whether a message matches a query: all terms must match, and one term of each group in braces. */
function matches(message: Found, q: string): boolean {
  const groups = [...q.matchAll(/\{([^}]*)\}/g)].map(([, inner = '']) => inner.match(TERM) ?? []);
  const terms = q.replace(/\{[^}]*\}/g, ' ').match(TERM) ?? [];
  return (
    terms.every((term) => fits(message, term)) &&
    groups.every((group) => group.some((term) => fits(message, term)))
  );
}

const TERM = /[^\s"]+(?:"[^"]*")?/g;

function fits({ raw, receivedAt }: Found, term: string): boolean {
  const [, key = '', quoted = ''] = /^(-?\w+):(.*)$/.exec(term) ?? [];
  const value = quoted.replaceAll('"', '').toLowerCase();
  const seconds = Date.parse(receivedAt) / 1000;
  switch (key) {
    case 'from':
    case 'to':
    case 'cc':
      return headerOf(raw, key).toLowerCase().includes(value);
    case 'after':
      return seconds >= Number(value);
    case 'before':
      return seconds < Number(value);
    case 'rfc822msgid':
      return headerOf(raw, 'message-id').toLowerCase() === `<${value}>`;
    // Nothing is a draft or a chat here.
    case '-in':
      return true;
    default:
      return false;
  }
}

/** Vendors may return fewer results than requested. */
const MAX_PAGE = 30;

/** Returns a page of a list; the token is the position of the next page. */
function pageOf<T>(list: readonly T[], query: URLSearchParams, standard: number) {
  const from = Number(query.get('pageToken') ?? 0);
  const size = Math.min(MAX_PAGE, Number(query.get('maxResults') ?? standard));
  const next = from + size < list.length ? { nextPageToken: String(from + size) } : {};
  return { page: list.slice(from, from + size), next };
}

function historyOf(account: MailAccount, query: URLSearchParams): Answer {
  const start = Number(query.get('startHistoryId'));
  if (!(start >= account.forgotten)) return notFound;
  const added = messagesOf(account).filter(({ change }) => change > start);
  const { page, next } = pageOf(added, query, 100);
  const history = page.map((message) => {
    const one = { ...refOf(message), labelIds: labelsOf(message) };
    const change = message.wasSpam
      ? { labelsRemoved: [{ message: one, labelIds: ['SPAM'] }] }
      : { messagesAdded: [{ message: one }] };
    return { id: String(message.change), messages: [refOf(message)], ...change };
  });
  return ok({ ...(history.length > 0 && { history }), ...next, historyId: String(account.change) });
}

function messageOf(message: Found, query: URLSearchParams): Answer {
  const { raw, change, receivedAt } = message;
  const wanted = query.getAll('metadataHeaders').map((name) => name.toLowerCase());
  const common = {
    ...refOf(message),
    labelIds: labelsOf(message),
    snippet: '',
    sizeEstimate: raw.length,
    historyId: String(change),
    internalDate: String(Date.parse(receivedAt)),
  };
  switch (query.get('format')) {
    case 'raw':
      return ok({ ...common, raw: Buffer.from(raw, 'latin1').toString('base64url') });
    case 'metadata': {
      const headers = headersOf(raw).filter(({ name }) => wanted.includes(name.toLowerCase()));
      return ok({ ...common, payload: { mimeType: 'text/plain', headers } });
    }
    case 'minimal':
      return ok(common);
    default:
      return errorOf(400, 'invalidArgument', 'The sandbox does not support this format.');
  }
}

/** Gmail's API for reading and sending: what `gmail.readonly` and `gmail.send` allow, as far as Troupe calls it. */
export async function registerGmailApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('multipart/related', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const call = vendorCalls(scope, parts, { vendor: 'google', base: '/gmail-api', errorOf });
    const me = '/gmail/v1/users/me';

    call('GET', `${me}/profile`, ({ account }) =>
      ok({ emailAddress: account.address, historyId: String(account.change) }),
    );
    call('GET', `${me}/history`, ({ account, query }) => historyOf(account, query));
    call('GET', `${me}/messages`, ({ account, query, isIndexed }) => {
      const q = query.get('q') ?? '';
      const withSpam = query.get('includeSpamTrash') === 'true';
      const found = messagesOf(account)
        .filter(isIndexed)
        .filter((message) => (withSpam || !labelsOf(message).includes('SPAM')) && matches(message, q))
        .toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt));
      const { page, next } = pageOf(found, query, 100);
      return ok({
        ...(page.length > 0 && { messages: page.map(refOf) }),
        ...next,
        resultSizeEstimate: found.length,
      });
    });
    call('GET', `${me}/messages/:id`, ({ account, params, query }) => {
      const message = messagesOf(account).find(({ id }) => id === params.id);
      return message ? messageOf(message, query) : notFound;
    });
    call('POST', `/upload${me}/messages/send`, async ({ account, query, body, contentType }) => {
      const [, boundary] = /boundary="?([^";]+)/.exec(contentType) ?? [];
      if (query.get('uploadType') !== 'multipart' || !boundary)
        return errorOf(400, 'badRequest', 'Missing boundary');
      const text = body.toString('latin1');
      const [metadata = '', raw = ''] = text
        .split(`--${boundary}`)
        .slice(1, 3)
        .map((part) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, ''));
      const { threadId } = JSON.parse(metadata) as { threadId?: string };
      if (threadId && !messagesOf(account).some((one) => one.threadId === threadId)) return notFound;
      const sent = await submit(parts, account, raw, errorOf);
      const kept = parts.accounts.put(account, '[Gmail]/Sent Mail', sent, undefined, threadId);
      return ok({ id: kept.id, threadId: kept.threadId, labelIds: ['SENT'] });
    });
  });
}
