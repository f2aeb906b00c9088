import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Address, Attachment, Email } from 'postal-mime';
import type { InboundEnvelope, InboundMail } from '../../platform/incoming/mail-receiving.ts';
import { repairEncoding, withoutComments } from './header-text.ts';
import { htmlToPlain, htmlToWhole } from './html-to-plain.ts';
import { inboundKind, readDeliveryReport } from './inbound-kind.ts';
import { replyText } from './reply-text.ts';

/**
 * Larger emails are parsed in a worker thread: anyone can send one, and a malicious one (thousands
 * of header or empty lines) can block the parser for seconds.
 */
const INLINE_BYTES = 16 * 1024;
/** Time limit for parsing; then the email is read without the part that may have caused it. */
const PARSE_MS = 5_000;
/** Time limit for checking the sender; then the sender isn't trusted. */
const THREAD_CHECK_MS = 5_000;
/** Time limit for starting a worker on a busy machine. */
const START_MS = 30_000;
const CHECK_MS = 15_000;
const MAX_VISIBLE = 100_000;
/** Maximum number of attachments read per email. */
const MAX_FILES = 50;

/** What to read: the stored original, how it was received, and the DNS servers. */
export interface ReadTask {
  path: string;
  size: number;
  envelope: InboundEnvelope;
  dnsServers: string[];
  mta: string;
  /** Skips checking the sender: the provider of a mailbox did. */
  isChecked?: boolean;
  /** How much to read; everything by default. */
  depth?: ReadDepth;
}

/**
 * How much of an email is read: `all`, everything but its text, or the first `HEADER_BYTES` of its
 * headers.
 */
type ReadDepth = 'all' | 'no-text' | 'headers';
const HEADER_BYTES = 64 * 1024;

/** Declared charsets of texts that are often UTF-8; texts come before attachments. */
const LATIN = /charset\s*=\s*"?(?:iso-8859-1|windows-1252|us-ascii|latin1)\b/i;
const LATIN_WITHIN = 256 * 1024;

let inTurn: Promise<unknown> = Promise.resolve();

/**
 * Reads an incoming email. Never fails because of its content: one that takes too long is read
 * without text, and then without attachments. Large ones are parsed one at a time.
 */
export async function readInboundMail(task: ReadTask): Promise<InboundMail> {
  if (task.size <= INLINE_BYTES) return readHere(task);
  for (const depth of ['all', 'no-text'] as const) {
    const reading = inTurn.then(() => readInThread({ ...task, depth }));
    inTurn = reading.catch(() => undefined);
    const email = await reading;
    if (email) return email;
  }
  return readHere({ ...task, depth: 'headers' });
}

/** Progress of a worker: started, email parsed, sender checked. */
export type ReadProgress = { at: 'started' } | { at: 'parsed' | 'checked'; email: InboundMail };

/** Reads in a worker thread; null if it was ended before the email was parsed. */
function readInThread(task: ReadTask): Promise<InboundMail | null> {
  const worker = new Worker(new URL('./read-mail.worker.ts', import.meta.url), { workerData: task });
  return new Promise((resolve) => {
    let email: InboundMail | null = null;
    const endAfter = (milliseconds: number) => setTimeout(() => void worker.terminate(), milliseconds);
    let limit = endAfter(START_MS);
    worker.on('message', (progress: ReadProgress) => {
      clearTimeout(limit);
      if (progress.at === 'started') limit = endAfter(PARSE_MS);
      else {
        email = progress.email;
        if (progress.at === 'checked') return resolve(email);
        limit = endAfter(THREAD_CHECK_MS);
      }
    });
    // For example out of memory; `exit` follows.
    worker.once('error', () => undefined);
    worker.once('exit', () => {
      clearTimeout(limit);
      resolve(email);
    });
  });
}

