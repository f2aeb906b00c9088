import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Failure, Faults } from '../platform/faults.ts';
import { ImapReader, type Token, textOf } from './imap-reader.ts';
import { matches } from './imap-search.ts';
import type { KeptMessage, MailAccount, MailAccounts, MailFolder } from './mail-accounts.ts';

const CAPABILITIES = 'IMAP4rev1 LITERAL+ SASL-IR ID IDLE UIDPLUS SPECIAL-USE AUTH=PLAIN AUTH=XOAUTH2';
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

type MailboxFailure = Failure<'mailboxes'>;

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

const imapDate = (iso: string) => {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `"${two(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${iso.slice(11, 19)} +0000"`;
};

/** Returns the UIDs of a set such as `1:5,9,12:*`. */
function inSet(set: string, uid: number, last: number): boolean {
  return set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map((one) => (one === '*' ? last : Number(one)));
    return uid >= Math.min(from, to) && uid <= Math.max(from, to);
  });
}

/** Returns the header lines with these names, including folded lines. */
function headerFields(raw: string, names: readonly string[]): string {
  const head = raw.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const lines = head.split(/\r?\n(?![ \t])/);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const kept = lines.filter((line) => wanted.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()));
  return `${kept.map((line) => `${line}\r\n`).join('')}\r\n`;
}

/** One IMAP connection. */
class ImapSession {
  readonly #socket: Socket;
  readonly #accounts: MailAccounts;
  readonly #faults: Faults;
  #account: MailAccount | null = null;
  #folder: MailFolder | null = null;

  constructor(socket: Socket, accounts: MailAccounts, faults: Faults) {
    this.#socket = socket;
    this.#accounts = accounts;
    this.#faults = faults;
  }

  send(line: string): void {
    this.#socket.write(Buffer.from(`${line}\r\n`, 'latin1'));
  }

  #fault(...applies: MailboxFailure[]): MailboxFailure | null {
    const targets = [this.#account?.address ?? '', 'imap', '*'].filter(Boolean);
    return this.#faults.take('mailboxes', targets, (failure) => applies.includes(failure))?.failure ?? null;
  }

