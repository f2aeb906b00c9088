import { Failure } from './failure.ts';

/** What a built web app is told about its surroundings; the same shape as apps/web/src/shared/config.ts reads. */
export type WebConfig = {
  apiUrl: string;
  issuer: string;
  clientId: string;
  webOrigin: string;
  portalOrigin: string;
  sandboxUrl: string;
  /** The resource that tokens are asked for; empty for issuers that do not know the parameter. */
  resource: string;
  /** Targets of header and footer links, by name: `LINK_HELP_CENTER` becomes `helpCenter`. */
  links: Record<string, string>;
};

const place = /(<script type="application\/json" id="troupe-config">)[^<]*(?=<\/script>)/;

/**
 * Reads the configuration of one web app.
 * @param app `web` or `portal`
 * @throws Failure naming the first variable that is missing or no web address
 */
export function readWebConfig(app: string, env: NodeJS.ProcessEnv): WebConfig {
  const origin = (name: string) => new URL(address(name, env[name])).origin;
  const links = Object.entries(env).filter(([name, value]) => name.startsWith('LINK_') && value);
  return {
    apiUrl: origin('API_URL'),
    // An issuer is compared to the character, so it is passed on untouched.
    issuer: address('ISSUER', env.ISSUER),
    clientId: env.OIDC_CLIENT_ID || `troupe-${app}`,
    webOrigin: origin('WEB_ORIGIN'),
    portalOrigin: origin('PORTAL_ORIGIN'),
    sandboxUrl: origin('SANDBOX_URL'),
    resource: env.OIDC_RESOURCE ?? 'urn:troupe:api',
    links: Object.fromEntries(links.map(([name, value]) => [linkName(name), address(name, value)])),
  };
}

/**
 * Writes the configuration into a page, where its empty element waits or else before the head's end. It is
 * data, not a script: the content security policy need not allow inline scripts for it.
 */
export function injectConfig(html: string, config: WebConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  if (place.test(html)) return html.replace(place, (_, open: string) => open + json);
  const element = `<script type="application/json" id="troupe-config">${json}</script>`;
  return html.replace('</head>', () => `${element}</head>`);
}

/**
 * The content security policy of a web app.
 * @param config tells which hosts the app speaks with
 * @param extra further origins, separated by blanks: what else may be called, and where pictures may come from
 */
export function contentSecurityPolicy(
  config: WebConfig,
  extra: { connect?: string; images?: string } = {},
): string {
  const issuer = new URL(config.issuer).origin;
  const rules = {
    'default-src': `'none'`,
    'script-src': `'self'`,
    // The query tools write their styles into style elements while they run.
    'style-src': `'self' 'unsafe-inline'`,
    'font-src': `'self'`,
    // Mail shows a video of YouTube as its picture, and so does the preview of a template.
    'img-src': `'self' ${config.sandboxUrl} ${config.apiUrl} https://i.ytimg.com data: blob: ${extra.images ?? ''}`,
    'media-src': `'self' ${config.sandboxUrl} ${config.apiUrl} blob:`,
    'connect-src': `'self' ${config.apiUrl} ${issuer} ${extra.connect ?? ''}`,
    'frame-src': issuer,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    'form-action': `'self'`,
    'base-uri': `'none'`,
    'object-src': `'none'`,
    'frame-ancestors': `'none'`,
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value.trim()}`)
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
