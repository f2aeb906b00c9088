import type { FastifyInstance } from 'fastify';
import { readContent } from '../mail/mail-store.ts';
import { type Answer, ok } from '../platform/faults.ts';
import type { KeptMessage, MailFolder } from './mail-accounts.ts';
import {
  type ApiCall,
  type ApiParts,
  type ErrorOf,
  headerOf,
  headersOf,
  messagesOf,
  submit,
  vendorCalls,
} from './vendor-calls.ts';

const errorOf: ErrorOf = (status, code, message) => ({ status, body: { error: { code, message } } });
const notFound = errorOf(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');

const FOLDERS: Record<string, string> = { inbox: 'INBOX', sentitems: 'Sent Items', junkemail: 'Junk Email' };

/** Vendors may return fewer results than requested. */
const MAX_PAGE = 30;

/** How long filing a sent email takes. */
const FILING_MS = 200;

const folderOf = ({ account, params }: ApiCall): MailFolder | undefined =>
  account.folders.find(({ name }) => name === FOLDERS[params.folder ?? '']);

const dateOf = (iso: string) => `${iso.slice(0, 19)}Z`;

const IMMUTABLE = /IdType="ImmutableId"/i;

/** Returns the ID of a message in a folder. Unless the client asks for immutable IDs, it depends on the folder. */
const idOf = ({ prefer }: ApiCall, { id }: KeptMessage, folder: string): string =>
  IMMUTABLE.test(prefer) ? id : `${Buffer.from(folder).toString('base64url')}-${id}`;

/** Returns the message with the ID in the path. */
const messageOfPath = (call: ApiCall) =>
  messagesOf(call.account).find((one) => idOf(call, one, one.folders[0] ?? '') === call.params.id);

/** Returns when a message was written; when it arrived if it doesn't say. */
function sentAt({ raw, receivedAt }: KeptMessage): string {
  const written = Date.parse(headerOf(raw, 'date'));
  return Number.isNaN(written) ? receivedAt : new Date(written).toISOString();
}

const people = (list: { address: string; name: string }[]) => list.map((emailAddress) => ({ emailAddress }));

/** Returns the selected properties of a message; those in Sent Items have no headers. */
async function messageOf(call: ApiCall, message: KeptMessage, folder: string) {
  const { raw, receivedAt } = message;
  const { from, to, cc, subject } = await readContent(Buffer.from(raw, 'latin1'));
  const all: Record<string, unknown> = {
    isDraft: false,
    internetMessageId: headerOf(raw, 'message-id'),
    subject,
    from: from && people([from])[0],
    toRecipients: people(to),
    ccRecipients: people(cc),
    sentDateTime: dateOf(sentAt(message)),
    receivedDateTime: dateOf(receivedAt),
    ...(folder === 'Sent Items' ? {} : { internetMessageHeaders: headersOf(raw) }),
  };
  const wanted = new Set((call.query.get('$select') ?? 'subject').split(','));
  const id = idOf(call, message, folder);
  return { id, ...Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name))) };
}

/** The state behind the tokens of a delta query. */
interface DeltaState {
  folder: string;
  from: string;
  uid: number;
  change: number;
}

/** Returns a page of the messages added to a folder; tokens from before `forgotten` are unknown. */
function delta(call: ApiCall): Answer {
  const { account, query, url, prefer } = call;
  const folder = folderOf(call);
  if (!folder) return notFound;
  const token = query.get('$deltatoken') ?? query.get('$skiptoken');
  const [, from = ''] = /^receivedDateTime ge (\S+)$/.exec(query.get('$filter') ?? '') ?? [];
  const state: DeltaState = token
    ? JSON.parse(Buffer.from(token, 'base64url').toString())
    : { folder: folder.name, from, uid: 0, change: account.change };
  if (state.change < account.forgotten)
    return account.hasInvalidStates
      ? errorOf(400, 'SyncStateInvalid', 'The sync state generation is invalid.')
      : errorOf(410, 'SyncStateNotFound', 'The sync state generation is not found.');
  const size = Math.min(MAX_PAGE, Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? 10));
  const added = folder.messages.filter(({ uid, receivedAt }) => uid > state.uid && receivedAt >= state.from);
  const page = added.slice(0, size);
  const isLast = page.length === added.length;
  const next: DeltaState = { ...state, uid: page.at(-1)?.uid ?? state.uid, change: account.change };
  const name = isLast ? 'delta' : 'skip';
  const link = new URL(url.pathname, url.origin);
  link.searchParams.set(`$${name}token`, Buffer.from(JSON.stringify(next)).toString('base64url'));
  return ok({
    value: page.map((one) => ({ '@odata.etag': `W/"${one.id}"`, id: idOf(call, one, folder.name) })),
    [isLast ? '@odata.deltaLink' : '@odata.nextLink']: link.href,
  });
}

