import { html } from '../page/html.ts';
import { page } from '../page/layout.ts';
import { options } from '../page/page-parts.ts';
import { type MailFailure, type MailRules, mailFailures } from './mail-rules.ts';

const FAILURE_NAMES: Record<MailFailure, string> = {
  defer: 'Later (450)',
  bounce: 'No such mailbox (550)',
  full: 'Mailbox full (452)',
  busy: 'Busy (421, hangs up)',
  reject: 'Refused after the data (554)',
  drop: 'Breaks off after the data',
  cut: 'Breaks off in the middle of the data',
  rename: 'Kept under another Message-ID',
};

/** How delivery fails, and the forms that order it. */
export function mailRulesPage(rules: MailRules, smtp: string): string {
  const list = rules.list();
  const content = html`<p class="small"><a href="/mail">Mailbox</a></p>
<div class="head"><div><h1>Failures of delivery</h1><div class="quiet">The mail server at ${smtp} ${rules.down ? 'lets nobody in.' : 'takes mail.'}</div></div>
<form method="post" action="/mail/rules"><input type="hidden" name="down" value="${rules.down ? 'no' : 'yes'}"><button>${rules.down ? 'Let mail in' : 'Take it down'}</button></form></div>
<form class="row" method="post" action="/mail/rules">
<label>Recipient<input name="recipient" required placeholder="ana@example.test or *@example.test"></label>
<label>What happens<select name="failure">${options(FAILURE_NAMES)}</select></label>
<label>Times<input name="times" type="number" min="0" max="1000" placeholder="always"></label>
<button class="main">Order</button>
</form>
<p class="quiet small">Addresses do the same by themselves: ${mailFailures.map((one) => `${one}@`).join(', ')} at any domain; defer-3@ refuses three times. The login "refused" is refused.</p>
${
  list.length === 0
    ? html`<div class="empty"><h2>No failures are ordered.</h2></div>`
    : html`<div class="table"><table><thead><tr><th scope="col">Recipient</th><th scope="col">What happens</th><th scope="col">Times</th><th scope="col"><span class="quiet">Remove</span></th></tr></thead><tbody>${list.map(
        ({ recipient, failure, times }) =>
          html`<tr><td>${recipient}</td><td>${FAILURE_NAMES[failure]}</td><td>${times ?? 'always'}</td><td><form method="post" action="/mail/rules"><input type="hidden" name="remove" value="${recipient}"><button class="danger">Remove</button></form></td></tr>`,
      )}</tbody></table></div>`
}`;
  return page({ title: 'Failures of delivery', content, current: 'mail' });
}
