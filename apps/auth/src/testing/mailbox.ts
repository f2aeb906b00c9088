import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
}

/** A mail server that stores received emails. */
export interface Mailbox {
  url: string;
  mails: ReceivedMail[];
  /** Waits for the newest email to an address, once `count` have arrived. */
  next(to: string, count?: number): Promise<ReceivedMail>;
  /** Returns the first link of the newest email to an address, as path and query. */
  link(to: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((one) => one.address).join(', ');
        mails.push({ to, ...parseMail(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next(to, count = 1) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const found = mails.filter((mail) => mail.to === to);
        const newest = found[count - 1];
        if (newest) return found.at(-1) ?? newest;
        if (Date.now() > deadline) throw new Error(`No mail number ${count} to ${to} arrived`);
        await sleep(20);
      }
    },
    async link(to, count) {
      const { text } = await mailbox.next(to, count);
      const found = /https?:\/\/\S+\?token=\S+/.exec(text)?.[0];
      if (!found) throw new Error(`There is no link in: ${text}`);
      const { pathname, search } = new URL(found);
      return pathname + search;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

function parseMail(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const subject = /^Subject: (.*(?:\r\n\s.*)*)/m.exec(head)?.[1]?.replace(/\r\n\s/g, ' ') ?? '';
  const text = body.join('\r\n\r\n');
  const quoted = /^Content-Transfer-Encoding: quoted-printable/im.test(head);
  return { subject, text: quoted ? unquote(text) : text };
}

const unquote = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
