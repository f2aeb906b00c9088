import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;
let accountId: string;

beforeAll(async () => {
  instance = await startInstance();
  accountId = await instance.addAccount('alva@larkmoor.test');
  await instance.addAccount('ada@troupe.test', { groups: ['admin'] });
});

afterAll(async () => await instance?.close());

const verify = async (token: string) =>
  await jwtVerify(token, createRemoteJWKSet(new URL(`${instance.config.issuer}/jwks`)), {
    issuer: instance.config.issuer,
    audience: 'urn:troupe:api',
    algorithms: ['RS256'],
    typ: 'at+jwt',
  });

test('[R7.002] logging in at the login host gives the app a signed access token for the API', async () => {
  const tokens = await new Browser(instance.config).logIn('alva@larkmoor.test', password);
  const { payload } = await verify(tokens.access_token);
  expect(payload).toMatchObject({
    sub: accountId,
    client_id: 'troupe-web',
    email: 'alva@larkmoor.test',
    email_verified: true,
    given_name: 'Alva',
    family_name: 'Berg',
    groups: [],
    troupe_role: 'brand',
  });
  expect(payload).not.toHaveProperty('troupe_brand');
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1800);
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: accountId, aud: 'troupe-web', nonce: 'n' });
});
