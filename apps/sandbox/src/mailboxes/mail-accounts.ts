import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import { KeptState } from '../platform/state.ts';

/** Who hosts an account: a plain mail server, or a vendor with OAuth. */
export const hosts = ['imap', 'google', 'microsoft'] as const;
export type MailHost = (typeof hosts)[number];
export type MailVendor = Exclude<MailHost, 'imap'>;

export type MailAccess = 'imap' | 'api';

/** A message in a folder. `raw` has one character per byte. */
export interface KeptMessage {
  uid: number;
  /** The same in all folders of a message. */
  id: string;
  /** Gmail's conversation. */
  threadId: string;
  /** Number of the account's change that added it or moved it out of spam. */
  change: number;
  wasSpam?: boolean;
  raw: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** A folder; `use` is its special use (RFC 6154). */
export interface MailFolder {
  name: string;
  use: string;
  uidValidity: number;
  uidNext: number;
  messages: KeptMessage[];
}

/** A mailbox with its login. */
export interface MailAccount {
  address: string;
  host: MailHost;
  password: string;
  folders: MailFolder[];
  /** Whether the provider takes what arrives for spam. */
  takesForSpam?: boolean;
  /** The latest change, and the one before which the history is forgotten. */
  change: number;
  forgotten: number;
  /** Whether Graph calls forgotten changes invalid, with 400, and not unknown, with 410. */
  hasInvalidStates?: boolean;
}

const FOLDERS: Record<MailHost, [name: string, use: string][]> = {
  imap: [
    ['INBOX', ''],
    ['Sent', '\\Sent'],
    ['Junk', '\\Junk'],
  ],
  google: [
    ['INBOX', ''],
    ['[Gmail]/All Mail', '\\All'],
    ['[Gmail]/Sent Mail', '\\Sent'],
    ['[Gmail]/Spam', '\\Junk'],
  ],
  microsoft: [
    ['INBOX', ''],
    ['Sent Items', '\\Sent'],
    ['Junk Email', '\\Junk'],
  ],
};

/** An OAuth token or code of an account. */
interface Grant {
  address: string;
  vendor: MailVendor;
  /** What it allows: IMAP and SMTP, or the vendor's API. */
  access: MailAccess;
  expiresAt: number;
}

interface Code extends Grant {
  redirectUri: string;
  challenge: string;
}

interface State {
  accounts: MailAccount[];
  codes: Map<string, Code>;
  access: Map<string, Grant>;
  refresh: Map<string, Grant>;
}

const CODE_MS = 10 * 60_000;
const REFRESH_MS = 90 * 24 * 3_600_000;
/** How long access tokens last at both vendors. */
export const ACCESS_SECONDS = 3600;

const demo = (host: MailHost, address: string): MailAccount => ({
  address,
  host,
  password: 'sandbox-password',
  change: 1000,
  forgotten: 1000,
  folders: FOLDERS[host].map(([name, use], index) => ({
    name,
    use,
    uidValidity: 1_700_000_000 + index,
    uidNext: 1,
    messages: [],
  })),
});

const fresh = (): State => ({
  accounts: [
    demo('imap', 'hello@fernwell.test'),
    demo('google', 'team@fernwell.test'),
    demo('microsoft', 'outreach@fernwell.test'),
  ],
  codes: new Map(),
  access: new Map(),
  refresh: new Map(),
});

/** Mailboxes that clients log in to: their folders, passwords and OAuth tokens. */
export class MailAccounts {
  readonly #kept: KeptState<State>;
  /** Called when a message arrived in an account. */
  readonly #watchers = new Set<(address: string) => void>();

  constructor(dataDir: string) {
    this.#kept = new KeptState(join(dataDir, 'mailboxes'), fresh);
  }

  async open(): Promise<void> {
    await this.#kept.open();
    // State of earlier versions has no changes, message IDs or token types.
    for (const account of this.list) {
      account.change ??= 1000;
      account.forgotten ??= 1000;
      for (const message of account.folders.flatMap(({ messages }) => messages)) {
        message.change ??= account.change += 3;
        message.id ??= message.change.toString(16).padStart(16, '19');
        message.threadId ??= message.id;
      }
    }
    const { access, refresh } = this.#kept.state;
    for (const grant of [...access.values(), ...refresh.values()]) grant.access ??= 'imap';
  }

