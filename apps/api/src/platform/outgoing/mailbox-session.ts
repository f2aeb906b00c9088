/** A folder to read, and what it holds. */
export interface FolderOfMailbox {
  path: string;
  use: 'inbox' | 'sent' | 'all';
}

/**
 * How far a folder was read: the next UID, valid while the server keeps `uidValidity`; or the state token of a vendor's
 * API, and the time before which everything was read. `unlisted`: emails that arrived shortly before this time may be
 * missing from lists that the vendor made then.
 */
export type FolderPosition =
  | { uidValidity: string; uidNext: number }
  | { token: string; at: string; unlisted?: string };

/** The headers of an email in a folder. Addresses are in lower case. */
export interface MailboxHeader {
  /** Identifies the email in its folder. */
  id: string;
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
  /** Whether the vendor filed it as sent; missing where only the folder tells. */
  isSent?: boolean;
  /** Whether it arrived so recently that it may not have been listed as new yet. */
  isRecent?: boolean;
}

/** A new email with the position after it. */
export interface NewEmail {
  /** Null where only the position changed. */
  header: MailboxHeader | null;
  next: FolderPosition;
}

/** A session with a mailbox, over IMAP or a vendor's API. All calls throw `MailboxFailure`. */
export interface MailboxSession {
  /** False once the connection is broken. */
  usable(): boolean;
  /** Returns the folders that hold sent and received emails; sent ones first, so that replies to them are recognized. */
  folders(): Promise<FolderOfMailbox[]>;
  /** Returns the end of a folder: emails after it are new. */
  end(path: string): Promise<FolderPosition>;
  /** Returns the emails after a position, oldest first; null if the server no longer knows the position. */
  since(path: string, position: FolderPosition): Promise<AsyncIterable<NewEmail> | null>;
  /** Returns IDs of emails from or to any of the addresses since a day, oldest first, except those after the position. */
  search(
    path: string,
    addresses: readonly string[],
    since: Date,
    position: FolderPosition | undefined,
  ): Promise<string[]>;
  /** Returns the headers of emails, except those that no longer exist. */
  headers(path: string, ids: readonly string[]): Promise<MailboxHeader[]>;
  /** Returns an email; null if it no longer exists or is too large. */
  source(path: string, id: string): Promise<Buffer | null>;
  /** Looks for an email in the inbox and in spam; null if it is in neither. */
  placementOf(messageId: string): Promise<'inbox' | 'spam' | null>;
  close(): Promise<void>;
}