/** Whether a message matches a search such as `(participants:a OR participants:b) AND received>=2026-01-01`. */
function matchesSearch({ raw, receivedAt }: KeptMessage, text: string): boolean {
  const anyone = [...text.matchAll(/participants:\\?"?([^\s()"\\]+)/g)].map(([, one = '']) =>
    one.toLowerCase(),
  );
  const people = ['from', 'to', 'cc', 'bcc'].map((name) => headerOf(raw, name).toLowerCase()).join(' ');
  const day = receivedAt.slice(0, 10);
  const [, from = ''] = /received>=(\S+)/.exec(text.replace(/"$/, '')) ?? [];
  const [, until = '9999'] = /received<=(\S+)/.exec(text.replace(/"$/, '')) ?? [];
  return anyone.some((one) => people.includes(one)) && day >= from && day <= until;
}

/** Maximum results of a search. */
const MAX_RESULTS = 1000;

async function list(call: ApiCall): Promise<Answer> {
  const { query, url } = call;
  const folder = folderOf(call);
  if (!folder) return notFound;
  const search = query.get('$search');
  const filter = query.get('$filter');
  if (search !== null && filter !== null)
    return errorOf(400, 'SearchWithFilter', "The query parameter '$filter' is not supported with '$search'.");
  const [, id] = /^internetMessageId eq '(.*)'$/.exec(filter ?? '') ?? [];
  if (search === null && id === undefined)
    return errorOf(400, 'ErrorInvalidUrlQuery', 'The sandbox does not support this query.');
  const found = folder.messages
    .filter((message) =>
      search === null
        ? headerOf(message.raw, 'message-id') === id?.replaceAll("''", "'")
        : call.isIndexed(message) && matchesSearch(message, search),
    )
    .toSorted((one, other) => sentAt(other).localeCompare(sentAt(one)))
    .slice(0, MAX_RESULTS);
  const from = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(MAX_PAGE, Number(query.get('$top') ?? 10));
  const page = found.slice(from, from + size);
  const next = new URL(url);
  next.searchParams.set('$skiptoken', String(from + size));
  return ok({
    value: await Promise.all(page.map((one) => messageOf(call, one, folder.name))),
    ...(from + size < found.length && { '@odata.nextLink': next.href }),
  });
}

/** Microsoft Graph for reading and sending: what `Mail.Read` and `Mail.Send` allow, as far as Troupe calls it. */
export async function registerGraphApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { accounts } = parts;
  const call = vendorCalls(app, parts, { vendor: 'microsoft', base: '/graph-api/v1.0', errorOf });

  call('GET', '/me/mailFolders/:folder', (one) => {
    const folder = folderOf(one);
    return folder ? ok({ id: `folder-${folder.uidValidity}`, displayName: folder.name }) : notFound;
  });
  call('GET', '/me/mailFolders/:folder/messages', list);
  call('GET', '/me/mailFolders/:folder/messages/delta', delta);
  call('GET', '/me/messages/:id', async (one) => {
    const message = messageOfPath(one);
    return message ? ok(await messageOf(one, message, message.folders[0] ?? '')) : notFound;
  });
  call('GET', '/me/messages/:id/$value', (one) => {
    const message = messageOfPath(one);
    if (!message) return notFound;
    const body = Buffer.from(message.raw, 'latin1');
    return { status: 200, headers: { 'content-type': 'message/rfc822' }, body };
  });
  call('POST', '/me/sendMail', async ({ account, body, contentType }) => {
    const text = body.toString('latin1').trim();
    if (!contentType.startsWith('text/plain') || !/^[\w+/=\s]+$/.test(text))
      return errorOf(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.');
    if (text.length > 4 * 1024 * 1024) return errorOf(413, 'RequestEntityTooLarge', 'Request too large');
    const sent = await submit(parts, account, Buffer.from(text, 'base64').toString('latin1'), errorOf);
    // The response comes first; the email is filed later.
    setTimeout(() => void accounts.fileSent(account.address, sent), FILING_MS).unref();
    return { status: 202, body: '' };
  });
}
