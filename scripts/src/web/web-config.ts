import { Failure } from '../failure.ts';
import { noWidgets, readWidgets, type Sources, sourcesOf, type Widgets } from './widget-config.ts';

/** Configuration of a built web app, in the format apps/web/src/shared/config.ts reads. */
export type WebConfig = {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  /** The sandbox of a demo; null in production. */
  sandboxUrl: string | null;
  /** Resource to request tokens for; empty for issuers without this parameter. */
  resource: string;
  /** Payment dialog; null redirects to the provider's page. */
  checkout: Checkout | null;
  /** Third-party widgets; the creator app has none. */
  widgets: Widgets;
  /** Header and footer links by name: `LINK_HELP_CENTER` becomes `helpCenter`. */
  links: Record<string, string>;
};

/** Chargebee.js: the script's URL, the site's name, and the origin of the site's pages. */
export type Checkout = { script: string; site: string; pages: string };

const place = /(<script type="application\/json" id="troupe-config">)[^<]*(?=<\/script>)/;

/**
 * Reads the configuration of a web app.
 * @param app `web` or `portal`
 * @throws Failure naming the first missing or invalid variable
 */
export function readWebConfig(app: string, env: NodeJS.ProcessEnv): WebConfig {
  const origin = (name: string) => new URL(address(name, env[name])).origin;
  const named = Object.entries(env).filter(([name, value]) => name.startsWith('LINK_') && value);
  const links = Object.fromEntries(named.map(([name, value]) => [linkName(name), address(name, value)]));
  checkLegacy(links);
  return {
    apiUrl: origin('API_URL'),
    // Issuers are compared exactly, so it isn't normalized.
    issuer: address('ISSUER', env.ISSUER),
    clientId: env.OIDC_CLIENT_ID || `troupe-${app}`,
    webOrigin: origin('WEB_ORIGIN'),
    portalOrigin: origin('PORTAL_ORIGIN'),
    sandboxUrl: env.SANDBOX_URL ? origin('SANDBOX_URL') : null,
    resource: env.OIDC_RESOURCE ?? 'urn:troupe:api',
    checkout: app === 'web' ? readCheckout(env) : null,
    widgets: app === 'web' ? readWidgets(env) : noWidgets,
    links,
  };
}

/** The legacy host redirects to the new dashboard, so both must be set and differ. */
function checkLegacy({ legacyDashboard, newDashboard }: Record<string, string>): void {
  if (!legacyDashboard) return;
  if (!newDashboard)
    throw new Failure('LINK_LEGACY_DASHBOARD needs LINK_NEW_DASHBOARD, where its people are sent.');
  if (new URL(legacyDashboard).host !== new URL(newDashboard).host) return;
  throw new Failure('LINK_LEGACY_DASHBOARD and LINK_NEW_DASHBOARD must be two hosts.');
}

/** The app's accepted origins, for the host check. */
export function originsOf(app: string, { webOrigin, portalOrigin, links }: WebConfig): string[] {
  if (app !== 'web') return [portalOrigin];
  return links.legacyDashboard ? [webOrigin, links.legacyDashboard] : [webOrigin];
}

/** Without `CHARGEBEE_JS_URL`, people pay on the provider's page. */
function readCheckout(env: NodeJS.ProcessEnv): Checkout | null {
  if (!env.CHARGEBEE_JS_URL) return null;
  const { CHARGEBEE_SITE: site = '' } = env;
  if (!/^[a-z0-9-]+$/.test(site)) {
    throw new Failure('CHARGEBEE_SITE must be the name of the site, such as acme-test.');
  }
  const pages = env.CHARGEBEE_PAGES_ORIGIN || `https://${site}.chargebee.com`;
  return {
    script: address('CHARGEBEE_JS_URL', env.CHARGEBEE_JS_URL),
    site,
    pages: new URL(address('CHARGEBEE_PAGES_ORIGIN', pages)).origin,
  };
}

/**
 * Writes the configuration into a page, into its placeholder or before the end of the head. It is
 * data rather than a script, so the content security policy needn't allow inline scripts.
 */
export function injectConfig(html: string, config: WebConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  if (place.test(html)) return html.replace(place, (_, open: string) => open + json);
  const element = `<script type="application/json" id="troupe-config">${json}</script>`;
  return html.replace('</head>', () => `${element}</head>`);
}

/**
 * The content security policy of a web app.
 * @param config the hosts the app uses
 * @param extra additional space-separated origins for requests and pictures
 */
export function contentSecurityPolicy(
  config: WebConfig,
  extra: { connect?: string; images?: string } = {},
): string {
  const issuer = new URL(config.issuer).origin;
  const { checkout } = config;
  const checkoutScript = checkout ? new URL(checkout.script).origin : '';
  const widgets = sourcesOf(config.widgets);
  const theirs = (kind: keyof Sources) => widgets.flatMap((sources) => sources[kind] ?? []).join(' ');
  const rules = {
    'default-src': `'none'`,
    'script-src': `'self' ${checkoutScript} ${theirs('script')}`,
    // The query tools create style elements at runtime.
    'style-src': `'self' 'unsafe-inline' ${checkoutScript} ${theirs('style')}`,
    'font-src': `'self' ${theirs('font')}`,
    // Emails and template previews show YouTube videos as thumbnails.
    'img-src': `'self' ${config.sandboxUrl ?? ''} ${config.apiUrl} https://i.ytimg.com https://cdn.shopify.com data: blob: ${extra.images ?? ''} ${theirs('img')}`,
    'media-src': `'self' ${config.sandboxUrl ?? ''} ${config.apiUrl} blob: ${theirs('media')}`,
    'connect-src': `'self' ${config.apiUrl} ${issuer} ${extra.connect ?? ''} ${theirs('connect')}`,
    'frame-src': `${issuer} ${checkoutScript} ${checkout?.pages ?? ''} ${theirs('frame')}`,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    // The demo form is sent there, also without JavaScript.
    'form-action': `'self' ${config.apiUrl} ${theirs('form')}`,
    'base-uri': `'none'`,
    'object-src': `'none'`,
    'frame-ancestors': `'none'`,
  };
  return Object.entries(rules)
    .map(([name, value]) => [name, ...new Set(value.split(/\s+/).filter(Boolean))].join(' '))
    .join('; ');
}

function address(name: string, value: string | undefined): string {
  const parsed = value ? URL.parse(value) : null;
  if (value && parsed && /^https?:$/.test(parsed.protocol)) return value;
  throw new Failure(
    `${name} must be a web address such as http://localhost:4000${value ? `, not "${value}"` : ''}.`,
  );
}

function linkName(variable: string): string {
  return variable
    .slice('LINK_'.length)
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
