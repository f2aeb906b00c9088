import type { ImapFlow, ImapFlowError, SearchObject } from 'imapflow';
import { type MailboxAccount, MailboxFailure, pinServer } from '../../platform/outgoing/mail-server.ts';
import type {
  FolderPosition,
  MailboxHeader,
  MailboxSession,
  NewEmail,
} from '../../platform/outgoing/mailbox-session.ts';
import { HEADERS, headerOf } from './mailbox-header.ts';

const CONNECT_MS = 15_000;
/** A server that is silent for longer is given up. */
const SILENCE_MS = 30_000;
/** Headers fetched per command. */
const HEADERS_AT_ONCE = 200;

/** A mailbox over IMAP. */
export interface ImapSession extends MailboxSession {
  /** Adds a sent email to the folder for sent emails, unless it is there already. */
  fileSent(raw: Buffer, messageId: string): Promise<void>;
}

/**
 * Opens a mailbox over IMAP. The connection is encrypted unless `security` is `none`, and a failure to log in is told
 * from a failure to connect.
 * @param anywhere allows private addresses
 */
export async function openImap(account: MailboxAccount, anywhere: boolean): Promise<ImapSession> {
  const { host, port, servername, security } = await pinServer(account.imap, anywhere);
  const { login } = account;
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    ...(servername === undefined ? {} : { servername }),
    auth:
      'password' in login
        ? { user: login.user, pass: login.password }
        : { user: login.user, accessToken: login.accessToken },
    clientInfo: { name: 'Troupe' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  // Never removed: an unhandled error event would end the process. Errors also reject the pending command.
  client.on('error', () => client.close());
  await within(client, client.connect());
  return sessionOf(client);
}

/** Awaits a command, for as long as a server may be silent, and translates its failure. */
async function within<T>(client: ImapFlow, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new MailboxFailure('unreachable', "The mail server didn't respond in time", { isTemporary: true }),
        ),
      SILENCE_MS + CONNECT_MS,
    );
  });
  try {
    return await Promise.race([work, silence]);
  } catch (error) {
    client.close();
    throw failureOf(error as ImapFlowError);
  } finally {
    clearTimeout(timer);
  }
}

/** Translates an error of the library. */
function failureOf(error: ImapFlowError | MailboxFailure): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  const text = (error.responseText || error.message).slice(0, 300);
  const code = error.code ?? '';
  if (error.authenticationFailed) {
    // A server that is down or throttles may also reject a login.
    const isTemporary = ['UNAVAILABLE', 'THROTTLED', 'INUSE', 'LIMIT', 'SERVERBUG'].includes(
      error.serverResponseCode ?? '',
    );
    return new MailboxFailure(isTemporary ? 'server' : 'credentials', text, { isTemporary });
  }
  if (
    error.tlsFailed ||
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ClosedAfterConnectTLS)/.test(code)
  )
    return new MailboxFailure('encryption', text);
  if (error.responseStatus) return new MailboxFailure('server', text, { isTemporary: true });
  const unreachable =
    /^(?:E[A-Z]+|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|NoConnection|ClosedAfter.*)$/;
  return new MailboxFailure(unreachable.test(code) ? 'unreachable' : 'server', text, { isTemporary: true });
}

const ofMessage = (messageId: string): SearchObject => ({ header: { 'message-id': messageId } });

