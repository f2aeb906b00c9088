import { escapeHtml } from '@troupe/domain/html-text';
import { Problem } from '@troupe/domain/problem';
import { LRUCache } from 'lru-cache';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailAccounts } from '../mailboxes/mail-accounts.ts';
import type { MailDetail } from './mail-store.ts';

/** The attribution line of email programs in each language. */
const ATTRIBUTIONS = {
  en: (who: string) => `On Mon, 2 Mar 2026 at 10:11, ${who} wrote:`,
  de: (who: string) => `Am Mo., 2. März 2026 um 10:11 Uhr schrieb ${who}:`,
  fr: (who: string) => `Le lun. 2 mars 2026 à 10:11, ${who} a écrit :`,
  es: (who: string) => `El lun, 2 mar 2026 a las 10:11, ${who} escribió:`,
  nl: (who: string) => `Op ma 2 mrt 2026 om 10:11 schreef ${who}:`,
  ru: (who: string) => `пн, 2 мар. 2026 г. в 10:11, ${who} написал:`,
  zh: (who: string) => `在 2026年3月2日 10:11，${who} 写道：`,
};
export type QuoteLanguage = keyof typeof ATTRIBUTIONS;
export const quoteLanguages = Object.keys(ATTRIBUTIONS) as QuoteLanguage[];

/** Options of a reply. */
export interface AnswerOptions {
  /** Text of the reply. */
  text: string;
  language: QuoteLanguage;
}

const CRLF = '\r\n';
const FORGED = 'The boss <ceo@forged.test>';
/** A file of this size makes a 30 MB email. */
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

/** A delivery report, which no library creates. */
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

/** Address a bare `reply@` of the same domain would have. */
const withoutToken = (address: string) => address.replace(/\+[^@]*(?=@)/, '');
const otherToken = (address: string) => address.replace(/\+[^@]*(?=@)/, `+${'0'.repeat(32)}`);

/** Addresses for answering an email: its recipient, and where replies go. */
interface Answered {
  mail: MailDetail;
  raw: Buffer;
  me: string;
  replyTo: string;
  /** Headers that link a reply to the email. */
  thread: SendMailOptions;
  options: AnswerOptions;
}

const replyTo = ({ mail, me, thread, options }: Answered, to: string, more = thread): SendMailOptions => ({
  envelope: { from: me, to },
  from: me,
  to,
  subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
  messageId: `<${Date.now()}.${++count}@recipient.sandbox.test>`,
  text: quoted(mail, options),
  ...more,
});

const statusReport = ({ mail, me }: Answered, action: string, code: string, said: string) =>
  report(mail, me, 'delivery-status', [
    'Reporting-MTA: dns; mx.sandbox.test',
    '',
    `Final-Recipient: rfc822; ${me}`,
    `Action: ${action}`,
    `Status: ${code}`,
    `Diagnostic-Code: smtp; ${said}`,
  ]);

/**
 * Replies and reports a recipient or their mail server can send; null if the email has no address
 * for them.
 */
const messages = {
  reply: (to) => replyTo(to, to.replyTo),
  'reply-stripped': (to) => replyTo(to, withoutToken(to.replyTo)),
  'reply-references': (to) => replyTo(to, withoutToken(to.replyTo), { references: to.thread.references }),
  'reply-unknown': (to) => replyTo(to, otherToken(to.replyTo), {}),
  'reply-html': (to) =>
    replyTo(to, to.replyTo, { ...to.thread, text: undefined, html: quotedHtml(to.mail, to.options) }),
  'reply-large': (to) => {
    const attachments = [{ filename: 'picture.jpg', content: Buffer.alloc(LARGE_BYTES, 7) }];
    return replyTo(to, to.replyTo, { ...to.thread, attachments });
  },
  'reply-forged': (to) => replyTo(to, to.replyTo, { ...to.thread, from: FORGED }),
  away: (to) => {
    const headers = { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' };
    const text = 'I am away until Monday and will answer then.';
    return replyTo(to, to.replyTo, { ...to.thread, envelope: { from: '', to: to.replyTo }, headers, text });
  },
  bounce: (to) => statusReport(to, 'failed', '5.1.1', '550 5.1.1 No such mailbox'),
  delayed: (to) => statusReport(to, 'delayed', '4.4.1', '421 4.4.1 The mail server does not answer'),
  complaint: ({ mail, me }) =>
    report(mail, me, 'feedback-report', ['Feedback-Type: abuse', 'User-Agent: Sandbox/1', 'Version: 1']),
  loop: ({ mail, raw, replyTo: to }) => ({ envelope: { from: mail.envelopeFrom, to }, raw }),
  'unsubscribe-mail': (answered) => {
    const to = /<mailto:([^?>]+)/i.exec(headerOf(answered.mail, 'list-unsubscribe'))?.[1];
    return to ? replyTo(answered, to, { subject: 'unsubscribe', text: '' }) : null;
  },
} satisfies Record<string, (answered: Answered) => SendMailOptions | null>;

/**
 * Actions on an email, including one-click unsubscribing and following its links like scanners do.
 */
export type AnswerKind = keyof typeof messages | 'unsubscribe' | 'scan';
export const answerKinds = [...Object.keys(messages), 'unsubscribe', 'scan'] as AnswerKind[];

/** URL for one-click unsubscribing; null if there is none. */
function oneClickUrl(mail: MailDetail): string | null {
  const offered = headerOf(mail, 'list-unsubscribe-post').toLowerCase().includes('one-click');
  const [, url = null] = /<(https?:[^>\s]+)>/i.exec(headerOf(mail, 'list-unsubscribe')) ?? [];
  return offered ? url : null;
}

/** An action that was performed. */
export interface GivenAnswer {
  kind: AnswerKind;
  /** ISO 8601, UTC. */
  at: string;
  /** The server's response, or the error. */
  result: string;
  failed: boolean;
}

const TIMEOUT_MS = 15_000;
const KEPT_ANSWERS = 50;
const MOST_LINKS = 30;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Requests never leave this machine, whatever an email contains. */
function localUrl(url: string): URL {
  const parsed = new URL(url);
  if (!LOCAL.has(parsed.hostname))
    throw new Problem('invalid', { message: `${parsed.hostname} is not on this machine; it is not asked.` });
  return parsed;
}

/** Composes an email; one character is one byte. */
export async function composed(mail: SendMailOptions): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(mail);
  return (message as Buffer).toString('latin1');
}

