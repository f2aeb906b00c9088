import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MailTransport } from '../../platform/outgoing/mail-transport.ts';
import type { MailboxSession } from '../../platform/outgoing/mailbox-session.ts';
import { HEADERS, headerOf, headerText } from './mailbox-header.ts';
import { signedMail } from './signed-mail.ts';
import { type ApiAnswer, bodyOf, VendorApi } from './vendor-api.ts';
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

/** The only folder: everything except spam and trash, as in Gmail's All Mail. */
const ALL = 'all';
const NOT_READ = ['SPAM', 'TRASH', 'DRAFT', 'CHAT'];
const LISTED = '-in:drafts -in:chats';
const PAGE = 500;
/** Fits the JSON of a 25 MB email in Base64. */
const MAX_SOURCE = 36_000_000;
const DAY_MS = 86_400_000;

const ME = '/gmail/v1/users/me';

const Profile = z.object({ historyId: z.string() });
const Ref = z.object({ id: z.string(), threadId: z.string().optional() });
const List = z.object({ messages: z.array(Ref).default([]), nextPageToken: z.string().optional() });
const History = z.object({
  history: z
    .array(
      z.object({
        id: z.string(),
        messagesAdded: z.array(z.object({ message: Ref })).default([]),
        labelsRemoved: z.array(z.object({ message: Ref, labelIds: z.array(z.string()) })).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
  historyId: z.string(),
});
const Message = z.object({
  labelIds: z.array(z.string()).default([]),
  sizeEstimate: z.number().default(0),
  internalDate: z.coerce.number(),
  payload: z
    .object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) })
    .default({ headers: [] }),
});
const Raw = z.object({ raw: z.string() });
const Labels = z.object({ labelIds: z.array(z.string()).default([]) });

