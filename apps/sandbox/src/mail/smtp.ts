import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailAccounts } from '../mailboxes/mail-accounts.ts';
import { FAULTS, type Failure, type Faults } from '../platform/faults.ts';
import type { MailStore } from './mail-store.ts';

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Delivery failures; see the failures of `mail` in faults.ts. */
export type MailFailure = Exclude<Failure<'mail'>, 'down'>;

/** Responses to rejected recipients and messages. */
const replies = {
  defer: refusal(450, '4.2.0 Greylisted, try again later'),
  bounce: refusal(550, '5.1.1 No such mailbox'),
  full: refusal(452, '4.2.2 Mailbox is full'),
  busy: refusal(421, '4.3.2 Service not available, closing connection'),
  reject: refusal(554, '5.7.1 Message refused'),
  down: refusal(421, '4.3.2 Service not available, try again later'),
};

const MAX_PAIRS = 10_000;

/**
 * Determines delivery failures. Faults take precedence, then the local part decides: `defer@`,
 * `defer-3@`, `bounce@` and so on at any domain, also with a tag (`bounce+7@`). `defer@` rejects a
 * sender's first attempt (`defer-3@` the first three), accepts the next one, and starts over.
 */
export class MailRules {
  readonly #faults: Faults;
  readonly #attempts = new LRUCache<string, number>({ max: MAX_PAIRS });

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Whether all connections end with 421. */
  get isDown(): boolean {
    return this.#faults.list('mail').some(({ failure }) => failure === 'down');
  }

  /** Returns the failure of this delivery attempt, which is counted; null for none. */
  decide(sender: string, recipient: string): MailFailure | null {
    const address = recipient.toLowerCase();
    const at = address.lastIndexOf('@');
    const fault = this.#faults.take('mail', [address, `*${address.slice(at)}`, '*']);
    if (fault && fault.failure !== 'down') return fault.failure;
    const local = address.slice(0, Math.max(at, 0)).split('+')[0] ?? '';
    const [, word = '', count] = /^([a-z]+)(?:-(\d{1,2}))?$/.exec(local) ?? [];
    if (word === 'defer') return this.#defer(`${sender.toLowerCase()} ${address}`, Number(count ?? 1));
    return word in FAULTS.mail.failures && word !== 'down' ? (word as MailFailure) : null;
  }

  #defer(pair: string, times: number): MailFailure | null {
    const attempts = this.#attempts.get(pair) ?? 0;
    this.#attempts.delete(pair);
    if (attempts >= times) return null;
    this.#attempts.set(pair, attempts + 1);
    return 'defer';
  }
}

/** Maximum email size in bytes, announced with EHLO. */
const MAX_MAIL_BYTES = 30 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 2000;
const SOCKET_TIMEOUT_MS = 60_000;
const MAX_CLIENTS = 100;
/** Username whose login fails with 535; all others succeed. */
const REFUSED_LOGIN = 'refused';

/** Yields data up to the limit and discards the rest. */
async function* withinLimit(stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (stream.byteLength <= MAX_MAIL_BYTES) yield chunk;
  }
}

/** Failures that occur only after the data. */
const LATER = ['reject', 'drop', 'cut', 'rename'] as const;
type DataFailure = (typeof LATER)[number];

/** Changes the Message-ID, as some relays do. */
async function* renamed(content: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString('latin1');
  const end = raw.indexOf('\r\n\r\n');
  const head = raw
    .slice(0, Math.max(end, 0))
    .replace(/^message-id:.*(?:\r\n[ \t].*)*/im, `Message-ID: ${name}`);
  yield Buffer.from(head + raw.slice(Math.max(end, 0)), 'latin1');
}

/**
 * The mail server: accepts everything for everyone, except where {@link MailRules} says otherwise.
 * No TLS, like a relay on the same machine.
 */
