import { type Html, html } from '../page/html.ts';
import { page, sizeText, timeTag } from '../page/layout.ts';
import type { MailAddress, MailSummary } from './mail.ts';

/** Mails on one page of the mailbox. */
export const PAGE_SIZE = 50;

/** A person as one reads it: name, or the bare address. */
export function personText(person: MailAddress | null): string {
  if (!person) return 'Nobody';
  return person.name ? `${person.name} <${person.address}>` : person.address || 'Nobody';
}

function addressOf(base: { to: string; search: string }, number: number): string {
  const query = new URLSearchParams();
  if (base.to) query.set('to', base.to);
  if (base.search) query.set('search', base.search);
  if (number > 1) query.set('page', String(number));
  const text = query.toString();
  return text ? `/mail?${text}` : '/mail';
}

function rowOf(mail: MailSummary, search: string): Html {
  const [first = '', ...more] = mail.recipients;
  return html`<tr>
<td><a href="${addressOf({ to: first, search }, 1)}" title="Only mail to ${first}">${first || 'Nobody'}</a>${more.length > 0 && html` <span class="quiet">+${more.length}</span>`}</td>
<td title="${personText(mail.from)}">${mail.from?.name || mail.from?.address || mail.envelopeFrom || 'Nobody'}</td>
<td><a class="subject" href="/mail/${mail.id}"><bdi>${mail.subject.trim() || 'No subject'}</bdi></a> <bdi class="quiet">${mail.snippet}</bdi></td>
<td>${mail.hasAttachments && 'Attachment'}</td>
<td class="number quiet">${sizeText(mail.size)}</td>
<td class="number">${timeTag(mail.receivedAt)}</td>
</tr>`;
}

function emptyOf(filtered: boolean, smtp: string): Html {
  return filtered
    ? html`<div class="empty"><h2>No mail fits.</h2><p class="quiet">Try fewer words or another recipient.</p><p><a class="button" href="/mail">Show all mail</a></p></div>`
    : html`<div class="empty"><h2>No mail yet.</h2><p class="quiet">Everything sent to <code>${smtp}</code> lands here. Nothing leaves this machine.</p></div>`;
}

/** The mailbox: all mail, or what the address asks for. */
export function mailListPage(options: {
  mails: MailSummary[];
  recipients: string[];
  to: string;
  search: string;
  pageNumber: number;
  /** Where the mail server listens, for the empty mailbox. */
  smtp: string;
}): string {
  const { mails, to, search, smtp } = options;
  const pages = Math.max(1, Math.ceil(mails.length / PAGE_SIZE));
  const number = Math.min(options.pageNumber, pages);
  const shown = mails.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const known = to && !options.recipients.includes(to) ? [to, ...options.recipients] : options.recipients;
  const count = mails.length === 1 ? '1 mail' : `${mails.length.toLocaleString('en')} mails`;
  const content = html`<div class="head">
<div><h1>Mailbox</h1><div class="quiet">${count}${to && ` to ${to}`}${search && ` with "${search}"`}</div></div>
<div class="row"><a class="button" href="/mail/faults">Failures</a>
${
  mails.length > 0 &&
  html`<details class="confirm"><summary class="button danger">Clear</summary>
<form method="post" action="/mail/clear"><p>Removes ${count}${to && ` to ${to}`} for good.</p><input type="hidden" name="to" value="${to}"><button class="danger">Remove ${count}</button></form></details>`
}</div>
</div>
<form class="row" method="get" action="/mail" role="search">
<label>Search<input type="search" name="search" value="${search}" placeholder="Subject, name or address"></label>
<label>Recipient<select name="to"><option value="">Everybody</option>${known.map((one) => html`<option${one === to && html` selected`}>${one}</option>`)}</select></label>
<button class="main">Search</button>
</form>
${
  shown.length === 0
    ? emptyOf(to !== '' || search !== '', smtp)
    : html`<div class="table"><table class="mails"><thead><tr><th scope="col">To</th><th scope="col">From</th><th scope="col">Subject</th><th scope="col">Parts</th><th scope="col" class="number">Size</th><th scope="col" class="number">Received</th></tr></thead>
<tbody>${shown.map((mail) => rowOf(mail, search))}</tbody></table></div>`
}
${
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages">${number > 1 && html`<a class="button" href="${addressOf(options, number - 1)}">Newer</a>`}<span class="quiet">Page ${number} of ${pages}</span>${number < pages && html`<a class="button" href="${addressOf(options, number + 1)}">Older</a>`}</nav>`
}`;
  return page({ title: 'Mailbox', content, current: 'mail' });
}
