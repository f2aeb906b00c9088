import type { MailDetail } from './mail.ts';

/** What a recipient, or their mail server, can do about a mail. */
export const answerKinds = [
  'reply',
  'reply-stripped',
  'reply-references',
  'reply-unknown',
  'reply-html',
  'reply-large',
  'reply-forged',
  'away',
  'bounce',
  'delayed',
  'complaint',
  'loop',
  'unsubscribe',
  'unsubscribe-mail',
  'scan',
] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Languages in which mail programs quote. */
export const quoteLanguages = ['en', 'de', 'fr', 'es', 'nl', 'ru', 'zh'] as const;
export type QuoteLanguage = (typeof quoteLanguages)[number];

/** The line above a quote, as mail programs write it in each language. */
const ATTRIBUTIONS: Record<QuoteLanguage, (who: string) => string> = {
  en: (who) => `On Mon, 2 Mar 2026 at 10:11, ${who} wrote:`,
  de: (who) => `Am Mo., 2. März 2026 um 10:11 Uhr schrieb ${who}:`,
  fr: (who) => `Le lun. 2 mars 2026 à 10:11, ${who} a écrit :`,
  es: (who) => `El lun, 2 mar 2026 a las 10:11, ${who} escribió:`,
  nl: (who) => `Op ma 2 mrt 2026 om 10:11 schreef ${who}:`,
  ru: (who) => `пн, 2 мар. 2026 г. в 10:11, ${who} написал:`,
  zh: (who) => `在 2026年3月2日 10:11，${who} 写道：`,
};

/** What an answer may be told; everything else is chosen. */
export interface AnswerOptions {
  /** What the person writes. */
  text: string;
  language: QuoteLanguage;
}

/** A mail to be handed to the inbound mail server. */
export interface AnswerMail {
  envelope: { from: string; to: string };
  raw: string | Buffer;
}

const CRLF = '\r\n';
const FORGED = 'ceo@forged.test';
/** A file of so many bytes makes a mail of 30 MB. */
const LARGE_BYTES = 22 * 1024 * 1024;

let count = 0;
const newMessageId = () => `<${Date.now()}.${++count}@recipient.sandbox.test>`;
const headerOf = (mail: MailDetail, name: string) =>
  mail.headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
/** Header texts stay on one line, whatever the mail said. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');
const encoded = (text: string) => {
  const line = oneLine(text);
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`;
};
const base64 = (content: string | Buffer) =>
  Buffer.from(content as string)
    .toString('base64')
    .replace(/.{76}/g, `$&${CRLF}`);

function quoted(mail: MailDetail, { text, language }: AnswerOptions): string {
  const who = `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`.trim();
  const lines = (mail.text ?? '').trim().split(/\r?\n/).slice(0, 200);
  return [text, '', ATTRIBUTIONS[language](who), ...lines.map((line) => `> ${line}`)].join(CRLF);
}

const textPart = (text: string, type = 'text/plain') =>
  [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64', '', base64(text)].join(CRLF);

const multipart = (type: string, parts: string[]) => {
  const boundary = `sandbox-${++count}`;
  const inner = parts.map((part) => `--${boundary}${CRLF}${part}${CRLF}`).join('');
  return `Content-Type: ${type}; boundary="${boundary}"${CRLF}${CRLF}${inner}--${boundary}--${CRLF}`;
};

function message(headers: [string, string][], body: string): string {
  const lines = headers.filter(([, value]) => value).map(([name, value]) => `${name}: ${oneLine(value)}`);
  return [...lines, 'MIME-Version: 1.0', body].join(CRLF);
}

/** Where a bare `reply@` of the same domain would be. */
const withoutToken = (address: string) => address.replace(/\+[^@]*(?=@)/, '');
const otherToken = (address: string) => address.replace(/\+[^@]*(?=@)/, `+${'0'.repeat(32)}`);

