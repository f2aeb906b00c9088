import type { createTransport } from 'nodemailer';
import type { OutgoingMail } from '../../platform/outgoing/mail-transport.ts';

/** Both unsubscribe headers must be signed, or mailbox providers don't show the button. */
const SIGNED_HEADERS = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/** Longer text uses the faster encoding, which isn't human-readable. */
const LARGE = 100_000;

let composer: ReturnType<typeof createTransport> | undefined;

/**
 * Builds the email, signed if there is a key. Throws if signing fails, because the library would
 * send it unsigned.
 */
export async function signedMail(mail: OutgoingMail): Promise<Buffer> {
  const { unsubscribe, signing } = mail;
  composer ??= (await import('nodemailer')).createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });
  const { message } = await composer.sendMail({
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date,
    ...(mail.html ? { html: mail.html } : {}),
    ...(mail.attachments.length > 0
      ? {
          attachments: mail.attachments.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
        }
      : {}),
    text: mail.plain,
    ...(mail.html.length > LARGE ? { textEncoding: 'base64' } : {}),
    ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo, references: [...mail.references] } : {}),
    ...(unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': {
              prepared: true,
              value: `<${unsubscribe.url}>,\r\n <mailto:${unsubscribe.mailto}?subject=unsubscribe>`,
            },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
    ...(signing
      ? {
          dkim: {
            domainName: signing.domain,
            keySelector: signing.selector,
            privateKey: signing.privateKey,
            headerFieldNames: SIGNED_HEADERS,
          },
        }
      : {}),
    // Content is untrusted: it must not access files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new Error('The email could not be built.');
  if (signing && !/^DKIM-Signature:/im.test(message.subarray(0, 8192).toString('latin1')))
    throw new Error('The email could not be signed.');
  return message;
}
