import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A login host for tests: real discovery and keys over HTTP, tokens made to measure. */
export interface TestIssuer {
  url: string;
  /** A signed token; claims given here replace the usual ones, `undefined` removes one. */
  sign(claims: JWTPayload, options?: { key?: 'unknown'; typ?: string }): Promise<string>;
  /** While true, discovery and keys answer 503. */
  setDown(down: boolean): void;
  stop(): Promise<void>;
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const known = await generateKeyPair('RS256');
  const unknown = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(known.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' };
  let down = false;
  const server = createServer((request, response) => {
    if (down) return response.writeHead(503).end();
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/jwks')) return response.end(JSON.stringify({ keys: [jwk] }));
    response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }));
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
          kid: options.key === 'unknown' ? 'unknown' : 'known',
          typ: options.typ ?? 'at+jwt',
        })
        .sign(options.key === 'unknown' ? unknown.privateKey : known.privateKey);
    },
    setDown(value) {
      down = value;
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
