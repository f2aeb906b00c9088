import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { type Html, html, page, sendPage, sizeText } from '../page/page.ts';
import {
  alertPart,
  callForm,
  type FormCall,
  needed,
  oneOf,
  registerControl,
  tablePart,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { answerKinds, type MailAnswers, quoteLanguages } from './mail-answer.ts';
import { type MailAddress, type MailDetail, type MailStore, readAttachment, readMail } from './mail-store.ts';

const PREFIX = '/api/mail';
const SHOWN_MAILS = 100;
const SHOWN_TEXT = 200_000;
const SHOWN_SOURCE = 64_000;
const INERT_POLICY = "sandbox; default-src 'none'";
/**
 * Content security policy for email HTML: display only, without scripts, forms, frames or external
 * content.
 */
const MAIL_HTML_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; " +
  "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Maximum time a call may wait for an email, in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** Fields of an action on an email. */
const answerFields = {
  kind: needed(oneOf(answerKinds)),
  text: text(10_000),
  language: oneOf(quoteLanguages),
};

type ById = { Params: { id: string } };

/** Opens an email or returns 404. */
async function openMail(store: MailStore, id: string): Promise<{ mail: MailDetail; raw: Buffer }> {
  const summary = store.get(id);
  const raw = summary && (await store.raw(id));
  if (!raw) throw new Problem('not_found', { message: 'This email no longer exists.' });
  return { mail: await readMail(summary, raw), raw };
}

const personText = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address);
const people = (list: (MailAddress | null)[]): string =>
  list
    .filter((one) => one !== null)
    .map(personText)
    .join(', ');

/** The mailbox: the newest emails, or search results. */
function listPage(
  store: MailStore,
  { to = '', search = '' }: { to?: string; search?: string },
  smtp: string,
): string {
  const mails = store.list({ to, search });
  const count = mails.length === 1 ? '1 mail' : `${mails.length.toLocaleString('en')} mails`;
  const clear = { method: 'DELETE', path: `?to=${encodeURIComponent(to)}`, fields: {} } as const;
  const content = html`<div class="head"><h1>Mailbox</h1>
<div class="row"><a class="button" href="/mail/faults">Failures</a>${mails.length > 0 && callForm(PREFIX, clear)}</div></div>
<p class="quiet">Everything sent to <code>${smtp}</code> lands here. Nothing leaves this machine.</p>${alertPart}
<form class="row" method="get" action="/mail" role="search">
<label>Search<input type="search" name="search" value="${search}" placeholder="Subject, name or address"></label>
<label>Recipient<input name="to" value="${to}" placeholder="Everybody"></label>
<button class="main">Search</button>
</form>
${tablePart(
  `${count}${to && ` to ${to}`}${search && ` with "${search}"`}`,
  mails.map(({ id, subject, snippet, recipients, from, size, receivedAt }) => ({
    subject: html`<a class="subject" href="/mail/${id}"><bdi>${subject.trim() || 'No subject'}</bdi></a> <bdi class="quiet">${snippet}</bdi>`,
    to: recipients.join(', '),
    from: people([from]),
    size: sizeText(size),
    received: receivedAt,
  })),
  { most: SHOWN_MAILS },
)}`;
  return page({ title: 'Mailbox', content, current: 'mail' });
}

function linksPart({ id, links, attachments }: MailDetail): Html {
  return html`${
    links.length > 0 &&
    html`<h2 id="links">Links</h2>
<ul class="plain" aria-labelledby="links">${links.map(({ url, text }) => html`<li><a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>${text !== url && html`<div class="quiet small">${url}</div>`}</li>`)}</ul>`
  }
${
  attachments.length > 0 &&
  html`<h2 id="attachments">Attachments</h2>
<ul class="plain" aria-labelledby="attachments">${attachments.map(({ index, filename, mimeType, size }) => html`<li><a href="/mail/${id}/attachments/${index}" download>${filename}</a> <span class="quiet">${mimeType}, ${sizeText(size)}</span></li>`)}</ul>`
}`;
}

