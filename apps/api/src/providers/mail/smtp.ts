import { Readable } from 'node:stream';
import { isAboutRecipient } from '@troupe/domain/outreach/mail';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { MailboxFailure, type MailLogin, type PinnedServer } from '../../platform/outgoing/mail-server.ts';
import type { Delivery, MailTransport } from '../../platform/outgoing/mail-transport.ts';
import { isLoopback } from '../../platform/outgoing/public-address.ts';
import { signedMail } from './signed-mail.ts';

const CONNECT_MS = 15_000;
/** Time limit for server responses. */
const SILENCE_MS = 60_000;
/** Idle connections are closed after this time. */
const IDLE_MS = 5000;
/** Recently used connections need no check. */
const FRESH_MS = 500;
/** Emails per connection; servers end long sessions. */
const MAILS_PER_CONNECTION = 100;
const CHUNK_BYTES = 64 * 1024;

interface Line {
  connection: SMTPConnection;
  used: number;
  idle: NodeJS.Timeout | undefined;
  /** When it was returned, in milliseconds. */
  since: number;
  ended: boolean;
  /** Callback while waiting for a response that may not come. */
  onEnd: (() => void) | undefined;
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string; code?: string };

/** A server to submit email to, with a login. */
export interface SmtpServer extends PinnedServer {
  login: MailLogin;
  /** Called with an email that the server accepted. */
  onAccepted?(raw: Buffer, messageId: string): void;
}

/**
 * Sends over SMTP (`smtp://user:password@host:port`, `smtps://` for implicit TLS). Manages its own
 * connections, because only then is it known how much of an email was sent when one breaks.
 */
export function smtpTransport(to: string | SmtpServer): MailTransport {
  const { auth, ...options } = typeof to === 'string' ? connectionOptions(to) : serverOptions(to);
  const waiting: Line[] = [];

  function open(): Promise<Line> {
    const connection = new SMTPConnection({
      ...options,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      dnsTimeout: CONNECT_MS,
    });
    const line: Line = { connection, used: 0, idle: undefined, since: 0, ended: false, onEnd: undefined };
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        connection.close();
        reject(error);
      };
      // Never removed: an unhandled error event would end the process.
      connection.on('error', fail);
      connection.once('end', () => {
        line.ended = true;
        clearTimeout(line.idle);
        line.onEnd?.();
        reject(new Error('The connection was ended.'));
      });
      connection.connect((failed) => {
        if (failed) return fail(failed);
        if (!auth) return resolve(line);
        connection.login(auth as never, (error) => (error ? fail(error) : resolve(line)));
      });
    });
  }

  async function take(): Promise<Line> {
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      clearTimeout(line.idle);
      if (!line.ended && (Date.now() - line.since < FRESH_MS || (await reset(line)))) return line;
      line.connection.close();
    }
    return open();
  }

  /** Checks whether an idle connection is still alive. */
  const reset = (line: Line) =>
    new Promise<boolean>((resolve) => {
      line.onEnd = () => resolve(false);
      line.connection.reset((error) => resolve(!error));
    }).finally(() => {
      line.onEnd = undefined;
    });

  function giveBack(line: Line): void {
    line.used++;
    if (line.ended) return;
    if (line.used >= MAILS_PER_CONNECTION) {
      line.connection.quit();
      return;
    }
    line.since = Date.now();
    line.idle = setTimeout(() => {
      waiting.splice(waiting.indexOf(line), 1);
      line.connection.quit();
    }, IDLE_MS);
    line.idle.unref();
    waiting.push(line);
  }

  return {
    async send(mail) {
      const raw = await signedMail(mail);
      let line: Line;
      try {
        line = await take();
      } catch (error) {
        return { outcome: 'unreachable', answer: answerOf(error as SmtpError) };
      }
      const envelope = { from: mail.envelopeFrom, to: [mail.to.address], size: raw.length };
      const result = await transmit(line.connection, envelope, raw);
      if ('error' in result) {
        // The session's state is unknown, so it must not be reused.
        line.connection.close();
        return judge(result.error, result.complete);
      }
      giveBack(line);
      if (typeof to !== 'string') to.onAccepted?.(raw, mail.messageId);
      return {
        outcome: 'accepted',
        answer: result.response.slice(0, 500),
        messageId: result.serverMessageId ?? mail.messageId,
      };
    },
    close() {
      for (const line of waiting.splice(0)) {
        clearTimeout(line.idle);
        line.connection.quit();
      }
    },
  };
}