function sessionOf(client: ImapFlow): ImapSession {
  const listed = async () => {
    const all = await within(client, client.list());
    const withUse = (use: string) => all.find(({ specialUse }) => specialUse === use)?.path;
    const inbox = withUse('\\Inbox') ?? 'INBOX';
    return { inbox, sent: withUse('\\Sent'), all: withUse('\\All'), junk: withUse('\\Junk') };
  };
  const open = async (path: string) => {
    const { uidValidity, uidNext } = await within(client, client.mailboxOpen(path, { readOnly: true }));
    return { uidValidity: String(uidValidity), uidNext };
  };
  const isOpen = (path: string) => client.mailbox !== false && client.mailbox.path === path;
  return {
    usable: () => client.usable,
    async folders() {
      const { inbox, sent, all } = await listed();
      // At Gmail, archived emails are in All Mail only.
      if (all !== undefined) return [{ path: all, use: 'all' }];
      return [
        ...(sent === undefined ? [] : [{ path: sent, use: 'sent' as const }]),
        { path: inbox, use: 'inbox' },
      ];
    },
    end: open,
    async since(path, position) {
      const { uidValidity } = await open(path);
      if (!('uidNext' in position) || position.uidValidity !== uidValidity) return null;
      return newEmails(client, position);
    },
    async placementOf(messageId) {
      const { inbox, all, junk } = await listed();
      // Gmail's All Mail leaves out spam, but has emails that a filter archived.
      for (const path of [junk, inbox, all]) {
        if (path === undefined) continue;
        await within(client, client.mailboxOpen(path, { readOnly: true }));
        const found = await within(client, client.search(ofMessage(messageId), { uid: true }));
        if (found && found.length > 0) return path === junk ? 'spam' : 'inbox';
      }
      return null;
    },
    async search(path, addresses, since, position) {
      if (!isOpen(path)) await open(path);
      const any = addresses.flatMap((address): SearchObject[] => [
        { from: address },
        { to: address },
        { cc: address },
      ]);
      const found = await within(client, client.search({ since, or: any }, { uid: true }));
      const end = position && 'uidNext' in position ? position.uidNext : 0;
      return (found || [])
        .filter((uid) => uid < end)
        .toSorted((a, b) => a - b)
        .map(String);
    },
    async headers(path, ids) {
      if (!isOpen(path)) await open(path);
      return readHeaders(client, ids);
    },
    async source(path, id) {
      if (!isOpen(path)) await open(path);
      const message = await within(client, client.fetchOne(id, { source: true }, { uid: true }));
      return (message && String(message.uid) === id && message.source) || null;
    },
    async fileSent(raw, messageId) {
      const { sent } = await listed();
      if (sent === undefined) return;
      await within(client, client.mailboxOpen(sent));
      const there = await within(client, client.search(ofMessage(messageId), { uid: true }));
      if (there && there.length > 0) return;
      await within(client, client.append(sent, raw, ['\\Seen']));
    },
    async close() {
      await Promise.race([
        client.logout().catch(() => undefined),
        new Promise((done) => setTimeout(done, 2000)),
      ]);
      client.close();
    },
  };
}

/** Yields the emails after a position, in the folder that is open. */
async function* newEmails(
  client: ImapFlow,
  { uidValidity, uidNext }: Extract<FolderPosition, { uidNext: number }>,
): AsyncGenerator<NewEmail> {
  const found = await within(client, client.search({ uid: `${uidNext}:*` }, { uid: true }));
  // `n:*` always includes the last email, even if its UID is lower.
  const uids = (found || []).filter((uid) => uid >= uidNext).toSorted((a, b) => a - b);
  for (let at = 0; at < uids.length; at += HEADERS_AT_ONCE)
    for (const header of await readHeaders(client, uids.slice(at, at + HEADERS_AT_ONCE).map(String)))
      yield { header, next: { uidValidity, uidNext: Number(header.id) + 1 } };
}

/** Returns the headers of the emails with these UIDs, oldest first. */
async function readHeaders(client: ImapFlow, ids: readonly string[]): Promise<MailboxHeader[]> {
  const found: MailboxHeader[] = [];
  for (let at = 0; at < ids.length; at += HEADERS_AT_ONCE) {
    const part = ids.slice(at, at + HEADERS_AT_ONCE);
    const query = { uid: true, size: true, internalDate: true, headers: HEADERS } as const;
    const messages = await within(client, client.fetchAll(part.join(','), query, { uid: true }));
    for (const { uid, size, internalDate: received, headers } of messages) {
      const id = String(uid);
      // A server may also send what wasn't asked for.
      if (!part.includes(id)) continue;
      found.push(await headerOf({ id, size: size ?? 0, received, headers: headers ?? Buffer.alloc(0) }));
    }
  }
  return found.toSorted((a, b) => Number(a.id) - Number(b.id));
}
