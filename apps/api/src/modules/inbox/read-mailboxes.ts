import { rm, writeFile } from 'node:fs/promises';
import { MAX_MESSAGE } from '@troupe/domain/inbox/conversation-limits';
import { PLACEMENT_WAIT_MS } from '@troupe/domain/outreach/domain-health';
import type { Lane, OutboxKind, TurnResult } from '@troupe/server/outbox';
import { LRUCache } from 'lru-cache';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import { type InboundMail, redactSecretLinks } from '../../platform/incoming/mail-receiving.ts';
import { type MailboxAccount, MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type {
  FolderOfMailbox,
  MailboxHeader,
  MailboxSession,
} from '../../platform/outgoing/mailbox-session.ts';
import { readInboundMail } from '../../providers/mail/read-mail.ts';
import type { MailboxReceiver } from '../outreach/mail/mail-receiving.ts';
import { pendingPlacements, savePlacement } from '../outreach/mail/placement.queries.ts';
import {
  countImported,
  forgetSearches,
  mailboxesToRead,
  markSearched,
  readMailboxById,
  releaseMailboxLease,
  type StoredMailbox,
  saveFolders,
  takeMailboxLease,
} from '../outreach/mailbox/mailbox.queries.ts';
import { type MailboxParts, withAccount } from '../outreach/mailbox/mailbox-access.ts';
import type { Attachments } from './conversation/attachment.ts';
import {
  adoptMessageId,
  creatorsOfAddresses,
  insertMailboxEmail,
  knownCreatorsState,
  readKnownEmails,
  unsearchedAddresses,
  writeEarlierMessage,
} from './conversation/mailbox-email.queries.ts';
import {
  ensureConversation,
  type LockedConversation,
  lockConversation,
  nameOf,
  type Written,
  writeMessage,
} from './conversation/message-write.queries.ts';

/** Addresses per search command, and emails read per search: the newest ones, a batch of headers at a time. */
const ADDRESSES_AT_ONCE = 20;
const MAX_PER_SEARCH = 5000;
const HEADERS_AT_ONCE = 200;
/** Larger emails are added without their text. */
const MAX_BYTES = 25 * 1024 * 1024;
/** A turn ends after this time, so that other mailboxes get theirs. */
const TURN_MS = 20_000;
/** Pause after a temporary failure, unless the server names one, which is capped at `MAX_FAILURE_MS`. */
const FAILURE_MS = 60_000;
const MAX_FAILURE_MS = 15 * 60_000;
/** A lease that was renewed within this time is still held. */
const LEASE_CHECK_MS = 5000;
/** How often it is renewed during long searches. */
const LEASE_RENEW_MS = 15_000;
/** Searches whose results are kept for the next turns. */
const MAX_SEARCHES = 4;
/** Known creators are compared with those searched for after this time, even if their number didn't change. */
const COMPARE_MS = 10 * 60_000;
/** Idle connections are closed after this time. */
const IDLE_MS = 3 * 60_000;
/** Creators that one email is added for. */
const MAX_CREATORS = 10;

/** The dependencies of reading mailboxes. */
export interface MailboxReaderParts extends MailboxParts {
  api: Api;
  files: Files;
  receiver: MailboxReceiver;
  attachments: Attachments;
  /** Logs in to a mailbox. @throws MailboxFailure */
  open(account: MailboxAccount): Promise<MailboxSession>;
  /** Notifies the team of a creator's message. */
  notifyTeam(
    tx: Parameters<typeof writeMessage>[0],
    held: LockedConversation,
    written: Written,
  ): Promise<void>;
}

/** Searches already made over a connection. */
interface Searches {
  /** The results of the latest searches. */
  results: LRUCache<string, string[]>;
  /** The brand's known creators when the emails of all of them had been searched for, and when that was. */
  complete: { state: string; at: number } | null;
}

/** A connection to a mailbox. */
interface Connection {
  session: MailboxSession;
  searches: Searches;
}

/** One turn with a mailbox, which this process has the lease of. */
interface Turn extends Connection {
  mailbox: StoredMailbox;
  holder: string;
  /** Renews the lease. @throws LeaseLost */
  stillHeld(): Promise<void>;
  isOver(): boolean;
}

/** Another process reads the mailbox now. */
class LeaseLost extends Error {}

/**
 * Reads connected mailboxes in turns: new emails since the last turn, then earlier emails with creators who became
 * known. Every email is stored in one transaction under its Message-ID, and positions are saved after it, so a killed
 * process repeats some work and doubles nothing.
 */
export class MailboxReader implements OutboxKind {
  readonly name = 'mailboxes';
  readonly lanesAtOnce = 4;
  readonly pollMs = 10_000;
  readonly afterFailureMs = FAILURE_MS;
  readonly #parts: MailboxReaderParts;
  readonly #open = new Map<string, Connection & { key: string; timer: NodeJS.Timeout }>();

  constructor(parts: MailboxReaderParts) {
    this.#parts = parts;
  }

  async lanes(): Promise<Lane[]> {
    const due = await mailboxesToRead(this.#parts.api.pool);
    return due.map(({ id, due: at }) => ({ id, dueAt: new Date(at) }));
  }

  async serve(id: string, isStopping: () => boolean): Promise<TurnResult> {
    const { db, clock, config, log } = this.#parts.api;
    const now = clock.now();
    const mailbox = await readMailboxById(db, id);
    if (mailbox?.status !== 'connected') return { next: null };
    const due = Date.parse(mailbox.nextSyncAt);
    if (due > now.getTime()) return { next: due };
    const holder = newId();
    const everyMs = config.MAILBOX_SYNC_SECONDS * 1000;
    if (!(await takeMailboxLease(db, id, holder))) return { next: now.getTime() + everyMs };
    let next = new Date(now.getTime() + everyMs);
    let syncedAt: Date | null = null;
    try {
      const isComplete = await this.#read(mailbox, holder, isStopping);
      if (isComplete) syncedAt = clock.now();
      next = isComplete ? new Date(clock.now().getTime() + everyMs) : clock.now();
    } catch (error) {
      if (error instanceof LeaseLost) return { next: next.getTime() };
      if (!(error instanceof MailboxFailure)) {
        next = new Date(clock.now().getTime() + FAILURE_MS);
        await this.#close(id);
        throw error;
      }
      next = new Date(clock.now().getTime() + Math.min(error.retryMs ?? FAILURE_MS, MAX_FAILURE_MS));
      log.info({ mailbox: id, problem: error.problem, reason: error.message }, 'failed to read a mailbox');
      if (!error.isTemporary) return { next: null };
    } finally {
      await releaseMailboxLease(db, id, holder, { next, syncedAt });
    }
    return { next: next.getTime() };
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  async #close(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(open?.timer);
    await open?.session.close();
  }

  /** Returns a connection to a mailbox, kept open between turns. */
  async #connect({ id, version }: StoredMailbox, account: MailboxAccount): Promise<Connection> {
    // An API needs the current token for each request; a mail server only to log in.
    const key = `${version} ${account.api && 'accessToken' in account.login ? account.login.accessToken : ''}`;
    const open = this.#open.get(id);
    if (open && (open.key !== key || !open.session.usable())) await this.#close(id);
    const { session, searches } = this.#open.get(id) ?? {
      session: await this.#parts.open(account),
      searches: { results: new LRUCache<string, string[]>({ max: MAX_SEARCHES }), complete: null },
    };
    clearTimeout(this.#open.get(id)?.timer);
    const timer = setTimeout(() => void this.#close(id), IDLE_MS);
    timer.unref();
    this.#open.set(id, { session, searches, key, timer });
    return { session, searches };
  }

  /** Reads what is new; false if more is left for the next turn. */
  async #read(mailbox: StoredMailbox, holder: string, isStopping: () => boolean): Promise<boolean> {
    const { db } = this.#parts.api;
    const until = performance.now() + TURN_MS;
    let renewed = performance.now();
    let isLost = false;
    const renew = async () => {
      isLost ||= !(await takeMailboxLease(db, mailbox.id, holder));
      renewed = performance.now();
    };
    let renewing = Promise.resolve();
    const timer = setInterval(() => {
      renewing = renew().catch(() => undefined);
    }, LEASE_RENEW_MS);
    try {
      return await withAccount(this.#parts, mailbox, async (account) => {
        const turn: Turn = {
          mailbox,
          ...(await this.#connect(mailbox, account)),
          holder,
          async stillHeld() {
            if (performance.now() - renewed > LEASE_CHECK_MS) await renew();
            if (isLost) throw new LeaseLost();
          },
          isOver: () => isStopping() || performance.now() > until,
        };
        const isComplete = (await readNew(this.#parts, turn)) && (await readEarlier(this.#parts, turn));
        await readPlacement(this.#parts, turn);
        return isComplete;
      });
    } finally {
      clearInterval(timer);
      // A renewal that comes after the release would keep others out.
      await renewing;
    }
  }
}

/** Reads emails that arrived in each folder since the last turn; false if more is left. */
async function readNew(parts: MailboxReaderParts, turn: Turn): Promise<boolean> {
  const { db } = parts.api;
  const { mailbox, session, holder } = turn;
  const wasRead = Object.keys(mailbox.folders).length > 0;
  const folders = { ...mailbox.folders };
  mailbox.folders = folders;
  for (const { path, use } of await session.folders()) {
    await turn.stillHeld();
    const before = folders[path];
    const found = before ? await session.since(path, before) : null;
    if (!found) {
      // Newly connected, reconnected with another method, or renumbered: existing emails count as earlier.
      if (wasRead) await forgetSearches(db, mailbox.id);
      turn.searches.complete = null;
      folders[path] = await session.end(path);
      await saveFolders(db, mailbox.id, holder, folders);
      continue;
    }
    try {
      for await (const { header, next } of found) {
        await turn.stillHeld();
        if (header) await readOne(parts, turn, header, path, isSent(turn, use, header) ? 'sent' : 'new');
        folders[path] = next;
        if (turn.isOver()) return false;
      }
    } finally {
      if (folders[path] !== before) await saveFolders(db, mailbox.id, holder, folders);
    }
  }
  return true;
}

/** Reads earlier emails with creators who became known; false if more is left. */
async function readEarlier(parts: MailboxReaderParts, turn: Turn): Promise<boolean> {
  const { db, pool, clock, config } = parts.api;
  const { id: mailboxId, brandId } = turn.mailbox;
  const { searches } = turn;
  const now = clock.now().getTime();
  const state = await knownCreatorsState(pool, brandId);
  if (searches.complete?.state === state && now - searches.complete.at < COMPARE_MS) return true;
  const since = new Date(now - config.MAILBOX_HISTORY_DAYS * 86_400_000);
  for (;;) {
    const addresses = await unsearchedAddresses(pool, { brandId, mailboxId }, ADDRESSES_AT_ONCE);
    if (addresses.length === 0) {
      searches.complete = { state, at: now };
      return true;
    }
    for (const { path, use } of await turn.session.folders()) {
      const found = await searchOnce(parts, turn, { path, addresses, since });
      const ids = found.slice(-MAX_PER_SEARCH);
      for (let end = ids.length; end > 0; end -= HEADERS_AT_ONCE) {
        await turn.stillHeld();
        const batch = ids.slice(Math.max(0, end - HEADERS_AT_ONCE), end);
        const headers = await turn.session.headers(path, batch);
        for (const header of await unreadOf(parts, turn, headers)) {
          await turn.stillHeld();
          const origin = isSent(turn, use, header) ? 'sent' : 'new';
          await readOne(parts, turn, header, path, header.isRecent ? origin : EARLIER[origin]);
          // Not before: a search can take longer than a turn.
          if (turn.isOver()) return false;
        }
        if (turn.isOver()) return false;
      }
    }
    await markSearched(db, mailboxId, addresses);
    if (turn.isOver()) return false;
  }
}

/** A search in a folder for emails from or to any of the addresses since a time. */
interface Search {
  path: string;
  addresses: readonly string[];
  since: Date;
}

/** Searches once for all turns of a connection. */
async function searchOnce(parts: MailboxReaderParts, turn: Turn, search: Search): Promise<string[]> {
  const key = [search.path, ...search.addresses].join(' ');
  const found = turn.searches.results.get(key) ?? (await searchSafely(parts, turn, search));
  turn.searches.results.set(key, found);
  return found;
}

/** Searches; for one address after another if the server rejects them together, without those it rejects alone. */
async function searchSafely(parts: MailboxReaderParts, turn: Turn, search: Search): Promise<string[]> {
  const { session, mailbox } = turn;
  const { path, addresses, since } = search;
  try {
    return await session.search(path, addresses, since, mailbox.folders[path]);
  } catch (error) {
    if (!(error instanceof MailboxFailure && error.isInvalid)) throw error;
    if (addresses.length > 1) {
      const found: string[] = [];
      for (const address of addresses)
        found.push(...(await searchSafely(parts, turn, { path, addresses: [address], since })));
      return [...new Set(found)];
    }
    parts.api.log.warn({ mailbox: mailbox.id, reason: error.message }, 'failed to search for an address');
    return [];
  }
}

/** Leaves out emails that were read before, by a process that was killed or as new ones. Oldest first. */
async function unreadOf(
  { api: { pool } }: MailboxReaderParts,
  { mailbox: { brandId } }: Turn,
  headers: readonly MailboxHeader[],
): Promise<MailboxHeader[]> {
  const people = headers.flatMap(({ from, to }) => [from, ...to]);
  const creators = await creatorsOfAddresses(pool, brandId, people);
  const { read } = await readKnownEmails(
    pool,
    brandId,
    headers.map(({ messageId }) => messageId),
  );
  const isRead = ({ from, to, messageId }: MailboxHeader) => {
    const ids = [from, ...to].flatMap((address) => creators.get(address) ?? []);
    return ids.length > 0 && ids.every((id) => read.has(`${messageId} ${id}`));
  };
  return headers
    .filter((header) => !isRead(header))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** Looks for test emails of the brand's domain: in the inbox or in spam. They aren't stored. */
async function readPlacement(parts: MailboxReaderParts, turn: Turn): Promise<void> {
  const { pool, clock } = parts.api;
  const { id, brandId } = turn.mailbox;
  for (const { mailId, messageId, sentAt, isHere, isLost } of await pendingPlacements(pool, brandId, id)) {
    if (sentAt === null && !isLost) continue;
    await turn.stillHeld();
    const found = isHere && !isLost ? await findPlacement(parts, turn, messageId) : null;
    const now = clock.now();
    if (!found && !isLost && now.getTime() - Date.parse(sentAt ?? '') < PLACEMENT_WAIT_MS) continue;
    await withTransaction(pool, (tx) =>
      savePlacement(tx, brandId, { mailId, folder: found ?? 'missing' }, now),
    );
  }
}

/** Returns the folder of a test email. A folder that can't be opened doesn't keep the mailbox from being read. */
async function findPlacement({ api: { log } }: MailboxReaderParts, turn: Turn, messageId: string) {
  try {
    return await turn.session.placementOf(messageId);
  } catch (error) {
    if (!(error instanceof MailboxFailure) || error.retryMs !== undefined) throw error;
    log.info({ mailbox: turn.mailbox.id, reason: error.message }, 'failed to look for a test email');
    return null;
  }
}

type Origin = 'new' | 'sent' | 'earlier' | 'earlier-sent';
const EARLIER = { new: 'earlier', sent: 'earlier-sent' } as const;

/**
 * Whether the mailbox's owner wrote an email. Anyone can claim to be the owner in an email to the inbox; Gmail, whose IMAP
 * has one folder for both, rejects such emails.
 */
const isSent = (
  { mailbox }: Turn,
  use: FolderOfMailbox['use'],
  { from, isSent: isFiledAsSent }: MailboxHeader,
): boolean => isFiledAsSent ?? (use === 'sent' || (use === 'all' && from === mailbox.address.toLowerCase()));

const MACHINE = /^(?:mailer-daemon|postmaster|mail-?daemon|microsoftexchange[0-9a-f]{32})@/i;

/** Stores an email if it belongs to an email that Troupe sent, or to a known creator; others are left alone. */
async function readOne(
  parts: MailboxReaderParts,
  turn: Turn,
  header: MailboxHeader,
  path: string,
  origin: Origin,
): Promise<void> {
  const { pool } = parts.api;
  const { brandId, address: ownAddress } = turn.mailbox;
  const own = ownAddress.toLowerCase();
  const { from, to, messageId } = header;
  const isOwn = origin === 'sent' || origin === 'earlier-sent';
  const people = isOwn ? to : [from];
  const creators = await creatorsOfAddresses(pool, brandId, people);
  const isReport = origin === 'new' && (header.isReport || MACHINE.test(from));
  const known = await readKnownEmails(pool, brandId, [messageId, ...header.answers]);
  if (known.sent.has(messageId)) return;
  const isReply = !isOwn && header.answers.some((id) => known.sent.has(id));
  if (creators.size === 0 && !isReport && !isReply) return;
  if (isOwn && messageId && (await adoptMessageId(pool, brandId, { ...sentBy(header), from: own }))) return;
  const missing = [...new Set(creators)]
    .filter(([, creatorId]) => !known.read.has(`${messageId} ${creatorId}`))
    .slice(0, MAX_CREATORS);
  if (missing.length === 0 && !isReport && !isReply) return;
  const draft = await parts.files.draft();
  try {
    const { inbound, size, isWhole } = await readSource(parts, turn, header, path, draft);
    if (isReport || isReply) {
      // A report or reply about an email of the domain, or of another brand, isn't about this mailbox.
      if (await parts.receiver.receiveFromMailbox(brandId, inbound, draft, size)) return;
      if (isReport) return;
    }
    if (!isOwn && inbound.kind !== 'reply') return;
    const email = { header, inbound, isWhole, isOwn, origin };
    for (const [creatorAddress, creatorId] of missing)
      await storeEmail(parts, turn, Object.assign({ creatorAddress, creatorId }, email));
  } finally {
    await rm(draft, { force: true });
  }
}

const sentBy = ({ to, subject, date, messageId }: MailboxHeader) => ({ to, subject, date, messageId });

/** Downloads and parses an email; of one that is too large or that the server fails to return, only what its headers say. */
async function readSource(
  { api: { config } }: MailboxReaderParts,
  { session }: Turn,
  header: MailboxHeader,
  path: string,
  draft: string,
): Promise<{ inbound: InboundMail; size: number; isWhole: boolean }> {
  const source = header.size <= MAX_BYTES ? await session.source(path, header.id) : null;
  const raw = source ?? Buffer.from(`Message-ID: ${header.messageId}\r\nFrom: <${header.from}>\r\n\r\n`);
  await writeFile(draft, raw);
  const inbound = await readInboundMail({
    path: draft,
    size: raw.length,
    envelope: { sender: header.from, recipients: [], ip: '', helo: '' },
    dnsServers: config.DNS_SERVERS,
    mta: config.INBOUND_DOMAIN,
    isChecked: true,
  });
  return { inbound, size: raw.length, isWhole: source !== null };
}

interface FoundEmail {
  header: MailboxHeader;
  inbound: InboundMail;
  /** Whether it has its text, not only headers. */
  isWhole: boolean;
  creatorAddress: string;
  creatorId: string;
  /** Written by the brand. */
  isOwn: boolean;
  origin: Origin;
}

/** Links of invites that a text quotes are for the creator only. */
const stored = (text: string) =>
  redactSecretLinks(text.trim().slice(0, MAX_MESSAGE).toWellFormed().replaceAll('\u0000', ''), []);

const UNTRUSTED = "We can't confirm that this email came from the creator";
const WITHOUT_TEXT = "We couldn't load the text of this email. Open it in your mailbox.";

/** Adds an email to the conversation with a creator, once. */
async function storeEmail(parts: MailboxReaderParts, { mailbox }: Turn, found: FoundEmail): Promise<void> {
  const { api, attachments, notifyTeam } = parts;
  const { header, inbound, isWhole, creatorAddress, creatorId, isOwn, origin } = found;
  const { brandId } = mailbox;
  const isEarlier = origin === 'earlier' || origin === 'earlier-sent';
  const now = api.clock.now();
  const missing = isWhole ? null : WITHOUT_TEXT;
  const undo: (() => Promise<void>)[] = [];
  try {
    await withTransaction(api.pool, async (tx, connection) => {
      const conversationId = await ensureConversation(tx, brandId, creatorId);
      const held = conversationId && (await lockConversation(tx, conversationId, brandId));
      if (!held) return;
      const email = {
        mailboxId: mailbox.id,
        direction: isOwn ? ('out' as const) : ('in' as const),
        messageId: header.messageId || inbound.messageId,
        references: header.answers.toReversed().slice(-20),
        creatorAddress,
        ownAddress: mailbox.address,
        subject: inbound.subject || header.subject.slice(0, 1000),
        visible: stored(inbound.visible),
        whole: redactSecretLinks(inbound.whole, []),
        sentAt: header.date,
      };
      const mailboxEmailId = await insertMailboxEmail(tx, held, email, now);
      if (!mailboxEmailId) return;
      const author = isOwn
        ? { kind: 'brand' as const, userId: mailbox.userId, authorName: await nameOf(tx, mailbox.userId) }
        : { kind: 'creator' as const, userId: null, authorName: held.creatorName };
      const names = inbound.files.map(({ name }) => `[${name}]`).join('\n');
      if (isEarlier) {
        const text = stored([inbound.visible.trim(), names].filter(Boolean).join('\n\n'));
        await writeEarlierMessage(
          tx,
          held,
          Object.assign({ text, mailboxEmailId, doubt: missing, at: header.date }, author),
        );
      } else {
        const files = await attachments.storeFromEmail(tx, connection, inbound.files, {
          brandId,
          conversationId: held.id,
          userId: author.userId,
        });
        undo.push(files.undo);
        const content = {
          clientId: newId(),
          text: stored(inbound.visible),
          attachments: files.ids,
          byEmail: true,
          mailboxEmailId,
          doubt: missing ?? (!isOwn && inbound.trust === 'fail' ? UNTRUSTED : null),
          // Emails to other addresses than the account's stay out of the creator's app.
          hiddenFromCreator: true,
        };
        const written = await writeMessage(tx, api.config, held, Object.assign(content, author), now);
        if (!isOwn) await notifyTeam(tx, held, written);
      }
      await countImported(tx, mailbox.id);
    });
  } catch (error) {
    await Promise.all(undo.map((again) => again()));
    throw error;
  }
}