/** Connection options. Passwords require TLS (implicit or STARTTLS), except on this machine. */
function connectionOptions(url: string) {
  const options = parseConnectionUrl(url);
  if (!options.auth || isLoopback(options.host ?? '')) return options;
  return { ...options, requireTLS: true, ignoreTLS: false };
}

/** Options for a mailbox's own server: TLS as configured, and a password or an access token. */
function serverOptions({ host, port, servername, security, login }: SmtpServer) {
  const auth =
    'password' in login
      ? { user: login.user, pass: login.password }
      : { user: login.user, oauth2: new XOAuth2({ user: login.user, accessToken: login.accessToken }) };
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(servername === undefined ? {} : { servername }),
    auth,
  };
}

/**
 * Connects to a mailbox's server and logs in, without sending.
 * @throws MailboxFailure
 */
export async function checkSmtp(server: SmtpServer): Promise<void> {
  const { auth, ...options } = serverOptions(server);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.once('end', () => reject(new Error('The connection was ended.')));
      connection.connect((failed) => {
        if (failed) return reject(failed);
        connection.login(auth as never, (error) => (error ? reject(error) : resolve()));
      });
    });
  } catch (error) {
    const { code = '', responseCode = 0 } = error as SmtpError;
    const text = answerOf(error as SmtpError);
    if (code === 'EAUTH' && responseCode >= 500) throw new MailboxFailure('credentials', text);
    if (code === 'ETLS') throw new MailboxFailure('encryption', text);
    const isServer = responseCode > 0;
    throw new MailboxFailure(isServer ? 'server' : 'unreachable', text, { isTemporary: true });
  } finally {
    connection.close();
  }
}

type Transmitted = { response: string; serverMessageId?: string | undefined };

/** Sends over an open connection. `complete`: all data had been sent when it failed. */
function transmit(
  connection: SMTPConnection,
  envelope: { from: string; to: string[]; size: number },
  raw: Buffer,
): Promise<Transmitted | { error: SmtpError; complete: boolean }> {
  return new Promise((resolve) => {
    let complete = false;
    const source = Readable.from(inChunks(raw), { objectMode: false });
    source.once('end', () => {
      complete = true;
    });
    connection.send(envelope, source, (error, info) => {
      if (error || !info) resolve({ error: error ?? new Error('No answer'), complete });
      else resolve(info);
    });
  });
}

/** Yields the data in chunks, so the end is reached only after the rest was sent. */
function* inChunks(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += CHUNK_BYTES) yield raw.subarray(at, at + CHUNK_BYTES);
}

const answerOf = (error: SmtpError) => (error.response ?? error.message).slice(0, 500);

/** Classifies a failure. */
function judge(error: SmtpError, complete: boolean): Delivery {
  const answer = answerOf(error);
  const code = error.responseCode ?? 0;
  if (code === 0 && error.code === 'EMESSAGE') return { outcome: 'refused', answer, aboutRecipient: false };
  if (code === 0 && error.code === 'EENVELOPE') return { outcome: 'refused', answer, aboutRecipient: true };
  if (code === 0) return { outcome: complete ? 'unknown' : 'later', answer };
  if (code === 530 || code === 535) return { outcome: 'unreachable', answer };
  if (code === 421) return { outcome: complete ? 'later' : 'unreachable', answer };
  if (code < 500) return { outcome: 'later', answer };
  const stage = error.command === 'RCPT TO' ? 'recipient' : 'other';
  return { outcome: 'refused', answer, aboutRecipient: isAboutRecipient(stage, code, answer) };
}
