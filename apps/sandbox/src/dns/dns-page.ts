import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { howOften, options, table } from '../page/page-parts.ts';
import type { DnsFailure, DnsOrder, SeenLookUp } from './dns-orders.ts';
import { type DnsRecord, type DnsState, dnsStates, dnsTypes } from './dns-record.ts';

const SHOWN = 50;

const STATES: Record<DnsState, string> = {
  present: 'As it stands',
  absent: 'Absent',
  wrong: 'Wrong value',
  split: 'In short strings',
  double: 'With a second record',
  revoked: 'Revoked key',
};

const FAILURES: Record<DnsFailure, string> = {
  servfail: 'The name server fails',
  nxdomain: 'No such name',
  refused: 'Refused',
  silent: 'Never answers',
  garbage: 'Answers noise',
  lies: 'Answers wrong records',
};

function answeredAs({ state, from, until }: DnsRecord, now: Date): Html {
  const ahead = (iso: string | null): iso is string => iso !== null && Date.parse(iso) > now.getTime();
  if (until !== null && !ahead(until)) return html`Gone since ${timeTag(until)}`;
  return html`${ahead(from) ? html`There from ${timeTag(from)}` : STATES[state]}${ahead(until) && html`, until ${timeTag(until)}`}`;
}

function recordRow(record: DnsRecord, now: Date): Html {
  return html`<tr><td title="${record.name}">${record.name}</td><td>${record.type}</td>
<td title="${record.value}"><code>${valueText(record)}</code></td>
<td>${answeredAs(record, now)}</td>
<td class="number"><a class="button" href="/dns/${record.id}" aria-label="Change ${record.type} ${record.name}">Change</a></td></tr>`;
}

const valueText = ({ type, priority, value }: DnsRecord) => (type === 'MX' ? `${priority} ${value}` : value);

/** One record, with the form that changes how it is answered. */
export function dnsRecordPage(record: DnsRecord, now: Date): string {
  const states = dnsStates.filter((state) => state !== 'revoked' || /^v=dkim1/i.test(record.value));
  const content = html`<p><a href="/dns">All records</a></p>
<h1>${record.name}</h1>
<dl class="facts"><dt>Type</dt><dd>${record.type}</dd><dt>Value</dt><dd><code>${valueText(record)}</code></dd><dt>Answered</dt><dd>${answeredAs(record, now)}</dd></dl>
<h2>Answer it otherwise</h2>
<form method="post" action="/dns/change" class="row"><input type="hidden" name="id" value="${record.id}">
<label>Answered<select name="state">${states.map((state) => html`<option value="${state}"${state === record.state && html` selected`}>${STATES[state]}</option>`)}<option value="appears">There in some minutes</option><option value="gone">Gone in some minutes</option></select></label>
<label>Minutes<input type="number" name="minutes" min="0" max="100000" step="any" placeholder="For the last two"></label>
<button class="main">Change</button></form>
<h2>Remove it</h2>
<form method="post" action="/dns/remove"><input type="hidden" name="id" value="${record.id}"><button class="danger">Remove record</button></form>`;
  return page({ title: record.name, content, current: 'dns' });
}

const orderRow = ({ name, failure, times }: DnsOrder) =>
  html`<tr><td>${name === '*' ? 'Every name' : name}</td><td>${FAILURES[failure]}</td><td>${howOften(times, 'look-up')}</td>
<td class="number"><form method="post" action="/dns/orders/remove"><input type="hidden" name="name" value="${name}"><button aria-label="Remove the order for ${name === '*' ? 'every name' : name}">Remove</button></form></td></tr>`;

const lookUpRow = ({ at, name, type, answer }: SeenLookUp) =>
  html`<tr><td title="${name}">${name}</td><td>${type}</td><td>${typeof answer === 'string' ? FAILURES[answer] : answer === 0 ? 'Nothing there' : `${answer} ${answer === 1 ? 'record' : 'records'}`}</td><td class="number">${timeTag(at)}</td></tr>`;

/** What the name server knows, and the forms that change it. */
export function dnsPage(state: {
  address: string;
  records: DnsRecord[];
  orders: DnsOrder[];
  lookUps: SeenLookUp[];
  now: Date;
}): string {
  const { address, records, orders, lookUps, now } = state;
  const content = html`<div class="head"><div><h1>DNS</h1>
<div class="quiet">A name server at <code>${address}</code>, on UDP and TCP. ${records.length.toLocaleString('en')} ${records.length === 1 ? 'record' : 'records'}.</div></div></div>
<h2>Add a record</h2>
<form method="post" action="/dns/add" class="row">
<label>Name<input name="name" required maxlength="255" placeholder="mail.acme.test"></label>
<label>Type<select name="type">${dnsTypes.map((type) => html`<option>${type}</option>`)}</select></label>
<label>Value<input name="value" required maxlength="4000"></label>
<label>Priority<input type="number" name="priority" min="0" max="65535" placeholder="For MX"></label>
<button class="main">Add record</button></form>
<details class="section"><summary>Paste several</summary>
<form method="post" action="/dns/paste"><label>Lines<textarea name="text" required maxlength="9000" rows="6" placeholder="mail.acme.test TXT v=spf1 include:_spf.troupe.test ~all"></textarea></label>
<p class="quiet">A line holds a name, a type and a value, as zone files write them.</p>
<p><button class="main">Add records</button></p></form></details>
<h2>Records</h2>
${table(
  'Records',
  ['Name', 'Type', 'Value', 'Answered', 'Change'],
  records.map((record) => recordRow(record, now)),
  'No records. Every look-up finds nothing.',
)}
<h2>Order a failure</h2>
<form method="post" action="/dns/orders" class="row">
<label>Name<input name="name" required maxlength="255" placeholder="A name, *.acme.test, or * for all"></label>
<label>What happens<select name="failure">${options(FAILURES)}</select></label>
<label>Times<input type="number" name="times" min="1" max="1000" placeholder="Always"></label>
<button class="main">Order</button></form>
${table(
  'Orders',
  ['Name', 'What happens', 'How long', 'Remove'],
  orders.map(orderRow),
  'No orders. Every look-up is answered.',
)}
<h2>Last look-ups</h2>
${table(
  'Last look-ups',
  ['Name', 'Type', 'Answer', 'When'],
  lookUps.slice(0, SHOWN).map(lookUpRow),
  'Nobody has asked since the sandbox started.',
)}`;
  return page({ title: 'DNS', content, current: 'dns' });
}