const seconds = (ms: number) => Math.floor(ms / 1000);
const withoutBrackets = (messageId: string) => messageId.replace(/[<>"\s]/g, '');
const named = (address: string) => `"${address.replace(/["\s{}()]/g, '')}"`;

/**
 * Opens a mailbox with the Gmail API (`gmail.readonly`).
 * @throws MailboxFailure
 */
export async function openGmail(
  base: string,
  accessToken: string,
  known: HeaderCache = headerCaches()('google'),
): Promise<MailboxSession> {
  const api = new VendorApi(base, accessToken);
  await api.json(Profile, `${ME}/profile`);
  return vendorSession(gmail(api), known);
}

/** Returns IDs, newest first. */
async function list(api: VendorApi, q: string, max = MAX_FOUND): Promise<string[]> {
  const found: string[] = [];
  let pageToken: string | undefined;
  do {
    const query = { q, maxResults: PAGE, ...(pageToken && { pageToken }) };
    const page = await api.json(List, `${ME}/messages`, query);
    found.push(...page.messages.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken && found.length < max);
  return found;
}

function gmail(api: VendorApi): VendorMail {
  const end = async (): Promise<ApiPosition> => {
    const at = new Date().toISOString();
    const { historyId } = await api.json(Profile, `${ME}/profile`);
    return { token: historyId, at, unlisted: at };
  };

  async function* changes(_path: string, position: ApiPosition): AsyncGenerator<NewIds> {
    const { token, at, unlisted } = position;
    const readAt = new Date().toISOString();
    // The position was taken when lists lacked the latest emails.
    const isListed = unlisted !== undefined && Date.now() - Date.parse(unlisted) > RECENT_MS;
    if (isListed) yield { ids: await listBefore(unlisted), next: { token, at } };
    const rest = unlisted === undefined || isListed ? {} : { unlisted };
    let pageToken: string | undefined;
    let reached = token;
    do {
      const answer = await api.get(`${ME}/history`, {
        startHistoryId: token,
        // An email that leaves spam is new too.
        historyTypes: ['messageAdded', 'labelRemoved'],
        maxResults: PAGE,
        ...(pageToken && { pageToken }),
      });
      if (answer.status === 404) return yield* changesByTime(token, at);
      const page = bodyOf(History, answer);
      const ids = page.history.flatMap(({ messagesAdded, labelsRemoved }) => [
        ...messagesAdded.map(({ message }) => message.id),
        ...labelsRemoved.filter(({ labelIds }) => labelIds.includes('SPAM')).map(({ message }) => message.id),
      ]);
      pageToken = page.nextPageToken;
      reached = page.history.at(-1)?.id ?? reached;
      const next = pageToken ? { token: reached, at } : { token: page.historyId, at: readAt };
      yield { ids: [...new Set(ids)], next: { ...next, ...rest } };
    } while (pageToken);
  }

  /** Lists what arrived shortly before a time, oldest first. */
  async function listBefore(time: string): Promise<string[]> {
    const to = Date.parse(time);
    const ids = await list(api, `after:${seconds(to - RECENT_MS)} before:${seconds(to) + 1} ${LISTED}`);
    return ids.toReversed();
  }

  /** Lists what has arrived since a time, day by day: Gmail keeps its history for only about a week. */
  async function* changesByTime(token: string, at: string): AsyncGenerator<NewIds> {
    for (let from = Date.parse(at) - OVERLAP_MS; ; from += DAY_MS) {
      const to = from + DAY_MS;
      const isLast = to > Date.now();
      // Get the position before listing, so that the history covers what arrives in the meantime.
      const next = isLast ? await end() : { token, at: new Date(to).toISOString() };
      const day = `after:${seconds(from)} before:${seconds(to) + 1} ${LISTED}`;
      const ids = await list(api, day, Number.POSITIVE_INFINITY);
      yield { ids: ids.toReversed(), next };
      if (isLast) return;
    }
  }

  return {
    folders: [{ path: ALL, use: 'all' }],
    end,
    changes,
    async find(_path, addresses, since) {
      const any = addresses.map(named).flatMap((one) => [`from:${one}`, `to:${one}`, `cc:${one}`]);
      const ids = await list(api, `{${any.join(' ')}} after:${seconds(since.getTime())} ${LISTED}`);
      return ids.toReversed();
    },
    async header(id) {
      const answer = await api.get(`${ME}/messages/${id}`, { format: 'metadata', metadataHeaders: HEADERS });
      if (answer.status === 404) return null;
      const { labelIds, sizeEstimate, internalDate, payload } = bodyOf(Message, answer);
      if (NOT_READ.some((label) => labelIds.includes(label))) return null;
      const received = new Date(internalDate);
      const headers = headerText(payload.headers);
      const header = await headerOf({ id, size: sizeEstimate, received, headers });
      return { header: { ...header, isSent: labelIds.includes('SENT') }, received };
    },
    async source(id) {
      const answer = await api.get(`${ME}/messages/${id}`, { format: 'raw' }, MAX_SOURCE);
      if (answer.status === 404 || answer.body === null) return null;
      return Buffer.from(bodyOf(Raw, answer).raw, 'base64url');
    },
    async placementOf(messageId) {
      const q = `rfc822msgid:${withoutBrackets(messageId)}`;
      const { messages } = await api.json(List, `${ME}/messages`, { q, includeSpamTrash: 'true' });
      const id = messages[0]?.id;
      if (id === undefined) return null;
      const { labelIds } = await api.json(Labels, `${ME}/messages/${id}`, { format: 'minimal' });
      if (labelIds.includes('TRASH')) return null;
      return labelIds.includes('SPAM') ? 'spam' : 'inbox';
    },
  };
}

/** Sends with the Gmail API (`gmail.send`). Gmail files the email as sent. */
export function gmailTransport(base: string, accessToken: string): MailTransport {
  const api = new VendorApi(base, accessToken);

  /** Returns the thread that a reply belongs to: Gmail adds it there only if the thread is named. */
  async function threadOf(inReplyTo: string | null): Promise<{ threadId?: string }> {
    if (!inReplyTo) return {};
    const query = { q: `rfc822msgid:${withoutBrackets(inReplyTo)}`, maxResults: 1 };
    const found = await api.json(List, `${ME}/messages`, query).catch(() => null);
    const threadId = found?.messages[0]?.threadId;
    return threadId === undefined ? {} : { threadId };
  }

  /** Reads back the Message-ID: Gmail keeps a valid one and replaces others. */
  async function messageIdOf(answer: ApiAnswer): Promise<string | null> {
    const { id } = bodyOf(Ref, answer);
    const query = { format: 'metadata', metadataHeaders: 'Message-ID' };
    const { payload } = await api.json(Message, `${ME}/messages/${id}`, query);
    return payload.headers.find(({ name }) => /^message-id$/i.test(name))?.value.trim() ?? null;
  }

  return {
    async send(mail) {
      const raw = await signedMail(mail);
      const metadata = JSON.stringify(await threadOf(mail.inReplyTo));
      const boundary = randomUUID();
      const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
      // Requests without an upload are limited to a few megabytes.
      const body = Buffer.concat([
        Buffer.from(`${part('application/json; charset=UTF-8')}${metadata}\r\n${part('message/rfc822')}`),
        raw,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const headers = { 'content-type': `multipart/related; boundary=${boundary}` };
      const path = `/upload${ME}/messages/send?uploadType=multipart`;
      return api.send(path, { body, headers }, async (answer) => ({
        outcome: 'accepted',
        answer: `${answer.status} OK`,
        messageId: (await messageIdOf(answer).catch(() => null)) ?? mail.messageId,
      }));
    },
    close: () => undefined,
  };
}
