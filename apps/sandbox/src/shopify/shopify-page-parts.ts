import { type Html, html } from '../page/html.ts';
import { timeTag } from '../page/layout.ts';
import { actsOf, table } from '../page/page-parts.ts';
import type { Delivery } from './shopify-entity.ts';
import type { SeenCall } from './shopify-store.ts';

/** Rows of a table on a page. */
export const SHOWN = 30;

export const act = actsOf('/shopify/_page');

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
    'No deliveries yet Webhooks begin when the app has subscribed.',
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
