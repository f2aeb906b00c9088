import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '@troupe/server/log';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Files } from '../../platform/files/files.ts';
import type { InboundEnvelope, MailReceiver } from '../../platform/incoming/mail-receiving.ts';

/** Maximum size of an incoming email in bytes. */
const MAX_INBOUND_BYTES = 35 * 1024 * 1024;
const MAX_RECIPIENTS = 20;
const MAX_CLIENTS = 50;
/** Maximum connections per address, so no sender can block others. */
const MAX_FROM_ONE = 20;
const SILENCE_MS = 60_000;
const CLOSE_MS = 5000;

/** The SMTP server for incoming email. */
export interface InboundServer {
  /** Starts listening; returns the port. */
  listen(port: number, host: string): Promise<number>;
  /** Finishes incoming emails for at most five seconds. */
  close(): Promise<void>;
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const NO_SUCH_ADDRESS = () => refusal(550, '5.1.1 No such address here');
const TRY_LATER = () => refusal(451, '4.3.0 Could not store the message, try again later');
const TOO_LARGE = () => refusal(552, '5.3.4 The message is larger than 35 MB');

/**
 * An SMTP server that accepts email for known addresses only, and replies 250 after storing it.
 * Email is streamed to a draft; the receiver processes it.
 */
export function inboundServer(
  receiver: MailReceiver,
  { files, log, name }: { files: Files; log: Logger; name: string },
): InboundServer {
  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const draft = await files.draft();
    try {
      await pipeline(withinLimit(stream), createWriteStream(draft));
      if (stream.sizeExceeded) throw TOO_LARGE();
      const result = await receiver.receive(draft, stream.byteLength, envelopeOf(session));
      if (result === 'unknown') throw NO_SUCH_ADDRESS();
      if (result === 'loop') throw refusal(554, '5.4.6 The message goes round in circles');
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Remote address by session. */
  const connected = new Map<string, string>();
  const server = new SMTPServer({
    name,
    banner: 'Troupe',
    size: MAX_INBOUND_BYTES,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    maxClients: MAX_CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    onConnect({ id, remoteAddress }, callback) {
      const open = [...connected.values()].filter((address) => address === remoteAddress).length;
      if (open >= MAX_FROM_ONE) return callback(refusal(421, '4.7.0 Too many connections from here'));
      connected.set(id, remoteAddress);
      callback();
    },
    onClose({ id }) {
      connected.delete(id);
    },
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return callback(refusal(452, '4.5.3 Too many recipients'));
      receiver.accepts(address).then(
        (verdict) => callback(verdict === 'unknown' ? NO_SUCH_ADDRESS() : null),
        (error: unknown) => {
          log.error({ err: error }, 'failed to look up an inbound address');
          callback(TRY_LATER());
        },
      );
    },
    onData(stream, session, callback) {
      take(stream, session).then(
        () => callback(null, '2.0.0 Ok: kept'),
        (error: Error & { responseCode?: number }) => {
          if (!error.responseCode) log.error({ err: error }, 'failed to store an inbound email');
          const answer = () => callback(error.responseCode ? error : TRY_LATER());
          if (stream.readableEnded || stream.destroyed) answer();
          else stream.once('end', answer).resume();
        },
      );
    },
  });
  server.on('error', (error: Error & { code?: string }) =>
    log.info({ code: error.code }, 'inbound connection failed'),
  );

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject);
        server.listen(port, host, () => {
          server.server.off('error', reject);
          const address = server.server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        if (server.server.listening) server.close(() => resolve());
        else resolve();
      }),
  };
}

function envelopeOf(session: SMTPServerSession): InboundEnvelope {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    sender: mailFrom ? mailFrom.address : '',
    recipients: rcptTo.map(({ address }) => address),
    ip: session.remoteAddress.replace(/^::ffff:/, ''),
    helo: session.hostNameAppearsAs || 'unknown',
  };
}

/** Yields data up to the limit and discards the rest. */
async function* withinLimit(stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (stream.byteLength <= MAX_INBOUND_BYTES) yield chunk;
  }
}
