import { html } from './html.ts';
import { page } from './layout.ts';

/** The front page: what the sandbox plays, with something to see of each. */
export function homePage(options: { smtp: string; mails: number; dns: string; records: number }): string {
  const avatars = ['mila', 'noor', 'jonah', 'hana', 'zuri', 'leif', 'camille', 'owen'];
  const thumbs: [string, string][] = [
    ['ridge', 'outdoors'],
    ['lap', 'running'],
    ['cup', 'food'],
    ['desk', 'tech'],
    ['glow', 'beauty'],
  ];
  const brands = ['larkmoor', 'fernhill', 'tidewater'];
  const content = html`<h1>The outside world, on this machine</h1>
<p class="quiet">Troupe talks to mail servers, social platforms, data vendors, a billing vendor and a store platform. Here the sandbox plays them: nothing leaves this machine.</p>
<div class="cards">
<section class="panel"><h2>Mail</h2>
<p>Takes every mail sent to <code>${options.smtp}</code> and keeps the newest 5,000.</p>
<p class="quiet">To see a delivery fail, write to <code>defer@</code>, <code>bounce@</code>, <code>full@</code>, <code>busy@</code>, <code>reject@</code> or <code>drop@</code> at any domain.</p>
<p><a class="button main" href="/mail">Open mailbox</a> <span class="quiet">${options.mails.toLocaleString('en')} kept</span></p></section>
<section class="panel"><h2>Audience data</h2>
<p>Sells audience reports and contact details of any account, for tokens, and can be told to fail.</p>
<p><a class="button main" href="/audience">Open audience data</a></p></section>
<section class="panel"><h2>Social platforms</h2>
<p>Plays YouTube, Instagram and TikTok. Every account name resolves, and the same name is always the same account.</p>
<p class="quiet">Names that begin with <code>private</code>, <code>restricted</code>, <code>gone</code> or <code>hidden</code> are so.</p>
<p><a class="button main" href="/social">Open platforms</a></p></section>
<section class="panel"><h2>Billing</h2>
<p>Takes payments with test cards on its own pages, keeps subscriptions and invoices, and tells of them by webhook.</p>
<p class="quiet">Renewals, declined cards and lost answers can be made to happen.</p>
<p><a class="button main" href="/billing">Open billing</a></p></section>
<section class="panel"><h2>Stores</h2>
<p>Plays Shopify: stores that install the app, take test orders, give money back, and tell of it by webhook.</p>
<p class="quiet">Forged arrivals, dead tokens, lost and doubled webhooks can be made to happen.</p>
<p><a class="button main" href="/shopify">Open stores</a></p></section>
<section class="panel"><h2>DNS</h2>
<p>A name server at <code>${options.dns}</code>: records can be added, go wrong, appear late or vanish.</p>
<p><a class="button main" href="/dns">Open DNS</a> <span class="quiet">${options.records.toLocaleString('en')} records</span></p></section>
<section class="panel"><h2>Widgets</h2>
<p>Stands in for the support messenger, product updates and the tag manager, and writes down what pages do with them.</p>
<p><a class="button main" href="/widgets">Open widgets</a></p></section>
<section class="panel"><h2>Pictures</h2>
<p>Serves avatars, brand marks and content thumbnails. The same seed always gives the same picture.</p>
<div class="pictures">${avatars.map((seed) => html`<img class="round" src="/avatar/${seed}.jpg" alt="" width="48" height="48">`)}</div>
<div class="pictures">${thumbs.map(([seed, kind]) => html`<img src="/thumb/${seed}.jpg?kind=${kind}" alt="" width="64" height="48">`)}${brands.map((seed) => html`<img src="/brand/${seed}.jpg" alt="" width="48" height="48">`)}</div></section>
</div>`;
  return page({ title: 'What it plays', content, current: 'home' });
}

/** A failure, in words, with a way on. */
export function failurePage(message: string): string {
  return page({
    title: 'Not shown',
    content: html`<div class="empty"><h1>${message}</h1><p><a class="button" href="/mail">Open mailbox</a></p></div>`,
  });
}
