import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A login host for tests: real discovery and keys over HTTP, custom tokens. */
export interface TestIssuer {
  url: string;
  /** Signs a token; claims given here override the defaults, `undefined` removes one. */
  sign(claims: JWTPayload, options?: { key?: 'second' | 'unknown'; typ?: string }): Promise<string>;
  /** Adds to the revocation list and stops publishing revoked keys. */
  revoke(ids: { keys?: string[]; sessions?: string[]; grants?: string[] }): void;
  /** While true, discovery, keys and revocations respond with 503. */
  setDown(down: boolean): void;
  stop(): Promise<void>;
}

/** Key pairs shared by all issuers of this process: generating one is as slow as starting the API. */
let pairs: Promise<Record<'known' | 'second' | 'unknown', GenerateKeyPairResult>> | undefined;

async function makePairs() {
  const [known, second, unknown] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
  ]);
  return { known, second, unknown };
}

/** @param options `foreign`: an issuer without a revocation list */
export async function startTestIssuer(options: { foreign?: boolean } = {}): Promise<TestIssuer> {
  pairs ??= makePairs();
  const keys = await pairs;
  const publicKey = async (kid: 'known' | 'second') => ({
    ...(await exportJWK(keys[kid].publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  });
  const published = [await publicKey('known'), await publicKey('second')];
  const revoked = { keys: [] as string[], sessions: [] as string[], grants: [] as string[] };
  let down = false;
  const server = createServer((request, response) => {
    if (down) return response.writeHead(503).end();
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/jwks')) {
      const left = published.filter(({ kid }) => !revoked.keys.includes(kid));
      return response.end(JSON.stringify({ keys: left }));
    }
    if (request.url?.endsWith('/revocations')) return response.end(JSON.stringify(revoked));
    const discovery = {
      issuer: url,
      jwks_uri: `${url}/jwks`,
      ...(options.foreign ? {} : { revocation_list_uri: `${url}/revocations` }),
    };
    response.end(JSON.stringify(discovery));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sign(claims, options = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: url, aud: 'urn:troupe:api', iat: now, exp: now + 900, ...claims };
      return new SignJWT(payload)
        .setProtectedHeader({
          alg: 'RS256',
          kid: options.key ?? 'known',
          typ: options.typ ?? 'at+jwt',
        })
        .sign(keys[options.key ?? 'known'].privateKey);
    },
    revoke({ keys = [], sessions = [], grants = [] }) {
      revoked.keys.push(...keys);
      revoked.sessions.push(...sessions);
      revoked.grants.push(...grants);
    },
    setDown(value) {
      down = value;
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
