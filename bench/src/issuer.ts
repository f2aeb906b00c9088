import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A login host that issues tokens for measurements; the API verifies them normally. */
export interface Issuer {
  url: string;
  sign(subject: string): string;
  stop(): void;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        request.url === '/jwks' ? { keys: [jwk] } : { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` },
      ),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sign(subject) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer.url, aud: 'urn:troupe:api', sub: subject, iat: now, exp: now + 7200 };
      const content = `${encode({ alg: 'RS256', kid: 'bench', typ: 'at+jwt' })}.${encode(claims)}`;
      return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
    },
    stop: () => server.close(),
  };
  return issuer;
}
