import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { OutgoingMail } from '../../platform/outgoing/mail-transport.ts';
import { smtpTransport } from './smtp.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/**
 * An SMTP server without TLS that accepts any password; returns its port and the commands it
 * received.
 */
async function plainServer(): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const talk = (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 plain\r\n');
    socket.on('data', (bytes) => {
      const line = bytes.toString();
      heard.push(line);
      if (/^EHLO/i.test(line)) socket.write('250-plain\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(line)) socket.write('235 welcome\r\n');
      else if (/^DATA/i.test(line)) socket.write('354 go on\r\n');
      else if (/^STARTTLS/i.test(line)) socket.write('502 not here\r\n');
      else if (/^(MAIL|RCPT|RSET)/i.test(line) || /\r\n\.\r\n$/.test(line)) socket.write('250 ok\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    });
  };
  const server = createServer(talk);
  servers.push(server);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, heard };
}

const mail: OutgoingMail = {
  from: { name: 'Larkmoor', address: 'hello@larkmoor.example' },
  to: { name: 'Ana', address: 'ana@x.example' },
  replyTo: 'reply@x.example',
  envelopeFrom: 'bounce@x.example',
  messageId: '<one@larkmoor.example>',
  inReplyTo: null,
  references: [],
  attachments: [],
  subject: 'Hello',
  html: '<p>Hello</p>',
  plain: 'Hello',
  date: new Date('2026-03-02T10:00:00Z'),
  unsubscribe: null,
  signing: null,
};

test('sends a password to another machine only over TLS', async () => {
  const { port, heard } = await plainServer();
  // Not a loopback name, although it resolves to this machine.
  const transport = smtpTransport(`smtp://mailer:secret@0.0.0.0:${port}?ignoreTLS=true`);
  expect((await transport.send(mail)).outcome).toBe('unreachable');
  transport.close();
  expect(heard.join('')).toMatch(/STARTTLS/);
  expect(heard.join('')).not.toMatch(/AUTH|MAIL/);
});

test('sends a password to localhost without TLS, and email without a password to other servers', async () => {
  const { port, heard } = await plainServer();
  for (const place of [`mailer:secret@127.0.0.1`, '0.0.0.0']) {
    const transport = smtpTransport(`smtp://${place}:${port}`);
    expect((await transport.send(mail)).outcome).toBe('accepted');
    transport.close();
  }
  expect(heard.filter((line) => line.startsWith('AUTH'))).toHaveLength(1);
});
