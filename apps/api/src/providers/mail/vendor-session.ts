import { LRUCache } from 'lru-cache';
import { MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type {
  FolderOfMailbox,
  FolderPosition,
  MailboxHeader,
  MailboxSession,
} from '../../platform/outgoing/mailbox-session.ts';

/** The operations that differ between the vendors' APIs. Calls throw `MailboxFailure`. */
export interface VendorMail {
  folders: FolderOfMailbox[];
  end(path: string): Promise<FolderPosition>;
  /** Yields the IDs of new emails with the position after them. */
  changes(path: string, position: ApiPosition): AsyncIterable<NewIds>;
  /** Returns the IDs of emails from or to any of the addresses since a day, oldest first. */
  find(path: string, addresses: readonly string[], since: Date): Promise<string[]>;
  /** Returns the headers of an email and when it arrived; null if it no longer exists or must not be read. */
  header(id: string): Promise<KnownHeader | null>;
  source(id: string): Promise<Buffer | null>;
  placementOf(messageId: string): Promise<'inbox' | 'spam' | null>;
}

/** A position in the changes that a vendor's API reports. */
export type ApiPosition = Extract<FolderPosition, { token: string }>;

interface KnownHeader {
  header: MailboxHeader;
  received: Date;
}

export interface NewIds {
  ids: readonly string[];
  next: FolderPosition;
}

/** Maximum emails found per search. */
export const MAX_FOUND = 5000;
/** How much is read again when the vendor no longer knows a position. */
export const OVERLAP_MS = 10 * 60_000;
/** Requests at once; Microsoft allows four per mailbox, and one may be sending. */
const AT_ONCE = 3;
/** Headers kept by a process, so that work interrupted by a rate limit or a new token isn't repeated. */
const MAX_HEADERS = 20_000;
/** Attempts to read an email that the vendor's API fails at, a minute apart, before it is skipped. */
const MAX_ATTEMPTS = { invalid: 3, internal: 30 };
/** Searches may find an email before the list of changes has it, and the other way around: their index lags behind. */
export const RECENT_MS = 2 * 60_000;

/** The headers of one mailbox that were read before. */
export interface HeaderCache {
  get(id: string): KnownHeader | undefined;
  set(id: string, known: KnownHeader, path: string): void;
  /** Returns the headers of a folder's emails that arrived after a time. */
  since(path: string, time: number): MailboxHeader[];
  /** Counts a failed attempt to read an email; true if it is skipped from now on. */
  skips(id: string, failure: MailboxFailure): boolean;
}

/**
 * Returns a function that gives each mailbox its part of a shared cache.
 * @param onSkipped called with the reason if an email is skipped
 */
export function headerCaches(
  onSkipped: (mailbox: string, reason: string) => void = () => undefined,
): (mailbox: string) => HeaderCache {
  const attempts = new LRUCache<string, number>({ max: 1000 });
  const all = new LRUCache<string, KnownHeader & { place: string }>({ max: MAX_HEADERS });
  return (mailbox) => ({
    get: (id) => all.get(`${mailbox} ${id}`),
    set: (id, known, path) => void all.set(`${mailbox} ${id}`, { ...known, place: `${mailbox} ${path}` }),
    since: (path, time) =>
      [...all.values()]
        .filter(({ place, received }) => place === `${mailbox} ${path}` && received.getTime() > time)
        .map(({ header }) => header),
    skips(id, { isInvalid, isInternal, message }) {
      if (!isInvalid && !isInternal) return false;
      const count = (attempts.get(`${mailbox} ${id}`) ?? 0) + 1;
      attempts.set(`${mailbox} ${id}`, count);
      if (count < (isInvalid ? MAX_ATTEMPTS.invalid : MAX_ATTEMPTS.internal)) return false;
      onSkipped(mailbox, message);
      return true;
    },
  });
}

/** Reads a mailbox with its vendor's API. */
export function vendorSession(mail: VendorMail, known: HeaderCache): MailboxSession {
  /** Reads an email, or skips it after some attempts, so that one the vendor can't return doesn't block the mailbox. */
  const attempt = <T>(id: string, work: Promise<T | null>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (error instanceof MailboxFailure && known.skips(id, error)) return null;
      throw error;
    });

  async function read(path: string, id: string): Promise<MailboxHeader | null> {
    const one = known.get(id) ?? (await attempt(id, mail.header(id)));
    if (!one) return null;
    known.set(id, one, path);
    return { ...one.header, isRecent: Date.now() - one.received.getTime() < RECENT_MS };
  }

  async function* headersOf(path: string, ids: readonly string[]) {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const batch = ids.slice(at, at + AT_ONCE);
      for (const header of await Promise.all(batch.map((id) => read(path, id)))) if (header) yield header;
    }
  }

  async function* since(path: string, position: ApiPosition) {
    let before: FolderPosition = position;
    for await (const { ids, next } of mail.changes(path, position)) {
      for await (const header of headersOf(path, ids)) yield { header, next: before };
      before = next;
      yield { header: null, next };
    }
  }

  return {
    usable: () => true,
    folders: async () => mail.folders,
    end: (path) => mail.end(path),
    async since(path, position) {
      return 'token' in position ? since(path, position) : null;
    },
    async search(path, addresses, day) {
      const found = await mail.find(path, addresses, day);
      // A creator may become known just after their email was listed as new, and before searches find it.
      const recent = known
        .since(path, Date.now() - RECENT_MS)
        .filter(({ from, to }) => [from, ...to].some((one) => addresses.includes(one)));
      return [...new Set([...found, ...recent.map(({ id }) => id)])];
    },
    headers: (path, ids) => Array.fromAsync(headersOf(path, ids)),
    source: (_path, id) => attempt(id, mail.source(id)),
    placementOf: (messageId) => mail.placementOf(messageId),
    close: async () => undefined,
  };
}