  async run(): Promise<void> {
    const reader = new ImapReader(this.#socket, () => this.send('+ OK'));
    if (this.#fault('down')) return this.#end('* BYE Server is down');
    this.send(`* OK [CAPABILITY ${CAPABILITIES}] Troupe sandbox ready`);
    for (;;) {
      const tokens = await reader.next();
      if (!tokens) return;
      if (this.#fault('hang')) return;
      const [tag = '', command = '', ...rest] = tokens;
      const name = textOf(command).toUpperCase();
      if (name === 'LOGOUT') return this.#end('* BYE Bye', `${textOf(tag)} OK Done`);
      const answer = await this.#answer(name, rest, reader).catch((error: Error) => `BAD ${error.message}`);
      if (answer === null) return this.#end();
      this.send(`${textOf(tag)} ${answer}`);
    }
  }

  #end(...lines: string[]): void {
    for (const line of lines) this.send(line);
    this.#socket.end();
  }

  async #answer(name: string, rest: Token[], reader: ImapReader): Promise<string | null> {
    switch (name) {
      case 'CAPABILITY':
        this.send(`* CAPABILITY ${CAPABILITIES}`);
        return 'OK Done';
      case 'ID':
        this.send('* ID ("name" "Troupe sandbox")');
        return 'OK Done';
      case 'NOOP':
      case 'CHECK':
        this.#announce();
        return 'OK Done';
      case 'LOGIN':
        return this.#login(textOf(rest[0]), textOf(rest[1]));
      case 'AUTHENTICATE':
        return this.#authenticate(textOf(rest[0]).toUpperCase(), rest[1], reader);
    }
    if (!this.#account) return 'NO Log in first';
    if (this.#fault('throttle')) return 'NO [THROTTLED] Account exceeded its limit';
    return this.#forAccount(name, rest, reader);
  }

  async #forAccount(name: string, rest: Token[], reader: ImapReader): Promise<string | null> {
    switch (name) {
      case 'LIST':
      case 'LSUB':
        return this.#list(name, textOf(rest[1]));
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(textOf(rest[0]));
      case 'CLOSE':
      case 'UNSELECT':
        this.#folder = null;
        return 'OK Done';
      case 'STATUS':
        return this.#status(textOf(rest[0]));
      case 'IDLE':
        return this.#idle(reader);
      case 'APPEND':
        return this.#append(rest);
      case 'UID':
        return this.#byUid(textOf(rest[0]).toUpperCase(), rest.slice(1));
      default:
        return `BAD Unknown command ${name}`;
    }
  }

  #login(user: string, password: string): string {
    const account = this.#accounts.find(user);
    this.#account = account;
    const refused = this.#fault('wrong_password');
    if (refused || !this.#accounts.passwordIsRight(user, password)) {
      this.#account = null;
      return 'NO [AUTHENTICATIONFAILED] Invalid credentials';
    }
    return `OK [CAPABILITY ${CAPABILITIES}] Logged in`;
  }

  async #authenticate(method: string, initial: Token | undefined, reader: ImapReader): Promise<string> {
    let given = textOf(initial);
    if (initial === undefined) {
      this.send('+ ');
      given = textOf((await reader.next())?.[0]);
    }
    const parts = Buffer.from(given, 'base64').toString('utf8');
    if (method === 'PLAIN') {
      const [, user = '', password = ''] = parts.split('\0');
      return this.#login(user, password);
    }
    if (method !== 'XOAUTH2') return 'NO Unknown method';
    // `user=...^Aauth=Bearer ...^A^A`
    const [userPart = '', tokenPart = ''] = parts.split('\u0001');
    const user = userPart.replace(/^user=/, '');
    const token = tokenPart.replace(/^auth=Bearer /, '');
    this.#account = this.#accounts.find(user);
    if (this.#account && !this.#fault('wrong_password') && this.#accounts.tokenIsRight(user, token))
      return `OK [CAPABILITY ${CAPABILITIES}] Logged in`;
    this.#account = null;
    this.send(
      `+ ${Buffer.from(JSON.stringify({ status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' })).toString('base64')}`,
    );
    await reader.next();
    return 'NO [AUTHENTICATIONFAILED] Invalid credentials';
  }

  #list(name: string, pattern: string): string {
    if (pattern === '') {
      this.send(`* ${name} (\\Noselect) "/" ""`);
      return 'OK Done';
    }
    for (const folder of this.#account?.folders ?? []) {
      const flags = ['\\HasNoChildren', ...(folder.use && name === 'LIST' ? [folder.use] : [])].join(' ');
      this.send(`* ${name} (${flags}) "/" ${quoted(folder.name)}`);
    }
    return 'OK Done';
  }

