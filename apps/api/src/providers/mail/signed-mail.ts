import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '../../platform/outgoing/mail-transport.ts';

/** Both unsubscribe headers must be covered, or mailbox providers do not offer the button. */
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

/** From this length on text is encoded the quick way, whose result people cannot read. */
const LARGE = 100_000;

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The mail as it leaves, signed where there is a key. Throws when that fails: the library would send it without. */
export async function signedMail(mail: OutgoingMail): Promise<Buffer> {
  const { unsubscribe, signing } = mail;
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
    // Content comes from outside: it must not reach for files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not made.');
  if (signing && !/^DKIM-Signature:/im.test(message.subarray(0, 8192).toString('latin1')))
    throw new Error('The mail could not be signed.');
  return message;
}
