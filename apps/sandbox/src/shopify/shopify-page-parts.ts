import { type Html, html } from '../page/html.ts';
import { timeTag } from '../page/layout.ts';
import type { Delivery } from './shopify-entity.ts';
import type { SeenCall } from './shopify-store.ts';

/** Rows of a table on a page. */
export const SHOWN = 30;

export const table = (label: string, heads: string[], rows: Html[], none: string): Html =>
  rows.length === 0
    ? html`<p class="quiet">${none}</p>`
    : html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map((head, at) => html`<th scope="col"${at === heads.length - 1 && html` class="number"`}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

/** A button that does one thing to one thing. */
export const act = (path: string, label: string, about: string, fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="/shopify/_page/${path}" class="inline">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button aria-label="${label}: ${about}">${label}</button></form>`;

/** Choices of a form, with the words people read. */
export const options = (choices: Record<string, string>, chosen = ''): Html[] =>
  Object.entries(choices).map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );

export const howOften = (times: number | null): string =>
  times === null ? 'Until removed' : `${times} more`;

const STATUS: Record<Delivery['status'], string> = {
  waiting: 'Waiting',
  delivered: 'Taken',
  retrying: 'Sent again soon',
  failed: 'Given up',
  lost: 'Not sent',
};

/** Webhooks with what became of them, the newest first. */
export function deliveryTable(deliveries: Delivery[], back: string): Html {
  const row = (one: Delivery) => {
    const last = one.attempts.at(-1);
    const answer =
      last &&
      html`, last answer ${last.status === 0 ? (last.note ?? 'none') : last.status} after ${last.ms} ms`;
    const about = `${one.topic} ${one.id}`;
    return html`<tr><td title="${one.id}">${one.topic}</td><td>${one.shop.split('.')[0]}</td><td>${STATUS[one.status]}${last?.status !== 0 && last?.note && html` <span class="quiet">${last.note}</span>`}</td><td>${one.attempts.length}${answer}</td><td>${last ? timeTag(last.at) : one.nextAt && html`due ${timeTag(new Date(one.nextAt).toISOString())}`}</td>
<td class="number">${act(`webhooks/${one.id}/resend`, 'Send again', about, { back })}${act(`webhooks/${one.id}/resend`, 'Send forged', about, { back, signing: 'wrong' })}</td></tr>`;
  };
  return table(
    'Webhooks',
    ['Topic', 'Store', 'State', 'Attempts', 'When', 'Send'],
    deliveries.slice(-SHOWN).reverse().map(row),
    'Nothing was sent yet. Webhooks begin when the app has subscribed.',
  );
}

export const callTable = (calls: SeenCall[]): Html =>
  table(
    'Last calls',
    ['Call', 'Store', 'Answer', 'When'],
    calls
      .slice(0, SHOWN)
      .map(
        ({ at, shop, call, status, note }) =>
          html`<tr><td><code>${call}</code></td><td>${shop.split('.')[0]}</td><td>${status === 0 ? 'No answer' : status}${note && html` <span class="quiet">${note}</span>`}</td><td class="number">${timeTag(at)}</td></tr>`,
      ),
    'Nobody has called since the sandbox started.',
  );