  save = (): Promise<void> => this.#kept.save();
  reset = (): void => this.#kept.reset();

  get list(): MailAccount[] {
    return this.#kept.state.accounts;
  }

  find(address: string): MailAccount | null {
    const wanted = address.trim().toLowerCase();
    return this.list.find((account) => account.address === wanted) ?? null;
  }

  /** Returns an account or fails. */
  need(address: string): MailAccount {
    const found = this.find(address);
    if (!found) throw new Problem('not_found', { message: 'There is no such mailbox.' });
    return found;
  }

  add(address: string, host: MailHost, password: string): MailAccount {
    const account = { ...demo(host, address.trim().toLowerCase()), password };
    this.#kept.state.accounts = [...this.list.filter((one) => one.address !== account.address), account];
    return account;
  }

  remove(address: string): void {
    this.#kept.state.accounts = this.list.filter((one) => one.address !== address.toLowerCase());
    this.revoke(address);
  }

  watch(listener: (address: string) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Adds a message to a folder, and at Gmail to All Mail too. Returns it as stored in the folder. */
  put(
    account: MailAccount,
    folderName: string,
    raw: string,
    receivedAt = new Date().toISOString(),
    threadId?: string,
  ): KeptMessage {
    const into = account.folders.find(({ name }) => name.toLowerCase() === folderName.toLowerCase());
    if (!into) throw new Problem('not_found', { message: 'There is no such folder.' });
    // All Mail leaves out spam.
    const all = into.use === '\\Junk' ? undefined : account.folders.find(({ use }) => use === '\\All');
    // Change numbers have gaps.
    account.change += 3;
    const { change } = account;
    const id = change.toString(16).padStart(16, '19');
    const message = { id, threadId: threadId ?? id, change, raw, receivedAt };
    for (const folder of new Set([into, ...(all ? [all] : [])]))
      folder.messages.push({ ...message, uid: folder.uidNext++ });
    for (const listener of this.#watchers) listener(account.address);
    return { ...message, uid: into.uidNext - 1 };
  }

  /** Moves a message to another folder; out of spam, it is added to Gmail's All Mail too. */
  move(account: MailAccount, id: string, folderName: string): void {
    const holds = ({ messages }: MailFolder) => messages.some((one) => one.id === id);
    const from = account.folders.find((one) => one.use !== '\\All' && holds(one));
    const into = account.folders.find(({ name }) => name.toLowerCase() === folderName.toLowerCase());
    const message = from?.messages.find((one) => one.id === id);
    if (!from || !into || !message)
      throw new Problem('not_found', { message: 'There is no such message or folder.' });
    from.messages.splice(from.messages.indexOf(message), 1);
    const wasSpam = from.use === '\\Junk';
    if (wasSpam) account.change += 3;
    const change = wasSpam ? account.change : message.change;
    const all = account.folders.filter((one) => wasSpam && one.use === '\\All');
    for (const folder of [into, ...all])
      folder.messages.push({ ...message, uid: folder.uidNext++, change, wasSpam });
  }

  /** Forgets the changes so far, as vendors do after a while. */
  forget(account: MailAccount, hasInvalidStates = false): void {
    account.hasInvalidStates = hasInvalidStates;
    account.change += 3;
    account.forgotten = account.change;
  }

  /** Delivers an email to the accounts among its recipients; returns how many there were. */
  async deliver(recipients: readonly string[], raw: string): Promise<number> {
    const accounts = recipients.map((one) => this.find(one)).filter((one) => one !== null);
    for (const account of accounts) {
      const junk = account.takesForSpam && account.folders.find(({ use }) => use === '\\Junk');
      this.put(account, junk ? junk.name : 'INBOX', raw);
    }
    if (accounts.length > 0) await this.save();
    return accounts.length;
  }

  /** Adds an email that was submitted by an account's login to its sent emails. Plain servers leave that to clients. */
  async fileSent(address: string, raw: string): Promise<void> {
    const account = this.find(address);
    const folder = account?.folders.find(({ use }) => use === '\\Sent');
    if (!account || !folder || account.host === 'imap') return;
    this.put(account, folder.name, raw);
    await this.save();
  }

  /** Gives a folder new UIDs, as after a restored backup. */
  renumber(account: MailAccount): void {
    for (const folder of account.folders) {
      folder.uidValidity++;
      folder.uidNext = 1;
      for (const message of folder.messages) message.uid = folder.uidNext++;
    }
  }

  passwordIsRight = (address: string, password: string): boolean => {
    const account = this.find(address);
    return account !== null && account.host === 'imap' && account.password === password;
  };

  tokenIsRight = (address: string, token: string): boolean => {
    const grant = this.#kept.state.access.get(token);
    return this.#allows(grant, 'imap') && grant?.address === address.toLowerCase();
  };

  #allows = (grant: Grant | undefined, access: MailAccess): boolean =>
    grant !== undefined && grant.access === access && grant.expiresAt > Date.now();

  /** Returns the account that a token of a vendor's API is for. */
  accountOfToken(vendor: MailVendor, token: string): MailAccount | null {
    const grant = this.#kept.state.access.get(token);
    return grant?.vendor === vendor && this.#allows(grant, 'api') ? this.find(grant.address) : null;
  }

  /** Revokes an account's tokens, as its owner does in the vendor's settings. */
  revoke(address: string): void {
    const { codes, access, refresh } = this.#kept.state;
    for (const map of [codes, access, refresh])
      for (const [key, grant] of map) if (grant.address === address.toLowerCase()) map.delete(key);
  }

  /** Ends access tokens early; refresh tokens stay valid. */
  expire(address: string): void {
    for (const grant of this.#kept.state.access.values())
      if (grant.address === address.toLowerCase()) grant.expiresAt = 0;
  }

  newCode(given: Omit<Code, 'expiresAt'>): string {
    const code = randomBytes(24).toString('base64url');
    this.#kept.state.codes.set(code, { ...given, expiresAt: Date.now() + CODE_MS });
    return code;
  }

  /** Redeems a code once; null if it is wrong, used, or its verifier doesn't match. */
  redeem(text: string, vendor: MailVendor, redirectUri: string, verifier: string): Tokens | null {
    const code = this.#kept.state.codes.get(text);
    this.#kept.state.codes.delete(text);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (code?.vendor !== vendor || code.expiresAt <= Date.now()) return null;
    if (code.redirectUri !== redirectUri || code.challenge !== challenge) return null;
    return this.#issue(code.address, vendor, code.access);
  }

  /** Returns new tokens for a refresh token; Microsoft replaces it, Google doesn't. */
  renew(text: string, vendor: MailVendor): Tokens | null {
    const grant = this.#kept.state.refresh.get(text);
    if (grant?.vendor !== vendor || grant.expiresAt <= Date.now()) return null;
    const tokens = this.#issue(grant.address, vendor, grant.access);
    if (vendor === 'microsoft') return tokens;
    this.#kept.state.refresh.delete(tokens.refreshToken);
    return { ...tokens, refreshToken: '' };
  }

  #issue(address: string, vendor: MailVendor, access: MailAccess): Tokens {
    const { access: tokensOfAccess, refresh } = this.#kept.state;
    const tokens = { address, access, accessToken: `at.${randomUUID()}`, refreshToken: `rt.${randomUUID()}` };
    const grant = { address, vendor, access };
    tokensOfAccess.set(tokens.accessToken, { ...grant, expiresAt: Date.now() + ACCESS_SECONDS * 1000 });
    refresh.set(tokens.refreshToken, { ...grant, expiresAt: Date.now() + REFRESH_MS });
    return tokens;
  }

  /** The folders of all accounts with their counts, for the control page. */
  view() {
    return this.list.map(({ address, host, password, folders }) => ({
      id: address,
      address,
      host,
      password: host === 'imap' ? password : null,
      folders: folders.map(({ name, messages, uidValidity }) => ({
        name,
        messages: messages.length,
        bytes: messages.reduce((sum, message) => sum + message.raw.length, 0),
        uidValidity,
      })),
    }));
  }
}

/** Tokens issued for an account; Google sends no new refresh token when it renews. */
export interface Tokens {
  address: string;
  access: MailAccess;
  accessToken: string;
  refreshToken: string;
}