/** Does the same in this thread. `onParsed` receives the email before its sender is checked. */
export async function readHere(
  { path, envelope, dnsServers, mta, isChecked = false, depth = 'all' }: ReadTask,
  onParsed?: (email: InboundMail) => void,
): Promise<InboundMail> {
  const raw = await readFile(path);
  const email = await parse(depth === 'headers' ? headersOf(raw) : raw);
  const latin = LATIN.test(raw.toString('latin1', 0, LATIN_WITHIN));
  const mended = (text: string) => (latin ? repairEncoding(text) : text);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? null;
  const all = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const from = addressesOf(email.from ? [email.from] : [])[0] ?? '';
  const subject = clean(mended(email.subject ?? ''), 1000);
  const parts = email.attachments.map(({ mimeType }) => mimeType.toLowerCase());
  const kind = inboundKind({ sender: envelope.sender, from, subject, header, parts });
  const about = email.attachments.filter(({ mimeType }) => /^(?:message|text)\/rfc822/i.test(mimeType));
  const whole = depth === 'all' ? wholeOf(email, mended) : '';
  const isReport = kind === 'bounce' || kind === 'complaint';
  const quoted = isReport ? [...about.flatMap(idsOfPart), ...idsOfReport(email.attachments, whole)] : [];
  const read = {
    kind,
    messageId: idsIn(header('message-id') ?? '')[0] ?? `<${sha256(raw)}@without-id>`,
    from: clean(from, 320),
    subject,
    visible: depth === 'all' ? visibleOf(email, mended) : '',
    whole,
    answers: [
      ...idsIn(header('in-reply-to') ?? ''),
      ...idsIn(header('references') ?? '').reverse(),
      ...quoted,
    ],
    addressees: [
      ...[...all('delivered-to'), ...all('x-original-to')].map((value) => value.replace(/[<>\s]/g, '')),
      ...addressesOf([...(email.to ?? []), ...(email.cc ?? [])]),
    ].slice(0, 100),
    report: kind === 'bounce' ? reportOf(email.attachments) : null,
    files: kind === 'reply' ? filesOf(email.attachments) : [],
    hops: all('received').length,
  };
  const unchecked: InboundMail = { ...read, trust: 'none', checks: 'late' };
  if (depth === 'headers') return unchecked;
  onParsed?.(unchecked);
  if (isChecked)
    return { ...unchecked, trust: verdictOf(header('authentication-results')), checks: 'mailbox' };
  return { ...read, ...(await check(raw, envelope, dnsServers, mta)) };
}

/** Returns the DMARC result that a mailbox's provider recorded in the first header of this kind. */
function verdictOf(results: string | null): InboundMail['trust'] {
  const verdict = /\bdmarc\s*=\s*(pass|fail)\b/i.exec(results ?? '')?.[1]?.toLowerCase();
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'none';
}

/** Returns the headers of an email, at most `HEADER_BYTES`. */
function headersOf(raw: Buffer): Buffer {
  const start = raw.subarray(0, HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(start.toString('latin1'));
  return Buffer.concat([start.subarray(0, end?.index ?? start.length), Buffer.from('\r\n\r\n')]);
}

/** Parses an email, or only its beginning if that fails. */
async function parse(raw: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  } catch {
    return { headers: [], headerLines: [], attachments: [] };
  }
}

/** Returns an email's full text including quotes. */
function wholeOf(email: Email, mended: (text: string) => string): string {
  const plain = email.text?.trim() ? email.text : '';
  return clean(mended(plain || (email.html ? htmlToWhole(email.html) : '')), MAX_VISIBLE);
}

function visibleOf(email: Email, mended: (text: string) => string): string {
  const plain = email.text?.trim() ? email.text : '';
  // An email with only quotes has no new text, even if its HTML suggests otherwise.
  return clean(replyText(mended(plain || (email.html ? htmlToPlain(email.html) : ''))), MAX_VISIBLE);
}

/** Parts for programs: signatures, calendar, delivery reports, attached emails. */
const FOR_PROGRAMS = /^(?:message\/|multipart\/|application\/(?:pgp-|(?:x-)?pkcs7-|ms-tnef)|text\/rfc822)/i;

function filesOf(attachments: readonly Attachment[]): InboundMail['files'] {
  return attachments
    .filter(({ mimeType, related, contentId }) => !FOR_PROGRAMS.test(mimeType) && !(related && contentId))
    .slice(0, MAX_FILES)
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

/** Gmail names the Message-ID among the fields of its report; older servers quote the email in the text. */
function idsOfReport(attachments: readonly Attachment[], text: string): string[] {
  const fields = attachments
    .filter(({ mimeType }) => mimeType.toLowerCase() === 'message/delivery-status')
    .map(contentOf);
  return [...fields, text].flatMap((part) =>
    idsIn(
      /^[> \t]*(?:x-original-)?message-id:\s*(<[^<>\s]{1,400}>)/im.exec(part.slice(0, 50_000))?.[1] ?? '',
    ),
  );
}

const contentOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');

const idsIn = (text: string): string[] => (text.match(/<[^<>\s]{1,400}>/g) ?? []).slice(-50);

const addressesOf = (list: readonly Address[]): string[] =>
  list
    .flatMap((one) => (one.address === undefined ? one.group.map(({ address }) => address) : [one.address]))
    .map((address) => withoutComments(address ?? ''));

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex');

const clean = (text: string, max: number) => text.replaceAll('\u0000', '').slice(0, max).toWellFormed();

/** Checks SPF, DKIM and DMARC within a time limit. Unknown results are `none`. */
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

/** DNS lookups for the library that checks senders. Without servers, uses the system's. */
export function mailResolver(servers: readonly string[]) {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name: string, type: string): Promise<string[] | string[][]> =>
    // The library requests only TXT, A, AAAA, PTR and MX records.
    (await resolver.resolve(name, type as 'TXT')) as string[] | string[][];
}