  #folderNamed(name: string): MailFolder | null {
    const wanted = name.toLowerCase();
    return this.#account?.folders.find((folder) => folder.name.toLowerCase() === wanted) ?? null;
  }

  #select(name: string): string {
    this.#folder = this.#folderNamed(name);
    if (!this.#folder) return 'NO [NONEXISTENT] No such folder';
    const { messages, uidNext, uidValidity } = this.#folder;
    this.send('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
    this.send(`* ${messages.length} EXISTS`);
    this.send('* 0 RECENT');
    this.send(`* OK [UIDVALIDITY ${uidValidity}] Valid`);
    this.send(`* OK [UIDNEXT ${uidNext}] Next`);
    return 'OK [READ-ONLY] Selected';
  }

  #status(name: string): string {
    const folder = this.#folderNamed(name);
    if (!folder) return 'NO [NONEXISTENT] No such folder';
    const { messages, uidNext, uidValidity } = folder;
    this.send(
      `* STATUS ${quoted(folder.name)} (MESSAGES ${messages.length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})`,
    );
    return 'OK Done';
  }

  #announce(): void {
    if (this.#folder) this.send(`* ${this.#folder.messages.length} EXISTS`);
  }

  async #idle(reader: ImapReader): Promise<string> {
    this.send('+ idling');
    const unwatch = this.#accounts.watch((address) => {
      if (address === this.#account?.address) this.#announce();
    });
    try {
      await reader.next();
      return 'OK Done';
    } finally {
      unwatch();
    }
  }

  async #append(rest: Token[]): Promise<string> {
    const folder = this.#folderNamed(textOf(rest[0]));
    if (!folder || !this.#account) return 'NO [TRYCREATE] No such folder';
    const raw = textOf(rest.at(-1));
    const { uid } = this.#accounts.put(this.#account, folder.name, raw);
    await this.#accounts.save();
    return `OK [APPENDUID ${folder.uidValidity} ${uid}] Done`;
  }

  #byUid(name: string, rest: Token[]): string | null {
    const folder = this.#folder;
    if (!folder) return 'BAD Select a folder first';
    if (name === 'SEARCH') return this.#search(folder, rest);
    if (name !== 'FETCH') return `BAD Unknown command UID ${name}`;
    const items = rest.slice(1).map(textOf).join(' ');
    const last = folder.uidNext - 1;
    for (const [index, message] of folder.messages.entries()) {
      if (!inSet(textOf(rest[0]), message.uid, last)) continue;
      if (this.#fault('drop')) {
        // Half a response, then the connection breaks.
        this.#socket.write(`* ${index + 1} FETCH (UID ${message.uid} BODY[] {${message.raw.length}}\r\n`);
        return null;
      }
      this.#fetch(index + 1, message, items);
    }
    return 'OK Done';
  }

  #search(folder: MailFolder, rest: Token[]): string {
    const found = folder.messages.filter((message) => matches(message, rest)).map(({ uid }) => uid);
    // A server that lies returns UIDs of other messages too.
    const told = this.#fault('lies') ? folder.messages.map(({ uid }) => uid) : found;
    this.send(`* SEARCH${told.map((uid) => ` ${uid}`).join('')}`);
    return 'OK Done';
  }

  #fetch(number: number, message: KeptMessage, items: string): void {
    const parts = [`UID ${message.uid}`];
    const wants = items.toUpperCase();
    if (wants.includes('FLAGS')) parts.push('FLAGS (\\Seen)');
    if (wants.includes('INTERNALDATE')) parts.push(`INTERNALDATE ${imapDate(message.receivedAt)}`);
    if (wants.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${message.raw.length}`);
    const fields = /BODY(?:\.PEEK)?\[HEADER\.FIELDS \( ?([^)]*)\)\]/i.exec(items);
    if (fields) {
      const names = (fields[1] ?? '').trim().split(/\s+/);
      const text = headerFields(message.raw, names);
      parts.push(`BODY[HEADER.FIELDS (${names.join(' ')})] {${text.length}}\r\n${text}`);
    }
    const whole = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(items);
    if (whole) {
      const from = whole[1] === undefined ? null : Number(whole[1]);
      const text = from === null ? message.raw : message.raw.slice(from, from + Number(whole[2]));
      parts.push(`BODY[]${from === null ? '' : `<${from}>`} {${text.length}}\r\n${text}`);
    }
    this.send(`* ${number} FETCH (${parts.join(' ')})`);
  }
}

/** Starts the IMAP server without TLS, stopped with the app. Returns its port. */
export async function startImap(
  app: FastifyInstance,
  accounts: MailAccounts,
  { port, host, faults, log }: { port: number; host: string; faults: Faults; log: Logger },
): Promise<number> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => log.info({ reason: error.message }, 'IMAP connection failed'));
    new ImapSession(socket, accounts, faults).run().catch((error: unknown) => {
      log.error({ err: error }, 'IMAP session failed');
      socket.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  app.addHook('onClose', async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
