import type { DomainEventOf } from '@troupe/domain/domain-event';
import { escapeHtml } from '@troupe/domain/html-text';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import { emailHtml, readerLanguage, written } from '../../platform/language.ts';
import { t } from '../discovery/saved-search/messages/messages.gen.ts';
import { type Alerted, readAlerted, readMatchNames } from '../discovery/saved-search/search-alert.queries.ts';
import { type NewMail, newMailToken, noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { notifyEach, savePreferences } from './notification/notification.queries.ts';
import {
  type AlertReader,
  readAlertMail,
  readAlertReaders,
} from './search-alert/search-alert-mail.queries.ts';

/** Creators that an email names of each search. */
const MOST_NAMES = 5;

type Matched = DomainEventOf<'saved_search.matched'>;

/** New matches of one search, for one member. */
interface AlertLine extends Alerted {
  name: string;
  count: number;
  creators: readonly string[];
}

/** Notifies members of new matches of saved searches, and emails all of one look in one email. */
export function subscribeSearchAlerts(api: Pick<Api, 'events' | 'config'>): void {
  api.events.subscribe('saved_search.matched', (tx, events, now) => alertMembers(api, tx, events, now));
  api.events.subscribe('mail.unsubscribed', async (tx, events) => {
    for (const { data } of events) {
      const userId = await readAlertMail(connectionOf(tx), data.mailId);
      if (userId) await savePreferences(tx, userId, { search: 'app' });
    }
  });
}

async function alertMembers(
  api: Pick<Api, 'config'>,
  tx: Database,
  events: readonly Matched[],
  now: Date,
): Promise<void> {
  const connection = connectionOf(tx);
  const names = new Map<string, string[]>();
  for (const { data } of events)
    names.set(data.savedSearchId, await readMatchNames(connection, data.creatorIds, MOST_NAMES));
  const byId = new Map(events.map((event) => [event.data.savedSearchId, event]));
  const alerted = await readAlerted(connection, [...byId.keys()]);
  const lines = alerted.flatMap((one): AlertLine[] => {
    const event = byId.get(one.savedSearchId);
    if (!event) return [];
    const { name, creatorIds } = event.data;
    const creators = names.get(one.savedSearchId) ?? [];
    return [Object.assign({ name, count: creatorIds.length, creators }, one)];
  });
  const [brandId] = events.map((event) => event.brandId);
  if (!brandId) return;
  await notifyEach(
    tx,
    lines.map((line) => ({
      userId: line.userId,
      brandId,
      kind: 'search' as const,
      write: () => ({
        title: t('title', { count: line.count, name: line.name }),
        text: creatorsText(line),
      }),
      href: hrefOf(line),
      reference: `saved-search:${line.savedSearchId}:${now.toISOString()}`,
    })),
    now,
  );
  const readers = await readAlertReaders(connection, brandId, [
    ...new Set(lines.map(({ userId }) => userId)),
  ]);
  const mails = readers.map((reader) =>
    mailTo(
      api,
      reader,
      brandId,
      lines.filter(({ userId }) => userId === reader.userId),
    ),
  );
  await queueMails(tx, mails, now);
}

const hrefOf = ({ query }: Alerted) => `/creator-search${query ? `?${query}` : ''}`;

function creatorsText({ creators, count }: AlertLine): string {
  const rest = count - creators.length;
  return [...creators, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(', ');
}

function mailTo(
  { config }: Pick<Api, 'config'>,
  reader: AlertReader,
  brandId: string,
  lines: readonly AlertLine[],
): NewMail {
  const unsubscribeToken = newMailToken();
  const links = {
    origin: config.WEB_ORIGIN,
    change: `${config.WEB_ORIGIN}/account/notifications`,
    unsubscribe: `${config.API_ORIGIN}/unsubscribe/${unsubscribeToken}`,
  };
  const content = inLanguage(readerLanguage(Object.assign({ isCreator: false }, reader)), () =>
    renderAlert(reader, lines, links),
  );
  return Object.assign(content, {
    brandId,
    kind: 'notice' as const,
    purpose: 'search-alert' as const,
    to: { address: reader.address, name: reader.name },
    dueAt: null,
    domain: noticeDomain({ config }),
    unsubscribable: true,
    unsubscribeToken,
  });
}

/** Renders an email in the current language. */
function renderAlert(
  { brandName: brand, name }: AlertReader,
  lines: readonly AlertLine[],
  links: { origin: string; change: string; unsubscribe: string },
): Pick<NewMail, 'subject' | 'html' | 'plain'> {
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  const titleOf = (line: AlertLine) => t('title', { count: line.count, name: line.name });
  const hello = t('hello', { name: name || brand });
  const [lead, why] = [t('lead'), t('why', { brand })];
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return {
    subject: t('subject', { brand, count }),
    plain: [
      hello,
      lead,
      ...lines.map((line) => `${titleOf(line)}\n${creatorsText(line)}\n${links.origin}${hrefOf(line)}`),
      `${why}\n${t('change')}: ${links.change}\n${t('unsubscribe')}: ${links.unsubscribe}\n`,
    ].join('\n\n'),
    html: emailHtml([
      `<p>${escapeHtml(hello)}</p>`,
      `<p>${escapeHtml(lead)}</p>`,
      ...lines.map(
        (line) =>
          `<p><strong>${written(escapeHtml(titleOf(line)))}</strong><br>${written(escapeHtml(creatorsText(line)))}<br>${link(links.origin + hrefOf(line), t('open'))}</p>`,
      ),
      `<p style="font-size:12px;color:#6b6b76">${escapeHtml(why)} ${link(links.change, t('change'))} · ${link(links.unsubscribe, t('unsubscribe'))}</p>`,
    ]),
  };
}