function createSmtpServer(store: MailStore, { rules, accounts }: SmtpParts, log: Logger): SMTPServer {
  /** Failures after the data, by session. */
  const afterData = new WeakMap<SMTPServerSession, DataFailure>();

  const hangUp = (session: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.session === session) connection._socket.destroy();
    }
  };

  const server: SMTPServer = new SMTPServer({
    name: 'sandbox.troupe.test',
    banner: 'Troupe sandbox: nothing leaves this machine',
    size: MAX_MAIL_BYTES,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    disableReverseLookup: true,
    logger: false,
    maxClients: MAX_CLIENTS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onConnect(_session, callback) {
      callback(rules.isDown ? replies.down : null);
    },
    onAuth(auth, _session, callback) {
      const { username, password, accessToken } = auth;
      const user = username ?? '';
      const isRight =
        auth.method === 'XOAUTH2'
          ? accounts.tokenIsRight(user, accessToken ?? '')
          : accounts.find(user) === null || accounts.passwordIsRight(user, password ?? '');
      if (auth.username === REFUSED_LOGIN || !isRight) callback(refusal(535, '5.7.8 Authentication failed'));
      else callback(null, { user: auth.username || 'anyone' });
    },
    onMailFrom(_address, session, callback) {
      afterData.delete(session);
      callback(rules.isDown ? replies.down : null);
    },
    onRcptTo(address, session, callback) {
      const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const failure = rules.decide(sender, address.address);
      if (failure === null) return callback();
      const later = LATER.find((one) => one === failure);
      if (later && afterData.get(session) !== 'drop') afterData.set(session, later);
      if (later) return callback();
      log.info({ failure }, 'rejected a recipient by rule');
      callback(replies[failure as keyof typeof replies]);
    },
    onData(stream, session, callback) {
      const failure = afterData.get(session);
      if (failure && failure !== 'rename') {
        log.info({ failure }, 'rejected a message by rule');
        if (failure === 'cut') stream.once('data', () => hangUp(session));
        else
          stream
            .resume()
            .once('end', () => (failure === 'drop' ? hangUp(session) : callback(replies.reject)));
        return;
      }
      const envelope = {
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        recipients: session.envelope.rcptTo.map(({ address }) => address),
      };
      const name = failure === 'rename' ? `<${randomUUID()}@sandbox.prod.outlook.com>` : null;
      const content = name ? renamed(withinLimit(stream), name) : withinLimit(stream);
      store
        .add(content, envelope, () => stream.sizeExceeded)
        .then(async (mail) => {
          if (!mail) return callback(refusal(552, '5.3.4 Message is larger than 30 MB'));
          const raw = ((await store.raw(mail.id)) ?? Buffer.alloc(0)).toString('latin1');
          await accounts.deliver(mail.recipients, raw);
          if (session.user) await accounts.fileSent(String(session.user), raw);
          log.info(
            { mail: mail.id, bytes: mail.size, recipients: mail.recipients.length },
            'stored an email',
          );
          callback(null, name ? `2.0.0 OK ${name} [Hostname=sandbox]` : `2.0.0 Ok: kept as ${mail.id}`);
        })
        .catch((error: unknown) => {
          log.error({ err: error }, 'failed to store an email');
          const answer = () => callback(refusal(451, '4.3.0 Message could not be kept, try again later'));
          if (stream.readableEnded) answer();
          else stream.once('end', answer).resume();
        });
    },
  });
  // Broken connections are the client's problem; logged without addresses.
  server.on('error', (error: Error & { code?: string }) =>
    log.warn({ code: error.code, reason: error.message.slice(0, 200) }, 'mail connection failed'),
  );
  return server;
}

/** What decides about deliveries: the rules, and the mailboxes that log in and receive. */
export interface SmtpParts {
  rules: MailRules;
  accounts: MailAccounts;
}

/**
 * Starts the mail server, stopped with the app: open connections get up to two seconds. Returns its
 * port.
 */
export async function startSmtp(
  app: FastifyInstance,
  store: MailStore,
  parts: SmtpParts,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<number> {
  const smtp = createSmtpServer(store, parts, log);
  smtp.server.listen(port, host);
  await once(smtp.server, 'listening');
  app.addHook('onClose', () => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return (smtp.server.address() as AddressInfo).port;
}
