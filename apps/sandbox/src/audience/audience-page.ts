import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { type AudienceRule, type AudienceScript, audienceScripts } from './audience-script.ts';
import type { MadeReport, SeenCall } from './audience-store.ts';
import { KEPT_DAYS } from './audience-store.ts';

const SHOWN = 50;

const TEXTS: Record<AudienceScript, string> = {
  retry_later: 'Not ready yet: retry later',
  empty: 'Never has audience data',
  private: 'Account is private',
  removed: 'Account was removed',
  not_found: 'Account is not found',
  no_tokens: 'Our tokens are used up',
  wrong_key: 'Our key is refused',
  rate_limit: '429, too many requests',
  error_500: '500, internal error',
  error_503: '503, not available',
  hang: 'Never answers',
  lost: 'Makes the report, then never answers',
  half: 'Makes the report, breaks off half-way',
  garbage: 'Answers a page instead of data',
  partial: 'Answers a report that lacks most',
  no_contacts: 'Has no contact details',
  contacts_failed: 'Contact look-up fails',
};

function ruleRow({ account, script, times, until }: AudienceRule): Html {
  return html`<tr><td>${account === '*' ? 'Every account' : account}</td><td>${TEXTS[script]}</td>
<td>${times !== null && `${times} more ${times === 1 ? 'call' : 'calls'}`} ${until && html`until ${timeTag(until)}`}${times === null && until === null && 'Until removed'}</td>
<td class="number"><form method="post" action="/audience/remove"><input type="hidden" name="account" value="${account}"><button aria-label="Remove the order for ${account === '*' ? 'every account' : account}">Remove</button></form></td></tr>`;
}

const reportRow = ({ id, platform, handle, number, created }: MadeReport) =>
  html`<tr><td>${handle}</td><td>${platform}</td><td>${number + 1}</td><td><code>${id}</code></td><td class="number">${timeTag(created)}</td></tr>`;

const callRow = ({ at, call, account, status, error, cost }: SeenCall) =>
  html`<tr><td><code>${call}</code></td><td>${account}</td><td>${status === 0 ? 'No answer' : status}${error && status !== 0 && html` <span class="quiet">${error}</span>`}</td><td class="number">${cost || ''}</td><td class="number">${timeTag(at)}</td></tr>`;

const table = (head: Html, rows: Html[]) =>
  html`<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;

/** What the vendor holds, and the form that orders failures. */
export function audiencePage(state: {
  tokens: number;
  reports: MadeReport[];
  rules: AudienceRule[];
  calls: SeenCall[];
}): string {
  const { tokens, reports, rules, calls } = state;
  const content = html`<div class="head"><div><h1>Audience data</h1>
<div class="quiet">A vendor of audience reports. ${tokens.toLocaleString('en')} tokens left; a report takes 1, contact details 0.04.</div></div>
<form method="post" action="/audience/tokens" class="row"><label>Tokens<input type="number" name="tokens" min="0" max="1000000" step="0.01" value="${tokens}"></label><button>Set tokens</button></form></div>
<h2>Order a failure</h2>
<form method="post" action="/audience/order" class="row">
<label>Account<input name="account" required maxlength="100" placeholder="Username, * for all"></label>
<label>What happens<select name="script">${audienceScripts.map((script) => html`<option value="${script}">${TEXTS[script]}</option>`)}</select></label>
<label>Times<input type="number" name="times" min="1" max="1000" placeholder="Always"></label>
<label>Minutes<input type="number" name="minutes" min="1" max="10000" placeholder="Always"></label>
<button class="main">Order</button></form>
<p class="quiet">A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its order in itself.</p>
${
  rules.length === 0
    ? html`<p class="quiet">No orders. Every account answers.</p>`
    : table(
        html`<th scope="col">Account</th><th scope="col">What happens</th><th scope="col">How long</th><th scope="col" class="number">Remove</th>`,
        rules.map(ruleRow),
      )
}
<h2>Reports</h2>
${
  reports.length === 0
    ? html`<p class="quiet">No report made yet. They can be fetched again for ${KEPT_DAYS} days.</p>`
    : table(
        html`<th scope="col">Account</th><th scope="col">Platform</th><th scope="col">Number</th><th scope="col">Id</th><th scope="col" class="number">Made</th>`,
        reports.slice(0, SHOWN).map(reportRow),
      )
}
<h2>Last calls</h2>
${
  calls.length === 0
    ? html`<p class="quiet">Nobody has called since the sandbox started.</p>`
    : table(
        html`<th scope="col">Call</th><th scope="col">Account</th><th scope="col">Answer</th><th scope="col" class="number">Tokens</th><th scope="col" class="number">When</th>`,
        calls.slice(0, SHOWN).map(callRow),
      )
}`;
  return page({ title: 'Audience data', content, current: 'audience' });
}
