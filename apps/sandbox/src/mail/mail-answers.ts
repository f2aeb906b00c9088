import { Problem } from '@troupe/domain/problem';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailDetail } from './mail.ts';
import { type AnswerKind, type AnswerOptions, answerMail, oneClickUrl } from './mail-answer.ts';

/** One answer that was given. */
export interface GivenAnswer {
  kind: AnswerKind;
  /** ISO 8601, UTC. */
  at: string;
  /** The answer of the other side, or the error. */
  result: string;
  failed: boolean;
}

const TIMEOUT_MS = 15_000;
const KEPT_MAILS = 500;
const MOST_LINKS = 30;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Nothing leaves this machine, whatever a mail says. */
function localUrl(url: string): URL {
  const parsed = new URL(url);
  if (!LOCAL.has(parsed.hostname))
    throw new Problem('invalid', { message: `${parsed.hostname} is not on this machine; it is not asked.` });
  return parsed;
}

/** Answers mails of the mailbox: by mail to the inbound mail server, by POST and by GET. */
export class MailAnswers {
  #inbound: string;
  readonly #given = new Map<string, GivenAnswer[]>();

  /** @param inbound where mail is answered to, `smtp://host:port` */
  constructor(inbound: string) {
    this.#inbound = inbound;
  }

  get inbound(): string {
    return this.#inbound;
  }

  /** Answers go to another mail server from now on, one of this machine. */
  setInbound(url: string): void {
    this.#inbound = localUrl(url.replace(/^smtp:/i, 'http:'))
      .href.replace(/^http:/, 'smtp:')
      .replace(/\/$/, '');
  }

  /** What was done about a mail, newest first. Kept until the process ends. */
  list(mailId: string): GivenAnswer[] {
    return [...(this.#given.get(mailId) ?? [])].reverse();
  }

  /** Answers a mail; what the other side said is kept with it. */
  async give(mail: MailDetail, raw: Buffer, kind: AnswerKind, options: AnswerOptions): Promise<GivenAnswer> {
    const answer: GivenAnswer = { kind, at: new Date().toISOString(), result: '', failed: false };
    try {
      answer.result = await this.#act(mail, raw, kind, options);
    } catch (error) {
      answer.failed = true;
      answer.result = error instanceof Error ? error.message.slice(0, 500) : String(error);
    }
    this.#remember(mail.id, answer);
    return answer;
  }

  #remember(mailId: string, answer: GivenAnswer): void {
    this.#given.set(mailId, [...(this.#given.get(mailId) ?? []).slice(-49), answer]);
    const [oldest] = this.#given.keys();
    if (this.#given.size > KEPT_MAILS && oldest !== undefined) this.#given.delete(oldest);
  }

  async #act(mail: MailDetail, raw: Buffer, kind: AnswerKind, options: AnswerOptions): Promise<string> {
    if (kind === 'unsubscribe') return this.#oneClick(mail);
    if (kind === 'scan') return this.#scan(mail);
    const answer = answerMail(mail, raw, kind, options);
    if (!answer) throw new Problem('invalid', { message: 'This mail offers no such address.' });
    return this.#send(answer);
  }

  async #send(answer: SendMailOptions): Promise<string> {
    const transport = createTransport(this.#inbound);
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
