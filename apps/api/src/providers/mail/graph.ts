import { z } from 'zod';
import type { MailTransport } from '../../platform/outgoing/mail-transport.ts';
import type { MailboxSession } from '../../platform/outgoing/mailbox-session.ts';
import { HEADERS, headerOf, headerText } from './mailbox-header.ts';
import { signedMail } from './signed-mail.ts';
import { type ApiAnswer, bodyOf, failureOf, VendorApi } from './vendor-api.ts';
import {
  type ApiPosition,
  type HeaderCache,
  headerCaches,
  MAX_FOUND,
  type NewIds,
  OVERLAP_MS,
  RECENT_MS,
  type VendorMail,
  vendorSession,
} from './vendor-session.ts';

/** IDs stay the same when an email moves to another folder. */
const PREFER = { prefer: 'IdType="ImmutableId", odata.maxpagesize=50' };
const PAGE = 250;
/** A search returns up to 1,000 emails; one with almost as many may have left out others. */
const MANY_RESULTS = 900;
const DAY_MS = 86_400_000;
const MAX_SOURCE = 25 * 1024 * 1024;
/** Graph limits requests to 4 MB. */
const MAX_REQUEST = 4_000_000;

const Folder = z.object({ id: z.string() });
const Found = z.object({ id: z.string(), receivedDateTime: z.string() });
const Page = z.object({ value: z.array(Found), '@odata.nextLink': z.string().optional() });
const Delta = z.object({
  value: z.array(z.looseObject({ id: z.string(), '@removed': z.unknown().optional() })),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});
const Person = z.object({ emailAddress: z.object({ address: z.string().default('') }) });
const Message = z.object({
  isDraft: z.boolean().default(false),
  internetMessageId: z.string().default(''),
  subject: z.string().nullish(),
  from: Person.nullish(),
  toRecipients: z.array(Person).default([]),
  ccRecipients: z.array(Person).default([]),
  sentDateTime: z.string().default(''),
  receivedDateTime: z.string().default(''),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});
type Message = z.output<typeof Message>;
const SELECT = Object.keys(Message.shape).join(',');

/**
 * Opens a mailbox with Microsoft Graph (`Mail.Read`).
 * @throws MailboxFailure
 */
export async function openGraph(
  base: string,
  accessToken: string,
  known: HeaderCache = headerCaches()('microsoft'),
): Promise<MailboxSession> {
  const api = new VendorApi(base, accessToken, PREFER);
  await api.json(Folder, '/me/mailFolders/inbox', { $select: 'id' });
  return vendorSession(graph(api), known);
}

/** Emails sent from the mailbox have no headers to read, only fields. */
const headersOf = (message: Message) => {
  const { internetMessageId, subject, from, toRecipients, ccRecipients, sentDateTime } = message;
  const list = (people: z.output<typeof Person>[]) =>
    people.map(({ emailAddress }) => `<${emailAddress.address}>`).join(', ');
  const fields = [
    { name: 'message-id', value: internetMessageId },
    { name: 'from', value: list(from ? [from] : []) },
    { name: 'to', value: list(toRecipients) },
    { name: 'cc', value: list(ccRecipients) },
    { name: 'subject', value: subject ?? '' },
    { name: 'date', value: sentDateTime },
  ];
  const own = (message.internetMessageHeaders ?? []).filter(({ name }) =>
    HEADERS.includes(name.toLowerCase()),
  );
  const isMissing = ({ name }: { name: string }) => !own.some((one) => one.name.toLowerCase() === name);
  return headerText([...own, ...fields.filter((field) => field.value !== '' && isMissing(field))]);
};

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Whether a state token is too old or unknown. */
const isLost = ({ status, body }: ApiAnswer): boolean =>
  status === 410 || (status === 400 && /syncState|resync/i.test(body?.toString('utf8') ?? ''));

/** Runs one search. */
async function search(api: VendorApi, path: string, text: string): Promise<z.output<typeof Found>[]> {
  const query = { $search: `"${text}"`, $select: 'id,receivedDateTime', $top: PAGE };
  let page = await api.json(Page, `/me/mailFolders/${path}/messages`, query);
  const found = [...page.value];
  while (page['@odata.nextLink'] && found.length < MAX_FOUND) {
    page = await api.json(Page, page['@odata.nextLink']);
    found.push(...page.value);
  }
  return found;
}

/**
 * Finds emails from or to any of the addresses that arrived between two times, latest days first. Splits searches with many
 * results: those are sorted by the dates that senders wrote, which may be wrong.
 * @param found receives the emails and when they arrived
 */
