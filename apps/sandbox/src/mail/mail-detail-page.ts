import { type Html, html } from '../page/html.ts';
import { page, sizeText, timeTag } from '../page/layout.ts';
import type { MailAddress, MailDetail } from './mail.ts';
import { ANSWERS, answerKinds, quoteLanguages } from './mail-answer.ts';
import type { GivenAnswer } from './mail-answers.ts';
import { personText } from './mail-list-page.ts';

const SHOWN_TEXT = 200_000;
const SHOWN_SOURCE = 64_000;

function people(list: MailAddress[]): string {
  return list.map(personText).join(', ');
}

function fact(name: string, value: Html | string | null): Html | null {
  return value ? html`<dt>${name}</dt><dd>${value}</dd>` : null;
}

function linksOf(mail: MailDetail): Html | null {
  if (mail.links.length === 0) return null;
  return html`<h2 id="links">Links</h2>
<ul class="plain" aria-labelledby="links">${mail.links.map(
    ({ url, text }) =>
      html`<li><a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${text === url ? url : text}</a>${text !== url && html`<div class="quiet small">${url}</div>`}</li>`,
  )}</ul>`;
}

function attachmentsOf(mail: MailDetail): Html | null {
  if (mail.attachments.length === 0) return null;
  return html`<h2 id="attachments">Attachments</h2>
<ul class="plain" aria-labelledby="attachments">${mail.attachments.map(
    (one) =>
      html`<li><a href="/mail/${mail.id}/attachments/${one.index}" download>${one.filename}</a> <span class="quiet">${one.mimeType}, ${sizeText(one.size)}</span></li>`,
  )}</ul>`;
}

/** What was done about the mail. */
interface Answered {
  given: GivenAnswer[];
  /** Where answers go. */
  inbound: string;
}

function answersOf(mail: MailDetail, { given, inbound }: Answered): Html {
  return html`<h2 id="answers">Answer it</h2>
<form class="row" method="post" action="/mail/${mail.id}/answer">
<label>What happens<select name="kind">${answerKinds.map((kind) => html`<option value="${kind}">${ANSWERS[kind].name}</option>`)}</select></label>
<label>Text<input name="text" value="Yes, gladly." maxlength="2000"></label>
<label>Quoted in<select name="language">${quoteLanguages.map((one) => html`<option>${one}</option>`)}</select></label>
<label>After minutes<input name="minutes" type="number" min="0" max="1440" value="0"></label>
<button class="main">Answer</button>
</form>
<p class="quiet small">Mail goes to ${inbound}. What is ordered for later is lost when the sandbox stops.</p>
${
  given.length > 0 &&
  html`<div class="table"><table aria-labelledby="answers"><thead><tr><th scope="col">What</th><th scope="col">Result</th><th scope="col" class="number">When</th></tr></thead><tbody>${given.map(
    (one) =>
      html`<tr><td>${ANSWERS[one.kind].name}</td><td title="${one.result ?? ''}">${one.failed && 'Refused: '}${one.result ?? 'Ordered'}</td><td class="number">${timeTag(one.at)}</td></tr>`,
  )}</tbody></table></div>`
}`;
}

/** One mail with everything in it. `source` is its beginning, as text. */
export function mailDetailPage(mail: MailDetail, source: string, answered: Answered): string {
  const text = mail.text?.trim() ? mail.text : null;
  const content = html`<p class="small"><a href="/mail">Mailbox</a></p>
<div class="head"><h1>${mail.subject.trim() || 'No subject'}</h1>
<div class="row"><a class="button" href="/mail/${mail.id}/raw?download">Download</a>
<form method="post" action="/mail/${mail.id}/delete"><button class="danger">Remove</button></form></div></div>
${mail.unreadable && html`<p class="notice">This mail cannot be taken apart (${mail.unreadable}). Its source is below, as it came.</p>`}
<dl class="facts">
${fact('From', personText(mail.from))}
${fact('To', people(mail.to))}
${fact('Cc', people(mail.cc))}
${fact('Reply to', people(mail.replyTo))}
${fact('Received', timeTag(mail.receivedAt))}
${fact('Delivered to', mail.recipients.join(', '))}
${fact('Envelope sender', mail.envelopeFrom || '<>')}
${fact('Size', sizeText(mail.size))}
</dl>
${linksOf(mail)}
${attachmentsOf(mail)}
${
  mail.html !== null &&
  html`<h2>HTML</h2>
<iframe class="mail" title="The mail as HTML" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
}
${
  text !== null &&
  html`<h2>Text</h2>
<div class="panel"><pre class="text">${text.slice(0, SHOWN_TEXT)}</pre>${text.length > SHOWN_TEXT && html`<p class="quiet">The rest is in the download.</p>`}</div>`
}
${mail.html === null && text === null && !mail.unreadable && html`<p class="quiet">This mail has no text.</p>`}
${answersOf(mail, answered)}
<details class="section" open><summary>All headers (${mail.headers.length})</summary>
<div class="table"><table><thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead><tbody>${mail.headers
    .slice(0, 500)
    .map(
      ({ name, value }) => html`<tr><td>${name}</td><td><pre>${value.slice(0, 8000)}</pre></td></tr>`,
    )}</tbody></table></div></details>
<details class="section"><summary>Source</summary>
<div class="panel scroll" tabindex="0" role="region" aria-label="Source"><pre>${source.slice(0, SHOWN_SOURCE)}</pre></div>
<p><a href="/mail/${mail.id}/raw">Whole source (${sizeText(mail.size)})</a></p></details>`;
  return page({ title: mail.subject.trim() || 'No subject', content, current: 'mail' });
}
