import { type Html, html } from '../page/html.ts';
import { vendorPage } from '../page/vendor-page.ts';
import { type ConsentRequest, withheldOf } from './shopify-authorize.ts';
import type { Shop } from './shopify-entity.ts';
import { SCOPES } from './shopify-scope.ts';

/** A page of the platform as its merchants see it. */
const merchantPage = (title: string, content: Html, shop?: Shop): string =>
  vendorPage({
    vendor: 'Sandbox store',
    title,
    content,
    ...(shop && { about: shop.domain }),
    note: 'No store is touched.',
  });

/** Asks the merchant whether the app may be installed. */
export function consentPage(shop: Shop, asked: ConsentRequest, query: URLSearchParams): string {
  const withheld = withheldOf(shop, asked);
  const given = asked.scopes.filter((scope) => !withheld.includes(scope));
  const list = (scopes: string[]) =>
    html`<ul class="plain">${scopes.map((scope) => html`<li>${SCOPES[scope] ?? scope} <code>${scope}</code></li>`)}</ul>`;
  const again = shop.installation !== null;
  const content = html`<h1>${again ? 'Update Troupe' : 'Install Troupe'}</h1>
<p>${again ? 'Troupe asks for more than it has' : 'Troupe wants to be installed'} on <strong>${shop.name}</strong>.</p>
<section class="panel"><h2>Troupe will be able to</h2>
${given.length > 0 ? list(given) : html`<p>Nothing but know that this store exists.</p>`}</section>
${withheld.length > 0 && html`<section class="panel"><h2>This store does not allow</h2>${list(withheld)}</section>`}
<form method="post" action="?${query.toString()}" class="row"><button class="main" name="decision" value="install">${again ? 'Update app' : 'Install app'}</button>
<button name="decision" value="decline">Cancel</button></form>`;
  return merchantPage(again ? 'Update app' : 'Install app', content, shop);
}

/** Why there is nothing to consent to. */
export const consentFailurePage = (message: string): string =>
  merchantPage('Not possible', html`<h1>This app cannot be installed</h1><p>${message}</p>`);