/** The mail that an answer is, or null when it is none (unsubscribing by POST, scanning). */
export function answerMail(
  mail: MailDetail,
  raw: Buffer,
  kind: AnswerKind,
  options: AnswerOptions,
): AnswerMail | null {
  const me = mail.recipients[0] ?? mail.to[0]?.address ?? 'somebody@sandbox.test';
  const replyTo = mail.replyTo[0]?.address ?? mail.from?.address ?? '';
  const subject = encoded(/^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`);
  const base: [string, string][] = [
    ['Date', new Date().toUTCString().replace('GMT', '+0000')],
    ['Message-ID', newMessageId()],
  ];
  const thread: [string, string][] = [
    ['In-Reply-To', mail.messageId ?? ''],
    ['References', mail.messageId ?? ''],
  ];
  const reply = (to: string, body: string, { from = me, more = thread } = {}): AnswerMail => ({
    envelope: { from: me, to },
    raw: message([['From', from], ['To', to], ['Subject', subject], ...base, ...more], body),
  });
  const report = (body: string): AnswerMail => ({
    envelope: { from: '', to: mail.envelopeFrom },
    raw: message(
      [
        ['From', 'Mail Delivery System <mailer-daemon@mx.sandbox.test>'],
        ['To', mail.envelopeFrom],
        ['Subject', 'Delivery status'],
        ['Auto-Submitted', 'auto-replied'],
        ...base,
      ],
      body,
    ),
  });
  const deliveryStatus = (action: string, status: string, said: string) =>
    report(
      multipart('multipart/report; report-type=delivery-status', [
        textPart(`Your mail to ${me}: ${said}`),
        [
          'Content-Type: message/delivery-status',
          '',
          'Reporting-MTA: dns; mx.sandbox.test',
          '',
          `Final-Recipient: rfc822; ${me}`,
          `Action: ${action}`,
          `Status: ${status}`,
          `Diagnostic-Code: smtp; ${said}`,
        ].join(CRLF),
        `Content-Type: text/rfc822-headers${CRLF}${CRLF}Message-ID: ${mail.messageId ?? ''}`,
      ]),
    );
  switch (kind) {
    case 'reply':
      return reply(replyTo, textPart(quoted(mail, options)));
    case 'reply-stripped':
      return reply(withoutToken(replyTo), textPart(quoted(mail, options)));
    case 'reply-references':
      return reply(withoutToken(replyTo), textPart(quoted(mail, options)), { more: thread.slice(1) });
    case 'reply-unknown':
      return reply(otherToken(replyTo), textPart(quoted(mail, options)), { more: [] });
    case 'reply-html':
      return reply(
        replyTo,
        textPart(
          `<div>${options.text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</div><div class="gmail_quote"><div>${ATTRIBUTIONS[options.language]('Somebody').replace(/</g, '&lt;')}</div><blockquote>${mail.html ?? ''}</blockquote></div>`,
          'text/html',
        ),
      );
    case 'reply-large':
      return reply(
        replyTo,
        multipart('multipart/mixed', [
          textPart(quoted(mail, options)),
          [
            'Content-Type: image/jpeg',
            'Content-Disposition: attachment; filename="picture.jpg"',
            'Content-Transfer-Encoding: base64',
            '',
            base64(Buffer.alloc(LARGE_BYTES, 7)),
          ].join(CRLF),
        ]),
      );
    case 'reply-forged':
      return reply(replyTo, textPart(quoted(mail, options)), { from: `The boss <${FORGED}>` });
    case 'away':
      return {
        envelope: { from: '', to: replyTo },
        raw: message(
          [
            ['From', me],
            ['To', replyTo],
            ['Subject', `Out of office: ${encoded(mail.subject)}`],
            ['Auto-Submitted', 'auto-replied'],
            ['Precedence', 'bulk'],
            ...base,
            ...thread,
          ],
          textPart('I am away until Monday and will answer then.'),
        ),
      };
    case 'bounce':
      return deliveryStatus('failed', '5.1.1', '550 5.1.1 No such mailbox');
    case 'delayed':
      return deliveryStatus('delayed', '4.4.1', '421 4.4.1 The mail server does not answer');
    case 'complaint':
      return report(
        multipart('multipart/report; report-type=feedback-report', [
          textPart('This is a report of abuse.'),
          `Content-Type: message/feedback-report${CRLF}${CRLF}Feedback-Type: abuse${CRLF}User-Agent: Sandbox/1${CRLF}Version: 1`,
          `Content-Type: text/rfc822-headers${CRLF}${CRLF}Message-ID: ${mail.messageId ?? ''}`,
        ]),
      );
    case 'loop':
      return { envelope: { from: mail.envelopeFrom, to: replyTo }, raw };
    case 'unsubscribe-mail': {
      const [, to = ''] = /<mailto:([^?>]+)/i.exec(headerOf(mail, 'list-unsubscribe')) ?? [];
      return to
        ? {
            envelope: { from: me, to },
            raw: message([['From', me], ['To', to], ['Subject', 'unsubscribe'], ...base], textPart('')),
          }
        : null;
    }
    default:
      return null;
  }
}

/** The address of one-click unsubscribing; null where the mail offers none. */
export function oneClickUrl(mail: MailDetail): string | null {
  const offered = headerOf(mail, 'list-unsubscribe-post').toLowerCase().includes('one-click');
  const [, url = null] = /<(https?:[^>\s]+)>/i.exec(headerOf(mail, 'list-unsubscribe')) ?? [];
  return offered ? url : null;
}
