import { LRUCache } from 'lru-cache';
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
  /** Yields the IDs of new emails, oldest first, with the position after them. */
  changes(path: string, position: { token: string; at: string }): AsyncIterable<NewIds>;
  /** Returns the IDs of emails from or to any of the addresses since a day, oldest first. */
  find(path: string, addresses: readonly string[], since: Date): Promise<string[]>;
  /** Returns the headers of an email and when it arrived; null if it no longer exists or must not be read. */
  header(id: string): Promise<{ header: MailboxHeader; received: Date } | null>;
  source(id: string): Promise<Buffer | null>;
  placementOf(messageId: string): Promise<'inbox' | 'spam' | null>;
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
/** Headers kept, so that work interrupted by a rate limit isn't repeated. */
const MAX_HEADERS = 10_000;
/** Searches may find an email before the list of changes has it. */
const RECENT_MS = 2 * 60_000;

/** Reads a mailbox with its vendor's API. */
export function vendorSession(mail: VendorMail): MailboxSession {
  const known = new LRUCache<string, NonNullable<Awaited<ReturnType<VendorMail['header']>>>>({
    max: MAX_HEADERS,
  });

  async function headersOf(ids: readonly string[]): Promise<MailboxHeader[]> {
    const found: MailboxHeader[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const read = async (id: string) => {
        const one = known.get(id) ?? (await mail.header(id));
        if (one) known.set(id, one);
        return one;
      };
      for (const one of await Promise.all(ids.slice(at, at + AT_ONCE).map(read)))
        if (one) {
          const isRecent = Date.now() - one.received.getTime() < RECENT_MS;
          found.push({ ...one.header, isRecent });
        }
    }
    return found;
  }

  async function* since(path: string, position: { token: string; at: string }) {
    let before: FolderPosition = position;
    for await (const { ids, next } of mail.changes(path, position)) {
      for (let at = 0; at < ids.length; at += AT_ONCE)
        for (const header of await headersOf(ids.slice(at, at + AT_ONCE))) yield { header, next: before };
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
    search: (path, addresses, day) => mail.find(path, addresses, day),
    headers: (_path, ids) => headersOf(ids),
    source: (_path, id) => mail.source(id),
    placementOf: (messageId) => mail.placementOf(messageId),
    close: async () => undefined,
  };
}
