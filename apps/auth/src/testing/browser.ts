import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/** A response with its URL. */
export interface Page {
  status: number;
  url: string;
  body: string;
  headers: Headers;
  /** Where it redirects outside the login host. */
  leftTo: URL | undefined;
}

/** State an app keeps during a login. */
export interface Started {
  page: Page;
  verifier: string;
  state: string;
}

export type Tokens = {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
};

/** A browser without JavaScript: stores cookies by path, and follows redirects within the host. */
export class Browser {
  readonly #config: Config;
  #address: string;
  readonly #userAgent: string;
  /** What it sends as `Accept-Language`. */
  readonly #languages: string;
  #cookies: { name: string; value: string; path: string }[] = [];

  constructor(
    config: Config,
    {
      address = '192.0.2.1',
      userAgent = '',
      languages = '',
    }: { address?: string; userAgent?: string; languages?: string } = {},
  ) {
    this.#userAgent = userAgent;
    this.#languages = languages;
    this.#config = config;
    this.#address = address;
  }

  /** Switches the browser to another network. */
  moveTo(address: string): void {
    this.#address = address;
  }

  async open(path: string): Promise<Page> {
    return await this.#go(new URL(path, this.#config.issuer), { method: 'GET' });
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    return await this.#go(new URL(path, this.#config.issuer), {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.#config.issuer, ...headers },
    });
  }

  /** Fills in and submits a page's first form, or the one with action `path`. */
  async send(page: Page, fields: Record<string, string>, path?: string): Promise<Page> {
    const forms = [...page.body.matchAll(/<form method="post" action="([^"]+)"[\s\S]*?<\/form>/g)];
    const [form = '', action] = forms.find((one) => path === undefined || one[1] === path) ?? [];
    if (!action) throw new Error(`There is no such form on ${page.url}: ${page.body.slice(0, 2000)}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const kept = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    return await this.post(new URL(action, page.url).pathname, { ...kept, ...fields });
  }

  /** Fills in the sign-up form, and the brand step if there is one. */
  async signUp(page: Page, fields: Record<string, string>): Promise<Page> {
    const next = await this.send(page, fields);
    return next.url.endsWith('/brand') ? await this.send(next, fields) : next;
  }

  /** The passkey challenge of a page. */
  question(page: Page): { challenge: string } {
    const found = /data-question="([^"]+)"/.exec(page.body)?.[1];
    if (!found) throw new Error(`No passkey is asked for on ${page.url}`);
    return JSON.parse(found.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string };
  }

  /** Acts as an app that logs a person in. */
  async startLogin(
    params: Record<string, string | undefined> = {},
    clientId = 'troupe-web',
  ): Promise<Started> {
    const verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(8).toString('hex');
    const query = {
      client_id: clientId,
      redirect_uri: this.redirectUri(clientId),
      response_type: 'code',
      scope: 'openid profile email offline_access',
      resource: 'urn:troupe:api',
      state,
      nonce: 'n',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...params,
    };
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const page = await this.open(`/auth?${new URLSearchParams(given)}`);
    return { page, verifier, state };
  }

  redirectUri(clientId = 'troupe-web'): string {
    return `${clientId === 'troupe-portal' ? this.#config.portalOrigin : this.#config.webOrigin}/login`;
  }

  /** Logs in and returns the app's result. */
  async logIn(
    email: string,
    password: string,
    params: Record<string, string | undefined> = {},
  ): Promise<Tokens> {
    const started = await this.startLogin(params);
    const page = started.page.leftTo ? started.page : await this.send(started.page, { email, password });
    return await this.takeTokens(started, page);
  }

  /** Exchanges the code of a redirect to the app. */
  async takeTokens(started: Started, page: Page, clientId = 'troupe-web'): Promise<Tokens> {
    const code = page.leftTo?.searchParams.get('code');
    if (!code)
      throw new Error(`No code: ${page.status} ${page.leftTo ?? page.url} ${page.body.slice(0, 3500)}`);
    const answer = await this.exchange(code, started.verifier, clientId);
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as Tokens;
  }

  async exchange(code: string, verifier: string, clientId = 'troupe-web'): Promise<Response> {
    const redirectUri = this.redirectUri(clientId);
    return await this.token(
      {
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      },
      new URL(redirectUri).origin,
    );
  }

  async refresh(refreshToken: string): Promise<Response> {
    return await this.token({
      grant_type: 'refresh_token',
      client_id: 'troupe-web',
      refresh_token: refreshToken,
    });
  }

  async token(fields: Record<string, string>, origin = this.#config.webOrigin): Promise<Response> {
    return await fetch(`${this.#config.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin, 'x-forwarded-for': this.#address },
    });
  }

  async #go(url: URL, init: RequestInit): Promise<Page> {
    let target = url;
    let next = init;
    for (let step = 0; step < 12; step++) {
      const answer = await fetch(target, {
        ...next,
        redirect: 'manual',
        headers: {
          ...next.headers,
          cookie: this.#cookieHeader(target),
          'x-forwarded-for': this.#address,
          'user-agent': this.#userAgent,
          'accept-language': this.#languages,
        },
      });
      this.#keepCookies(answer, target);
      const location = answer.headers.get('location');
      const body = await answer.text();
      const to = location ? new URL(location, target) : undefined;
      const leaves = to && to.origin !== this.#config.issuer;
      if (!to || leaves) {
        return {
          status: answer.status,
          url: target.href,
          body,
          headers: answer.headers,
          leftTo: leaves ? to : undefined,
        };
      }
      target = to;
      next = { method: 'GET' };
    }
    throw new Error(`${url} leads in circles`);
  }

  #cookieHeader(url: URL): string {
    return this.#cookies
      .filter(({ path }) => path === '/' || url.pathname === path || url.pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies(answer: Response, url: URL): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const attribute = (wanted: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const cookie = {
        name: pair.slice(0, at),
        value: pair.slice(at + 1),
        path: attribute('path') ?? url.pathname,
      };
      this.#cookies = this.#cookies.filter((old) => old.name !== cookie.name || old.path !== cookie.path);
      const expires = attribute('expires');
      if (!expires || Date.parse(expires) > Date.now()) this.#cookies.push(cookie);
    }
  }
}
