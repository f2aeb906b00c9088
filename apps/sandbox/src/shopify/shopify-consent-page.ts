import { Html, html } from '../page/html.ts';
import { type ConsentRequest, withheldOf } from './shopify-authorize.ts';
import type { Shop } from './shopify-entity.ts';
import { SCOPES } from './shopify-scope.ts';

/** A page of the platform as its merchants see it: no way to the rest of the sandbox. */
export function merchantPage(title: string, content: Html, shop?: Shop): string {
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} - Sandbox store</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body class="shopper">
<header class="top"><span class="home">Sandbox store</span>${shop && html`<span class="quiet">${shop.domain}</span>`}</header>
<main id="content" class="narrow" tabindex="-1">
${content}
</main>
<footer class="narrow quiet small"><p>This is a sandbox. No store is touched.</p></footer>
</body>
</html>
`.markup;
}

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
