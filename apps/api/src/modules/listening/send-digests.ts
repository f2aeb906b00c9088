import * as contract from '@troupe/contract/listening/listening-digest';
import { escapeHtml } from '@troupe/domain/html-text';
import { type ListeningDigest, USUAL_DIGEST } from '@troupe/domain/listening/listening-digest';
import { SOURCES } from '@troupe/domain/listening/listening-source';
import type { ListeningSummary } from '@troupe/domain/listening/listening-summary';
import { problem } from '@troupe/domain/problem';
import { formats, inLanguage } from '@troupe/i18n/language';
import type { Api, Caller } from '../../platform/api.ts';
import { connectionOf, withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { dayText, emailHtml, readerLanguage, written } from '../../platform/language.ts';
import { type NewMail, newMailToken, noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import {
  type DigestAlert,
  type DueDigest,
  linkDigestMail,
  type MonitorCount,
  readDigest,
  readDigestAlerts,
  readDueDigests,
  readMonitorCounts,
  removeOldSlots,
  stopDigestsOf,
  takeDigest,
  writeDigest,
} from './listening-digest/listening-digest.queries.ts';
import { t } from './listening-digest/messages/messages.gen.ts';
import { brandZoneSql, readBrandZone, readInstants } from './listening-summary/listening-summary.queries.ts';
import { shift, summaryOf } from './listening-summary.ts';

const DAY_MS = 86_400_000;
/** How long it is known that a digest was sent. Longer than a digest can be late. */
const KEEP_MS = 90 * DAY_MS;
/** Entries of each list. */
const MOST_MONITORS = 8;
const MOST_ALERTS = 5;
const MOST_TOPICS = 5;
const MOST_AUTHORS = 3;

/** Registers the calls about email digests, the job that sends them, and unsubscribing. */
export function listeningDigests(api: Api): void {
  const { implement, implementChange, pool, jobs, clock, events } = api;
  implement(contract.getListeningDigest, async ({ brandId, caller }) => ({
    digest: await digestOf(api, brandId, personOf(caller)),
  }));
  implementChange(contract.changeListeningDigest, async ({ brandId, caller, body, commit }) => {
    const userId = personOf(caller);
    const choice = Object.assign({ brandId, userId }, body);
    await commit((_tx, connection) => writeDigest(connection, choice, clock.now()));
    return { digest: await digestOf(api, brandId, userId) };
  });
  events.subscribe('mail.unsubscribed', async (tx, unsubscribed, now) => {
    const mailIds = unsubscribed.map(({ data }) => data.mailId);
    await stopDigestsOf(connectionOf(tx), mailIds, now);
  });
  jobs.every('*/5 * * * *', 'listening-digests', () => sendDigests(api), { policy: 'short' });
  jobs.every('40 3 * * *', 'listening-digests-remove', () =>
    removeOldSlots(pool, new Date(clock.now().getTime() - KEEP_MS)),
  );
}

function personOf({ apiKeyId, userId }: Caller): string {
  if (apiKeyId) throw problem('forbidden', { message: t('notPerson') });
  return userId;
}

async function digestOf({ pool, clock }: Api, brandId: string, userId: string): Promise<ListeningDigest> {
  const zone = await readBrandZone(pool, brandId);
  const stored = await readDigest(pool, { brandId, userId, zone }, clock.now());
  if (!stored) return Object.assign({ zone, next: null, last: null }, USUAL_DIGEST);
  const { frequency, weekday, hour, next, lastAt, mailId, mentions } = stored;
  const last = lastAt === null ? null : { at: lastAt, sent: mailId !== null, mentions };
  return { frequency, weekday, hour, zone, next, last };
}

/** What a digest says; the same for all members who get it. */
interface DigestContent {
  summary: ListeningSummary;
  monitors: MonitorCount[];
  alerts: DigestAlert[];
}

/** Sends the digests that are due. Each is sent once, however often and by however many processes this runs. */
export async function sendDigests(api: Api): Promise<void> {
  const now = api.clock.now();
  const due = await readDueDigests(api.pool, brandZoneSql, now);
  const contents = new Map<string, Promise<DigestContent>>();
  await oneByOne(api.log, 'failed to send a digest', due, async (digest) => {
    const key = [digest.brandId, digest.frequency, digest.day].join(' ');
    const known = contents.get(key) ?? contentOf(api, digest, now);
    contents.set(key, known);
    await send(api, digest, await known, now);
  });
}

async function contentOf({ pool }: Api, digest: DueDigest, now: Date): Promise<DigestContent> {
  const { brandId, zone, day, frequency } = digest;
  const days = frequency === 'daily' ? 1 : 7;
  const period = {
    brandId,
    zone,
    from: shift(day, -days),
    until: day,
    monitorId: [],
    source: [],
    language: [],
  };
  const { start, end } = await readInstants(pool, period);
  const before = await readInstants(pool, Object.assign({}, period, { from: shift(day, -2 * days) }));
  const [summary, monitors, alerts] = await Promise.all([
    summaryOf(pool, period, 'day', now),
    readMonitorCounts(pool, brandId, [before.start, start, end]),
    readDigestAlerts(pool, brandId, [start, end], MOST_ALERTS),
  ]);
  return { summary, monitors, alerts };
}

async function send(api: Api, digest: DueDigest, content: DigestContent, now: Date): Promise<void> {
  const { mentions } = content.summary.current;
  const isEmpty = mentions === 0 && content.alerts.length === 0;
  await withTransaction(api.pool, async (tx, connection) => {
    if (!(await takeDigest(connection, digest, mentions, now)) || isEmpty) return;
    const unsubscribeToken = newMailToken();
    const links = {
      open: `${api.config.WEB_ORIGIN}/social-listening/summary`,
      change: `${api.config.WEB_ORIGIN}/account/notifications`,
      unsubscribe: `${api.config.API_ORIGIN}/unsubscribe/${unsubscribeToken}`,
    };
    const language = readerLanguage(Object.assign({ isCreator: false }, digest));
    const { subject, html, plain } = inLanguage(language, () => renderDigest(digest, content, links));
    const mail: NewMail = {
      brandId: digest.brandId,
      kind: 'notice',
      purpose: 'listening-digest',
      to: { address: digest.address, name: digest.name },
      subject,
      html,
      plain,
      dueAt: null,
      domain: noticeDomain(api),
      unsubscribable: true,
      unsubscribeToken,
    };
    const [mailId] = await queueMails(tx, [mail], now);
    if (mailId) await linkDigestMail(connection, digest, mailId);
  });
}

const signed = (value: number) =>
  value.toLocaleString(formats().locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
const number = (value: number) => value.toLocaleString(formats().locale, { maximumFractionDigits: 1 });

/** Renders a digest in the current language. */
function renderDigest(
  { brandName, frequency, name }: DueDigest,
  content: DigestContent,
  links: { open: string; change: string; unsubscribe: string },
): Pick<NewMail, 'subject' | 'html' | 'plain'> {
  const { current, previous } = content.summary;
  const dayOf = (day: string) => dayText(`${day}T12:00:00Z`, 'medium');
  const about = {
    brand: brandName,
    count: current.mentions,
    before: number(previous.mentions),
    day: dayOf(current.from),
    from: dayOf(current.from),
    to: dayOf(current.to),
  };
  const subject = frequency === 'daily' ? t('subject.daily', about) : t('subject.weekly', about);
  const lines = [
    t('hello', { name: name || brandName }),
    frequency === 'daily' ? t('lead.daily', about) : t('lead.weekly', about),
    ...figureLines(content.summary),
  ];
  const lists = listsOf(content).filter(({ items }) => items.length > 0);
  const why = t(frequency === 'daily' ? 'why.daily' : 'why.weekly', { brand: brandName });
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return {
    subject,
    plain: [
      ...lines,
      ...lists.map(({ title, items }) => [title, ...items.map((item) => `- ${item}`)].join('\n')),
      `${t('open')}: ${links.open}`,
      `${why}\n${t('change')}: ${links.change}\n${t('unsubscribe')}: ${links.unsubscribe}\n`,
    ].join('\n\n'),
    html: emailHtml([
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      ...lists.map(
        ({ title, items }) =>
          `<p><strong>${escapeHtml(title)}</strong></p>\n<ul>${items.map((item) => `<li>${written(escapeHtml(item))}</li>`).join('')}</ul>`,
      ),
      `<p>${link(links.open, t('open'))}</p>`,
      `<p style="font-size:12px;color:#6b6b76">${escapeHtml(why)} ${link(links.change, t('change'))} · ${link(links.unsubscribe, t('unsubscribe'))}</p>`,
    ]),
  };
}

function figureLines({ current }: ListeningSummary): string[] {
  const { net, low, high, judged } = current.net;
  const lines: string[] = [];
  if (net !== null && low !== null && high !== null)
    lines.push(
      t('net', {
        net: signed(net),
        low: signed(low),
        high: signed(high),
        judged: number(judged),
        all: number(current.mentions),
      }),
    );
  const hours = Math.round(current.blindSeconds / 3600);
  if (hours > 0) lines.push(t('blind', { count: hours }));
  return lines;
}

function listsOf({ summary, monitors, alerts }: DigestContent): { title: string; items: string[] }[] {
  const shown = monitors.slice(0, MOST_MONITORS);
  const others = monitors.length - shown.length;
  return [
    {
      title: t('monitors'),
      items: [
        ...shown.map(({ name, mentions, before }) =>
          t('monitor', { name, count: number(mentions), before: number(before) }),
        ),
        ...(others > 0 ? [t('more', { count: others })] : []),
      ],
    },
    { title: t('alerts'), items: alerts.map(alertLine) },
    { title: t('topics'), items: summary.topics.slice(0, MOST_TOPICS).map(({ phrase }) => phrase) },
    {
      title: t('authors'),
      items: summary.authors
        .slice(0, MOST_AUTHORS)
        .map(({ handle, source, mentions }) => `@${handle} (${SOURCES[source].name}): ${number(mentions)}`),
    },
  ];
}

function alertLine({ rule, name, seen, expected, figures }: DigestAlert): string {
  if (rule === 'spike') return t('alert.spike', { name, seen: number(seen), expected: number(expected) });
  const about = { name, share: number(Number(figures.share)), usual: number(Number(figures.usualShare)) };
  return figures.direction === 'up' ? t('alert.moreNegative', about) : t('alert.lessNegative', about);
}
