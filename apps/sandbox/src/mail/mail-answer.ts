import { escapeHtml } from '@troupe/domain/html-text';
import type { SendMailOptions } from 'nodemailer';
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

/** Options of an answer. */
export interface AnswerOptions {
  /** What the person writes. */
  text: string;
  language: QuoteLanguage;
}

const CRLF = '\r\n';
const FORGED = 'The boss <ceo@forged.test>';
/** A file of so many bytes makes a mail of 30 MB. */
const LARGE_BYTES = 22 * 1024 * 1024;

let count = 0;
const headerOf = (mail: MailDetail, name: string) =>
  mail.headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';

function quoted(mail: MailDetail, { text, language }: AnswerOptions): string {
  const who = `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`.trim();
  const lines = (mail.text ?? '').trim().split(/\r?\n/).slice(0, 200);
  return [text, '', ATTRIBUTIONS[language](who), ...lines.map((line) => `> ${line}`)].join(CRLF);
}

function quotedHtml(mail: MailDetail, { text, language }: AnswerOptions): string {
  const attribution = escapeHtml(ATTRIBUTIONS[language]('Somebody'));
  return `<div>${escapeHtml(text)}</div><div class="gmail_quote"><div>${attribution}</div><blockquote>${mail.html ?? ''}</blockquote></div>`;
}

/** A report of a mail server about a mail, which no library writes. */
function report(mail: MailDetail, me: string, type: string, fields: string[]): SendMailOptions {
  const boundary = `sandbox-${++count}`;
  const parts = [
    ['Content-Type: text/plain', '', `This is a report about your mail to ${me}.`],
    [`Content-Type: message/${type}`, '', ...fields],
    ['Content-Type: text/rfc822-headers', '', `Message-ID: ${mail.messageId ?? ''}`],
  ];
  const raw = [
    'From: Mail Delivery System <mailer-daemon@mx.sandbox.test>',
    `To: ${mail.envelopeFrom}`,
    'Subject: Delivery status',
    'Auto-Submitted: auto-replied',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${Date.now()}.${count}@mx.sandbox.test>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part, '']),
    `--${boundary}--`,
    '',
  ].join(CRLF);
  return { envelope: { from: '', to: mail.envelopeFrom }, raw };
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
): SendMailOptions | null {
  const me = mail.recipients[0] ?? mail.to[0]?.address ?? 'somebody@sandbox.test';
  const replyTo = mail.replyTo[0]?.address ?? mail.from?.address ?? '';
  const id = mail.messageId ?? '';
  const reply = (to: string, more: SendMailOptions = { inReplyTo: id, references: id }): SendMailOptions => ({
    envelope: { from: me, to },
    from: me,
    to,
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    messageId: `<${Date.now()}.${++count}@recipient.sandbox.test>`,
    text: quoted(mail, options),
    ...more,
  });
  const thread = { inReplyTo: id, references: id };
  const status = (action: string, code: string, said: string) =>
    report(mail, me, 'delivery-status', [
      'Reporting-MTA: dns; mx.sandbox.test',
      '',
      `Final-Recipient: rfc822; ${me}`,
      `Action: ${action}`,
      `Status: ${code}`,
      `Diagnostic-Code: smtp; ${said}`,
    ]);
  switch (kind) {
    case 'reply':
      return reply(replyTo);
    case 'reply-stripped':
      return reply(withoutToken(replyTo));
    case 'reply-references':
      return reply(withoutToken(replyTo), { references: id });
    case 'reply-unknown':
      return reply(otherToken(replyTo), {});
    case 'reply-html':
      return reply(replyTo, { ...thread, text: undefined, html: quotedHtml(mail, options) });
    case 'reply-large': {
      const attachments = [{ filename: 'picture.jpg', content: Buffer.alloc(LARGE_BYTES, 7) }];
      return reply(replyTo, { ...thread, attachments });
    }
    case 'reply-forged':
      return reply(replyTo, { ...thread, from: FORGED });
    case 'away': {
      const headers = { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' };
      const text = 'I am away until Monday and will answer then.';
      return reply(replyTo, { ...thread, envelope: { from: '', to: replyTo }, headers, text });
    }
    case 'bounce':
      return status('failed', '5.1.1', '550 5.1.1 No such mailbox');
    case 'delayed':
      return status('delayed', '4.4.1', '421 4.4.1 The mail server does not answer');
    case 'complaint':
      return report(mail, me, 'feedback-report', [
        'Feedback-Type: abuse',
        'User-Agent: Sandbox/1',
        'Version: 1',
      ]);
    case 'loop':
      return { envelope: { from: mail.envelopeFrom, to: replyTo }, raw };
    case 'unsubscribe-mail': {
      const to = /<mailto:([^?>]+)/i.exec(headerOf(mail, 'list-unsubscribe'))?.[1];
      return to ? reply(to, { subject: 'unsubscribe', text: '' }) : null;
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
