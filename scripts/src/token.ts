import { createHash, randomBytes } from 'node:crypto';
import { Failure, run } from './failure.ts';
import { parseInstanceOptions } from './options.ts';
import { addressesOf, defaultPortBase } from './processes/ports.ts';
import { readRunRecord } from './processes/run-record.ts';

const usage = 'Use: npm run token -- EMAIL [--port-base N] [--data-dir DIR]';
const demoPassword = 'troupe-demo';
const patienceMs = 15_000;

/** The two hosts a login needs. */
type Hosts = { authUrl: string; webUrl: string };

/** Logs in with a demo account like the dashboard, and prints only its access token. */
async function main(): Promise<undefined> {
  const { words, portBase, dataDir } = parseInstanceOptions(process.argv.slice(2));
  const [email] = words;
  if (!email || words.length > 1) throw new Failure(usage);
  const computed = addressesOf(portBase);
  const hosts: Hosts = portBase === defaultPortBase ? (readRunRecord(dataDir) ?? computed) : computed;
  process.stdout.write(`${await fetchToken(hosts, email, demoPassword)}\n`);
}

/**
 * Authorization code flow with PKCE over HTTP, with cookies and the login form.
 * @returns the access token
 * @throws Failure if the host doesn't respond or rejects the account
 */
async function fetchToken({ authUrl, webUrl }: Hosts, email: string, password: string): Promise<string> {
  const visitor = new Visitor(authUrl);
  const redirectUri = `${webUrl}/login`;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'troupe-web',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    resource: 'urn:troupe:api',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await visitor.follow(`${authUrl}/auth?${query}`, redirectUri);
  const action = /<form method="post" action="([^"]+\/login)"/.exec(form.body)?.[1];
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1];
  if (!action || !token) throw unexpected(authUrl, form);
  const answer = await visitor.follow(
    new URL(action, authUrl).href,
    redirectUri,
    new URLSearchParams({ email, password, token }),
  );
  const code = answer.at.searchParams.get('code');
  if (!code) throw refused(email, answer) ?? unexpected(authUrl, answer);
  const exchanged = await visitor.request(
    `${authUrl}/token`,
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'troupe-web',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  );
  const tokens = (await exchanged.json()) as { access_token?: string; error_description?: string };
  if (!tokens.access_token) {
    throw new Failure(`The login host gave no token: ${tokens.error_description ?? exchanged.status}.`);
  }
  return tokens.access_token;
}

/** A response after all redirects on the login host; `at` may be the URL back to the app. */
type Answer = { at: URL; status: number; body: string };

/** Returns the error shown by the login page. */
function refused(email: string, { body }: Answer): Failure | undefined {
  const text = /<div class="summary"[^>]*>([\s\S]*?)<\/div>/.exec(body)?.[1]?.replace(/<[^>]+>/g, '');
  if (text) return new Failure(`${email}: ${decode(text).trim()} Only demo accounts can be used here.`);
  return body.includes('/resend"') ? new Failure(`${email}: the sign-up is not confirmed yet.`) : undefined;
}

const decode = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

function unexpected(authUrl: string, { status, at }: Answer): Failure {
  const reason = at.searchParams.get('error_description') ?? `status ${status}`;
  return new Failure(`The login host at ${authUrl} answered in an unexpected way (${reason}).`);
}

/** Sends a request to the login host with its cookies. */
class Visitor {
  readonly #authUrl: string;
  readonly #cookies = new Map<string, string>();

  constructor(authUrl: string) {
    this.#authUrl = authUrl;
  }

  /** Follows redirects until one leads to the app or there are none. */
  async follow(address: string, redirectUri: string, form?: URLSearchParams): Promise<Answer> {
    let at = new URL(address);
    let body = form;
    for (let step = 0; step < 10; step++) {
      const answer = await this.request(at.href, body);
      const location = answer.headers.get('location');
      if (!location) return { at, status: answer.status, body: await answer.text() };
      await answer.body?.cancel();
      at = new URL(location, at);
      body = undefined;
      if (at.href.startsWith(redirectUri)) return { at, status: answer.status, body: '' };
    }
    throw new Failure(`The login host at ${this.#authUrl} redirects in circles.`);
  }

  /** @throws Failure if there is no response */
  async request(address: string, form?: URLSearchParams): Promise<Response> {
    try {
      const answer = await fetch(address, {
        method: form ? 'POST' : 'GET',
        ...(form ? { body: form } : {}),
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
        signal: AbortSignal.timeout(patienceMs),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name && value) this.#cookies.set(name, value);
        else if (name) this.#cookies.delete(name);
      }
      return answer;
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      throw new Failure(
        timedOut
          ? `The login host at ${this.#authUrl} did not answer within ${patienceMs / 1000} seconds.`
          : `The login host at ${this.#authUrl} does not answer. Run npm start first, with the same --port-base.`,
      );
    }
  }
}

await run(main);