/** Answers emails in the mailbox: by email to the inbound server, by POST and by GET. */
export class MailAnswers {
  /** Inbound mail server, `smtp://host:port`. */
  inbound: string;
  readonly #given = new LRUCache<string, GivenAnswer[]>({ max: 500 });

  readonly #accounts: MailAccounts | null;

  /** @param accounts mailboxes whose addresses aren't the inbound server's */
  constructor(inbound: string, accounts: MailAccounts | null = null) {
    this.inbound = inbound;
    this.#accounts = accounts;
  }

  /** Changes the inbound server, which must be on this machine. */
  setInbound(url: string): void {
    this.inbound = localUrl(url.replace(/^smtp:/i, 'http:'))
      .href.replace(/^http:/, 'smtp:')
      .replace(/\/$/, '');
  }

  /** Actions on an email, newest first. Kept in memory. */
  list(mailId: string): GivenAnswer[] {
    return this.#given.get(mailId) ?? [];
  }

  /** Performs an action and records the response. */
  async give(mail: MailDetail, raw: Buffer, kind: AnswerKind, options: AnswerOptions): Promise<GivenAnswer> {
    const answer: GivenAnswer = { kind, at: new Date().toISOString(), result: '', failed: false };
    try {
      answer.result = await this.#act(mail, raw, kind, options);
    } catch (error) {
      answer.failed = true;
      answer.result = error instanceof Error ? error.message.slice(0, 500) : String(error);
    }
    this.#given.set(mail.id, [answer, ...this.list(mail.id)].slice(0, KEPT_ANSWERS));
    return answer;
  }

  async #act(mail: MailDetail, raw: Buffer, kind: AnswerKind, options: AnswerOptions): Promise<string> {
    if (kind === 'unsubscribe') return this.#oneClick(mail);
    if (kind === 'scan') return this.#scan(mail);
    const me = mail.recipients[0] ?? mail.to[0]?.address ?? 'somebody@sandbox.test';
    const replyTo = mail.replyTo[0]?.address ?? mail.from?.address ?? '';
    const thread = { inReplyTo: mail.messageId ?? '', references: mail.messageId ?? '' };
    const answer = messages[kind]({ mail, raw, me, replyTo, thread, options });
    if (!answer) throw new Problem('invalid', { message: 'This mail offers no such address.' });
    return this.#send(answer);
  }

  async #send(answer: SendMailOptions): Promise<string> {
    const to = String(answer.envelope?.to ?? '');
    if (this.#accounts?.find(to)) {
      const { raw } = answer;
      await this.#accounts.deliver([to], typeof raw === 'string' ? raw : await composed(answer));
      return '2.0.0 Ok: delivered to the mailbox';
    }
    const transport = createTransport(this.inbound);
    try {
      return (await transport.sendMail(answer)).response;
    } finally {
      transport.close();
    }
  }

  async #oneClick(mail: MailDetail): Promise<string> {
    const url = oneClickUrl(mail);
    if (!url) throw new Problem('invalid', { message: 'This mail offers no unsubscribing by one click.' });
    const response = await fetch(localUrl(url), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return `POST answered ${response.status}`;
  }

  async #scan(mail: MailDetail): Promise<string> {
    const urls = new Set(mail.links.slice(0, MOST_LINKS).map(({ url }) => url));
    const unsubscribe = oneClickUrl(mail);
    if (unsubscribe) urls.add(unsubscribe);
    const answers: string[] = [];
    for (const url of urls) {
      if (!LOCAL.has(new URL(url).hostname)) continue;
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
      answers.push(`${new URL(url).pathname.split('/')[1] ?? ''} ${response.status}`);
    }
    return `GET answered ${answers.join(', ') || 'nothing'}`;
  }
}