async function collect(
  api: VendorApi,
  path: string,
  found: Map<string, string>,
  { addresses, from, until }: { addresses: readonly string[]; from: number; until: number },
): Promise<void> {
  if (found.size >= MAX_FOUND) return;
  const anyone = addresses.map((one) => `participants:\\"${one.replace(/["\\\s()]/g, '')}\\"`).join(' OR ');
  const days = `received>=${dayOf(from)} AND received<=${dayOf(until)}`;
  const results = await search(api, path, `(${anyone}) AND ${days}`);
  for (const { id, receivedDateTime } of results) found.set(id, receivedDateTime);
  if (results.length < MANY_RESULTS) return;
  const middle = from + Math.floor((until - from) / DAY_MS / 2) * DAY_MS;
  // Halves overlap, because whether `received<=` includes the day isn't documented.
  if (until - from > 2 * DAY_MS) {
    await collect(api, path, found, { addresses, from: middle, until });
    await collect(api, path, found, { addresses, from, until: middle + DAY_MS });
  } else if (addresses.length > 1) {
    const half = addresses.length / 2;
    await collect(api, path, found, { addresses: addresses.slice(0, half), from, until });
    await collect(api, path, found, { addresses: addresses.slice(half), from, until });
  }
}

function graph(api: VendorApi): VendorMail {
  /** Returns a delta query that lists what arrives from a time on, instead of the whole folder. */
  const deltaFrom = (path: string, time: number): string => {
    const url = new URL(`${api.base}/me/mailFolders/${path}/messages/delta`);
    url.searchParams.set('changeType', 'created');
    url.searchParams.set('$select', 'id');
    url.searchParams.set('$filter', `receivedDateTime ge ${new Date(time).toISOString()}`);
    return url.href;
  };

  async function* changes(path: string, { token, at }: ApiPosition): AsyncGenerator<NewIds> {
    const restart = () => deltaFrom(path, Date.parse(at) - OVERLAP_MS);
    let link: string | undefined = token.startsWith(api.base) ? token : restart();
    while (link) {
      const readAt = new Date().toISOString();
      let answer = await api.get(link);
      if (isLost(answer)) answer = await api.get(restart());
      const page: z.output<typeof Delta> = bodyOf(Delta, answer);
      const ids = page.value.filter((one) => !one['@removed']).map(({ id }) => id);
      link = page['@odata.nextLink'];
      const next = link ?? page['@odata.deltaLink'] ?? token;
      yield { ids, next: { token: next, at: link ? at : readAt } };
    }
  }

  return {
    folders: [
      { path: 'sentitems', use: 'sent' },
      { path: 'inbox', use: 'inbox' },
    ],
    async end(path) {
      // Clocks differ, and searches don't find the latest emails yet.
      const from = Date.now() - RECENT_MS;
      return { token: deltaFrom(path, from), at: new Date(from).toISOString() };
    },
    changes,
    async find(path, addresses, since) {
      const found = new Map<string, string>();
      await collect(api, path, found, { addresses, from: since.getTime(), until: Date.now() + DAY_MS });
      return [...found].sort(([, one], [, other]) => one.localeCompare(other)).map(([id]) => id);
    },
    async header(id) {
      const answer = await api.get(`/me/messages/${encodeURIComponent(id)}`, { $select: SELECT });
      if (answer.status === 404) return null;
      const message = bodyOf(Message, answer);
      if (message.isDraft) return null;
      const received = new Date(message.receivedDateTime || message.sentDateTime);
      const header = await headerOf({ id, size: 0, received, headers: headersOf(message) });
      return { header, received };
    },
    async source(id) {
      const answer = await api.get(`/me/messages/${encodeURIComponent(id)}/$value`, {}, MAX_SOURCE);
      if (answer.status === 404) return null;
      if (answer.status >= 300) throw failureOf(answer);
      return answer.body;
    },
    async placementOf(messageId) {
      const query = {
        $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`,
        $select: 'id,receivedDateTime',
      };
      for (const path of ['junkemail', 'inbox']) {
        const { value } = await api.json(Page, `/me/mailFolders/${path}/messages`, query);
        if (value.length > 0) return path === 'junkemail' ? 'spam' : 'inbox';
      }
      return null;
    },
  };
}

/**
 * Sends with Microsoft Graph (`Mail.Send`), which files the email in Sent Items later. If it changes the Message-ID, the
 * reader recognizes the email there.
 */
export function graphTransport(base: string, accessToken: string): MailTransport {
  const api = new VendorApi(base, accessToken, PREFER);
  return {
    async send(mail) {
      const body = (await signedMail(mail)).toString('base64');
      if (body.length > MAX_REQUEST) {
        const answer = "Microsoft 365 doesn't accept emails larger than 3 MB.";
        return { outcome: 'refused', answer, aboutRecipient: false };
      }
      const headers = { 'content-type': 'text/plain' };
      return api.send('/me/sendMail', { body, headers }, async ({ status }) => ({
        outcome: 'accepted',
        answer: `${status} Accepted`,
        messageId: mail.messageId,
      }));
    },
    close: () => undefined,
  };
}
