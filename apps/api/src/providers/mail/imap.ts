import { ImapFlow, type ImapFlowError, type SearchObject } from 'imapflow';
import PostalMime, { type Address } from 'postal-mime';
import { type MailboxAccount, MailboxFailure, pinServer } from '../../platform/outgoing/mail-server.ts';

const CONNECT_MS = 15_000;
/** A server that is silent for longer is given up. */
const SILENCE_MS = 30_000;
/** The headers that decide whether an email is read, and where it belongs. */
const HEADERS = [
  ...['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'],
  ...['content-type', 'auto-submitted'],
];
/** Headers fetched per command. */
const HEADERS_AT_ONCE = 200;
const MAX_HEADER_BYTES = 64 * 1024;

/** A folder to read, and what it holds. */
export interface FolderOfMailbox {
  path: string;
  use: 'inbox' | 'sent' | 'all';
}

/** The headers of an email in a folder. Addresses are in lower case. */
export interface MailboxHeader {
  uid: number;
  size: number;
  /** With angle brackets; empty if missing. */
  messageId: string;
  /** Message-IDs it refers to, nearest first. */
  answers: string[];
  from: string;
  to: string[];
  subject: string;
  /** When it was written, at most now; ISO 8601. */
  date: string;
  /** Whether it is a delivery report or similar. */
  isReport: boolean;
}

/** An open connection to a mailbox. All calls throw `MailboxFailure`. */
export interface MailboxSession {
  /** False once the connection broke. */
  usable(): boolean;
  /** Returns the folders that hold received and sent emails. */
  folders(): Promise<FolderOfMailbox[]>;
  /** Opens a folder for the following calls. */
  open(path: string): Promise<{ uidValidity: string; uidNext: number }>;
  /** Looks for an email in the inbox and in spam; null if it is in neither. */
  placementOf(messageId: string): Promise<'inbox' | 'spam' | null>;
  /** Returns the UIDs of emails from or to any of the addresses since a day, oldest first. */
  search(addresses: readonly string[], since: Date): Promise<number[]>;
  /** Returns the headers of the emails with these UIDs, or from a UID on; `limit` ones at most, oldest first. */
  headers(which: { uids: readonly number[] } | { from: number }, limit: number): Promise<MailboxHeader[]>;
  /** Returns an email; null if it isn't there any more. */
  source(uid: number): Promise<Buffer | null>;
  /** Adds a sent email to the folder for sent emails, unless it is there already. */
  fileSent(raw: Buffer, messageId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a mailbox over IMAP. The connection is encrypted unless `security` is `none`, and a failure to log in is told
 * from a failure to connect.
 * @param anywhere allows private addresses
 */
export async function openMailbox(account: MailboxAccount, anywhere: boolean): Promise<MailboxSession> {
  const { host, port, servername, security } = await pinServer(account.imap, anywhere);
  const { login } = account;
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

function sessionOf(client: ImapFlow): MailboxSession {
  const listed = async () => {
    const all = await within(client, client.list());
    const withUse = (use: string) => all.find(({ specialUse }) => specialUse === use)?.path;
    const inbox = withUse('\\Inbox') ?? 'INBOX';
    return { inbox, sent: withUse('\\Sent'), all: withUse('\\All'), junk: withUse('\\Junk') };
  };
  return {
    usable: () => client.usable,
    async folders() {
      const { inbox, sent, all } = await listed();
      // At Gmail, archived emails are in All Mail only.
      if (all !== undefined) return [{ path: all, use: 'all' }];
      return [
        { path: inbox, use: 'inbox' },
        ...(sent === undefined ? [] : [{ path: sent, use: 'sent' as const }]),
      ];
    },
    async open(path) {
      const { uidValidity, uidNext } = await within(client, client.mailboxOpen(path, { readOnly: true }));
      return { uidValidity: String(uidValidity), uidNext };
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
    async search(addresses, since) {
      const any = addresses.flatMap((address): SearchObject[] => [
        { from: address },
        { to: address },
        { cc: address },
      ]);
      const found = await within(client, client.search({ since, or: any }, { uid: true }));
      return (found || []).toSorted((a, b) => a - b);
    },
    headers: (which, limit) => readHeaders(client, which, limit),
    async source(uid) {
      const message = await within(client, client.fetchOne(String(uid), { source: true }, { uid: true }));
      return (message && message.uid === uid && message.source) || null;
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

async function readHeaders(
  client: ImapFlow,
  which: { uids: readonly number[] } | { from: number },
  limit: number,
): Promise<MailboxHeader[]> {
  const uids =
    'uids' in which
      ? which.uids
      : // `n:*` always includes the last email, even if its UID is lower.
        ((await within(client, client.search({ uid: `${which.from}:*` }, { uid: true }))) || []).filter(
          (uid) => uid >= which.from,
        );
  const wanted = uids.toSorted((a, b) => a - b).slice(0, limit);
  const found: MailboxHeader[] = [];
  for (let at = 0; at < wanted.length; at += HEADERS_AT_ONCE) {
    const part = wanted.slice(at, at + HEADERS_AT_ONCE);
    const query = { uid: true, size: true, internalDate: true, headers: HEADERS } as const;
    const messages = await within(client, client.fetchAll(part.join(','), query, { uid: true }));
    for (const { uid, size, internalDate, headers } of messages) {
      // A server may also send what wasn't asked for.
      if (!part.includes(uid)) continue;
      found.push(await headerOf({ uid, size: size ?? 0, internalDate, headers: headers ?? Buffer.alloc(0) }));
    }
  }
  return found.toSorted((a, b) => a.uid - b.uid);
}

const IDS = /<[^<>\s]{1,900}>/g;

async function headerOf(message: {
  uid: number;
  size: number;
  internalDate: Date | string | undefined;
  headers: Buffer;
}): Promise<MailboxHeader> {
  const text = Buffer.concat([message.headers.subarray(0, MAX_HEADER_BYTES), Buffer.from('\r\n\r\n')]);
  const email = await PostalMime.parse(text).catch(() => null);
  const value = (name: string) => email?.headers.find(({ key }) => key === name)?.value ?? '';
  const ids = (name: string) => value(name).match(IDS) ?? [];
  const written = Date.parse(value('date'));
  const received = new Date(message.internalDate ?? Number.NaN).getTime();
  const now = Date.now();
  // A date in the future is wrong, and so is one long after the email arrived.
  const date = [written, received, now].find((one) => Number.isFinite(one) && one > 0 && one <= now) ?? now;
  return {
    uid: message.uid,
    size: message.size,
    messageId: ids('message-id')[0] ?? '',
    answers: [...ids('in-reply-to'), ...ids('references').reverse()],
    from: addresses(email?.from ? [email.from] : [])[0] ?? '',
    to: addresses([...(email?.to ?? []), ...(email?.cc ?? [])]),
    subject: email?.subject ?? '',
    date: new Date(date).toISOString(),
    isReport: /report-type/i.test(value('content-type')),
  };
}

const addresses = (list: readonly Address[]): string[] =>
  list
    .flatMap((one) => (one.address === undefined ? one.group : [one]))
    .map(({ address }) => address.trim().toLowerCase())
    .filter((address) => address.includes('@'))
    .slice(0, 100);