/** Full view of an email. `source` is the start of its source text. */
function detailPage(mail: MailDetail, source: string, answers: MailAnswers): string {
  const answer: FormCall = { method: 'POST', path: '/:id/answers', fields: answerFields };
  const facts = {
    From: people([mail.from]),
    To: people(mail.to),
    Cc: people(mail.cc),
    'Reply to': people(mail.replyTo),
    Received: mail.receivedAt,
    'Delivered to': mail.recipients.join(', '),
    'Envelope sender': mail.envelopeFrom || '<>',
    Size: sizeText(mail.size),
  };
  const content = html`<p class="small"><a href="/mail">Mailbox</a></p>
<div class="head"><h1>${mail.subject.trim() || 'No subject'}</h1>
<a class="button" href="/mail/${mail.id}/raw" download="${mail.id}.eml">Download</a></div>${alertPart}
${mail.unreadable && html`<p class="notice">This email can't be parsed (${mail.unreadable}). Its source is shown below.</p>`}
<dl class="facts">${Object.entries(facts).map(([name, value]) => value && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${linksPart(mail)}
${
  mail.html !== null &&
  html`<h2>HTML</h2>
<iframe class="mail" title="The mail as HTML" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
}
${mail.text && html`<h2>Text</h2><div class="panel"><pre class="text">${mail.text.slice(0, SHOWN_TEXT)}</pre></div>`}
<h2>Answer it</h2><p class="quiet">Mail goes to ${answers.inbound}.</p>
${callForm(PREFIX, answer, { id: mail.id })}
${tablePart('Answers', answers.list(mail.id))}
${tablePart('Headers', mail.headers, { most: 500 })}
<details class="section"><summary>Source</summary>
<div class="panel scroll" tabindex="0" role="region" aria-label="Source"><pre>${source}</pre></div>
<p><a href="/mail/${mail.id}/raw">Whole source (${sizeText(mail.size)})</a></p></details>`;
  return page({ title: mail.subject.trim() || 'No subject', content, current: 'mail' });
}

/**
 * Registers the mailbox: pages under /mail, API under /api/mail:
 * - `GET /api/mail?to&search&after&limit&wait` -> `{ mails, total }`, newest first; `wait` waits up
 * to that many milliseconds for a match
 * - `GET /api/mail/{id}` -> the parsed email with its links
 * - `DELETE /api/mail?to`, `DELETE /api/mail/{id}`
 * - `GET|POST /api/mail/{id}/answers` -> lists or performs actions: `{ kind, text, language }`
 * - `PUT /api/mail/inbound` `{ url }` -> sets the inbound server
 */
export async function registerMail(
  app: FastifyInstance,
  store: MailStore,
  { faults, answers, smtp }: { faults: Faults; answers: MailAnswers; smtp: string },
): Promise<void> {
  app.get<{ Querystring: { to?: string; search?: string } }>('/mail', ({ query }, reply) =>
    sendPage(reply, listPage(store, query, smtp)),
  );
  app.get<ById>('/mail/:id', async ({ params }, reply) => {
    const { mail, raw } = await openMail(store, params.id);
    return sendPage(reply, detailPage(mail, raw.subarray(0, SHOWN_SOURCE).toString('utf8'), answers));
  });
  app.get<ById>('/mail/:id/html', async ({ params }, reply) => {
    const { mail } = await openMail(store, params.id);
    reply.header('content-security-policy', MAIL_HTML_POLICY);
    // Links open in a new tab.
    return sendPage(reply, `<!doctype html><base target="_blank">${mail.html ?? ''}`);
  });
  app.get<ById>('/mail/:id/raw', async ({ params }, reply) => {
    const { raw } = await openMail(store, params.id);
    reply.header('content-security-policy', INERT_POLICY).header('cache-control', 'no-store');
    return reply.type('text/plain; charset=utf-8').send(raw);
  });
  app.get<{ Params: { id: string; index: number } }>(
    '/mail/:id/attachments/:index',
    async ({ params }, reply) => {
      const raw = await store.raw(params.id);
      const found = raw && (await readAttachment(raw, Number(params.index)));
      if (!found) throw new Problem('not_found', { message: 'This mail has no such attachment.' });
      const name = encodeURIComponent(found.filename.slice(0, 150).toWellFormed()).replace(/['()*]/g, escape);
      return reply
        .header('content-security-policy', INERT_POLICY)
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .header('cache-control', 'no-store')
        .type('application/octet-stream')
        .send(Buffer.from(found.content));
    },
  );

  const intro = () =>
    html`The mail server is at <code>${smtp}</code>. Addresses such as bounce@ or defer-3@ fail at any domain without a fault; the login "refused" is refused.`;
  const at = ['/mail/faults', 'Delivery faults'] as const;
  await registerControl(app, { provider: 'mail', faults, intro, at }, (on) => {
    const search = { to: text(320), search: text(200), after: text(36) };
    const limits = { limit: whole(1, 500), wait: whole(0, MAX_WAIT_MS) };
    on('GET', '/', { ...search, ...limits }, async ({ limit = 50, wait = 0, ...query }) => {
      const mails = await store.waitFor(query, wait);
      return { mails: mails.slice(0, limit), total: mails.length };
    });
    on('DELETE', '/', { to: search.to }, async (query) => ({
      removed: await store.remove(store.list(query).map(({ id }) => id)),
    }));
    on('GET', '/:id', {}, async ({ id }) => (await openMail(store, id)).mail);
    on('DELETE', '/:id', {}, async ({ id }) => {
      const removed = await store.remove([id]);
      if (removed === 0) throw new Problem('not_found', { message: 'This email no longer exists.' });
      return { removed };
    });
    const url = text(200, { pattern: '^smtp://[^\\s/]+$' });
    on('PUT', '/inbound', { url: needed(url) }, ({ url }) => {
      answers.setInbound(url);
      return { url: answers.inbound };
    });
    on('GET', '/:id/answers', {}, ({ id }) => ({ answers: answers.list(id) }));
    on('POST', '/:id/answers', answerFields, async ({ id, kind, text = 'Yes, gladly.', language = 'en' }) => {
      const { mail, raw } = await openMail(store, id);
      return answers.give(mail, raw, kind, { text, language });
    });
  });
}
