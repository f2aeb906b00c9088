import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { inboundKind, readDeliveryReport } from '@troupe/domain/inbound-mail';
import { replyText } from '@troupe/domain/reply-text';
import { compile } from 'html-to-text';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { InboundEnvelope, InboundMail } from '../../platform/mail-receiving.ts';
import { mailResolver } from './mail-resolver.ts';

/**
 * Larger mails are read by a thread of their own, so that requests go on meanwhile: anybody may send one, and one made
 * on purpose (a header in thousands of lines, thousands of empty lines) keeps the libraries busy for seconds.
 */
const INLINE_BYTES = 16 * 1024;
/** A thread that reads for longer is ended: it would keep all other large mails waiting. */
const THREAD_MS = 60_000;
const CHECK_MS = 15_000;
const MAX_HTML = 1_000_000;
const MAX_VISIBLE = 100_000;
/** Files of one mail that are looked at. */
const MOST_FILES = 50;

/** What to read: where the original lies, how it came in, and who is asked for DNS records. */
export interface ReadTask {
  path: string;
  size: number;
  envelope: InboundEnvelope;
  dnsServers: string[];
  mta: string;
}

/** Quotes of mail programs are left out before the markup is made text. */
const QUOTES = [
  'blockquote[type=cite]',
  '.gmail_quote',
  '.gmail_quote_container',
  '.moz-cite-prefix',
  '.yahoo_quoted',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
];
const textOfHtml = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML, maxDepth: 60, ellipsis: '' },
  selectors: [
    ...QUOTES.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ],
});

let inTurn: Promise<unknown> = Promise.resolve();

/** Reads a mail that came in. Never fails because of what is in it. Large ones are read one after the other. */
export function readInboundMail(task: ReadTask): Promise<InboundMail> {
  if (task.size <= INLINE_BYTES) return readHere(task);
  const reading = inTurn.then(() => readInThread(task));
  inTurn = reading.catch(() => undefined);
  return reading;
}

function readInThread(task: ReadTask): Promise<InboundMail> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-mail.worker.ts', import.meta.url), { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
    const late = setTimeout(() => void worker.terminate(), THREAD_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      reject(new Error('The mail could not be read.'));
    });
  });
}

/** The same, in this thread. */
export async function readHere({ path, envelope, dnsServers, mta }: ReadTask): Promise<InboundMail> {
  const raw = await readFile(path);
  const [email, trust] = await Promise.all([parse(raw), check(raw, envelope, dnsServers, mta)]);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? null;
  const all = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const from = addressesOf(email.from ? [email.from] : [])[0] ?? '';
  const subject = clean(email.subject ?? '', 1000);
  const parts = email.attachments.map(({ mimeType }) => mimeType.toLowerCase());
  const kind = inboundKind({ sender: envelope.sender, from, subject, header, parts });
  const about = email.attachments.filter(({ mimeType }) => /^(?:message|text)\/rfc822/i.test(mimeType));
  const quoted = kind === 'reply' || kind === 'auto-reply' ? [] : about.flatMap(idsOfPart);
  return {
    kind,
    messageId: idsIn(header('message-id') ?? '')[0] ?? `<${sha256(raw)}@without-id>`,
    from: clean(from, 320),
    subject,
    visible: visibleOf(email),
    answers: [
      ...idsIn(header('in-reply-to') ?? ''),
      ...idsIn(header('references') ?? '').reverse(),
      ...quoted,
    ],
    addressees: [
      ...[...all('delivered-to'), ...all('x-original-to')].map((value) => value.replace(/[<>\s]/g, '')),
      ...addressesOf([...(email.to ?? []), ...(email.cc ?? [])]),
    ].slice(0, 100),
    ...trust,
    report: kind === 'bounce' ? reportOf(email.attachments) : null,
    files: kind === 'reply' ? filesOf(email.attachments) : [],
    hops: all('received').length,
  };
}

/** Taken apart, or nothing but its beginning where that fails. */
async function parse(raw: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  } catch {
    return { headers: [], headerLines: [], attachments: [] };
  }
}

function visibleOf(email: Email): string {
  const plain = email.text?.trim() ? email.text : '';
  // A mail of nothing but quotes has written nothing, also when its markup would say more.
  return clean(replyText(plain || (email.html ? textOfHtml(email.html) : '')), MAX_VISIBLE);
}

/** Signatures of mail programs, calendar and delivery papers, other mails. */
const FOR_PROGRAMS = /^(?:message\/|multipart\/|application\/(?:pgp-|(?:x-)?pkcs7-|ms-tnef)|text\/rfc822)/i;

function filesOf(attachments: readonly Attachment[]): InboundMail['files'] {
  return attachments
    .filter(({ mimeType, related, contentId }) => !FOR_PROGRAMS.test(mimeType) && !(related && contentId))
    .slice(0, MOST_FILES)
    .map(({ filename, content }) => ({
      name: clean(filename ?? '', 300),
      content: typeof content === 'string' ? Buffer.from(content, 'utf8') : new Uint8Array(content),
    }));
}

function reportOf(attachments: readonly Attachment[]) {
  for (const part of attachments) {
    if (part.mimeType.toLowerCase() !== 'message/delivery-status') continue;
    const report = readDeliveryReport(contentOf(part));
    if (report) return { ...report, reason: clean(report.reason, 500) };
  }
  return null;
}

const idsOfPart = (part: Attachment) =>
  idsIn(/^message-id:\s*(.*)$/im.exec(contentOf(part).slice(0, 50_000))?.[1] ?? '');

const contentOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');

const idsIn = (text: string): string[] => (text.match(/<[^<>\s]{1,400}>/g) ?? []).slice(-50);

const addressesOf = (list: readonly Address[]): string[] =>
  list.flatMap((one) =>
    one.address === undefined ? one.group.map(({ address }) => address) : [one.address],
  );

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex');

const clean = (text: string, max: number) => text.replaceAll('\u0000', '').slice(0, max).toWellFormed();

/** SPF, DKIM and DMARC, in bounded time. Whatever cannot be found out is `none`. */
async function check(
  raw: Buffer,
  { sender, ip, helo }: InboundEnvelope,
  dnsServers: string[],
  mta: string,
): Promise<Pick<InboundMail, 'trust' | 'checks'>> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), CHECK_MS).unref());
  try {
    const { authenticate } = await import('mailauth');
    const resolver = mailResolver(dnsServers);
    const result = await Promise.race([
      authenticate(raw, { sender, ip, helo, mta, resolver, disableArc: true, disableBimi: true }),
      late,
    ]);
    if (!result) return { trust: 'none', checks: 'late' };
    const dmarc = result.dmarc ? result.dmarc.status.result : 'none';
    const dkim = result.dkim.results.map(({ status }) => status.result).join(' ') || 'none';
    const spf = result.spf ? result.spf.status.result : 'none';
    return {
      trust: dmarc === 'pass' || dmarc === 'fail' ? dmarc : 'none',
      checks: `spf ${spf}, dkim ${dkim}, dmarc ${dmarc}`,
    };
  } catch {
    return { trust: 'none', checks: 'failed' };
  }
}
