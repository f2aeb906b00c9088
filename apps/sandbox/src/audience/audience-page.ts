import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { howOften, options, table } from '../page/page-parts.ts';
import type { AudienceRule, AudienceScript } from './audience-script.ts';
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
<td>${(times !== null || until === null) && howOften(times, 'call')} ${until && html`until ${timeTag(until)}`}</td>
<td class="number"><form method="post" action="/audience/remove"><input type="hidden" name="account" value="${account}"><button aria-label="Remove the order for ${account === '*' ? 'every account' : account}">Remove</button></form></td></tr>`;
}

const reportRow = ({ id, platform, handle, number, created }: MadeReport) =>
  html`<tr><td>${handle}</td><td>${platform}</td><td>${number + 1}</td><td><code>${id}</code></td><td class="number">${timeTag(created)}</td></tr>`;

const callRow = ({ at, call, account, status, error, cost }: SeenCall) =>
  html`<tr><td><code>${call}</code></td><td>${account}</td><td>${status === 0 ? 'No answer' : status}${error && status !== 0 && html` <span class="quiet">${error}</span>`}</td><td class="number">${cost || ''}</td><td class="number">${timeTag(at)}</td></tr>`;

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
<label>What happens<select name="script">${options(TEXTS)}</select></label>
<label>Times<input type="number" name="times" min="1" max="1000" placeholder="Always"></label>
<label>Minutes<input type="number" name="minutes" min="1" max="10000" placeholder="Always"></label>
<button class="main">Order</button></form>
<p class="quiet">A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its order in itself.</p>
${table(
  'Orders',
  ['Account', 'What happens', 'How long', 'Remove'],
  rules.map(ruleRow),
  'No orders. Every account answers.',
)}
<h2>Reports</h2>
${table(
  'Reports',
  ['Account', 'Platform', 'Number', 'Id', 'Made'],
  reports.slice(0, SHOWN).map(reportRow),
  `No report made yet. They can be fetched again for ${KEPT_DAYS} days.`,
)}
<h2>Last calls</h2>
${table(
  'Last calls',
  ['Call', 'Account', 'Answer', 'Tokens', 'When'],
  calls.slice(0, SHOWN).map(callRow),
  'Nobody has called since the sandbox started.',
  2,
)}`;
  return page({ title: 'Audience data', content, current: 'audience' });
}
