import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { destinationOf, type LinkTarget, MAX_DESTINATION, pathInStore } from './link-destination.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const DATA = join(SHARED, 'data/affiliate');
const there = existsSync(join(DATA, 'urls'));
if (!there)
  console.log('Stand-down policies, query strippers and hostile URLs are not here: they are not tried.');

const STORE = 'https://larkmoor.example';
const CLICK = '01936e5c-7a3b-7c11-9d1f-0d5c3c1f7a52';
const link: LinkTarget = {
  storefront: STORE,
  path: '/products/tent?variant=2#reviews',
  slug: 'mara-tent',
  code: null,
  credits: true,
  standDown: true,
};
const leadsTo = (change: Partial<LinkTarget> = {}, query = '') =>
  destinationOf(Object.assign({ ...link }, change)).at(CLICK, query);

test('leads to the page in the store, with slug, click and the request to stand down', () => {
  expect(leadsTo()).toBe(`${STORE}/products/tent?variant=2&ref=mara-tent&tr=${CLICK}&afsrc=1#reviews`);
  expect(leadsTo({ path: '/' })).toBe(`${STORE}/?ref=mara-tent&tr=${CLICK}&afsrc=1`);
  expect(leadsTo({ path: '/', standDown: false })).toBe(`${STORE}/?ref=mara-tent&tr=${CLICK}`);
});

test('puts a code into the cart through the discount page of the store', () => {
  const address = new URL(leadsTo({ code: 'MARA 10%' }));
  expect(address.pathname).toBe('/discount/MARA%2010%25');
  expect([...address.searchParams.keys()]).toEqual(['redirect']);
  expect(address.searchParams.get('redirect')).toBe(
    `/products/tent?variant=2&ref=mara-tent&tr=${CLICK}&afsrc=1#reviews`,
  );
});

test('a store below a path keeps it in front of the page and out of the redirect', () => {
  const storefront = 'http://localhost:4002/shopify/larkmoor.myshopify.com';
  expect(leadsTo({ storefront, path: '/cart' })).toBe(`${storefront}/cart?ref=mara-tent&tr=${CLICK}&afsrc=1`);
  const redirect = new URL(leadsTo({ storefront, path: '/cart', code: 'MARA' })).searchParams.get('redirect');
  expect(redirect).toBe(`/cart?ref=mara-tent&tr=${CLICK}&afsrc=1`);
});

test('a link without credit leads to the store without slug, click and code', () => {
  const path = '/cart?ref=somebody&tr=1&afsrc=1&size=m';
  expect(leadsTo({ path, credits: false, code: 'MARA' })).toBe(`${STORE}/cart?size=m`);
});

test("only the visitor's utm parameters are passed on, cleaned, and never replace those of the link", () => {
  const query = new URLSearchParams({
    utm_source: 'story\r\nSet-Cookie: a=b\u202e',
    utm_medium: 'bio',
    utm_content: 'x'.repeat(5000),
    ref: 'thief',
    redirect: 'https://evil.example',
    gclid: '1',
  });
  const address = new URL(leadsTo({ path: '/?utm_medium=brand' }, `${query}&utm_source=second`));
  expect(Object.fromEntries(address.searchParams)).toEqual({
    utm_medium: 'brand',
    utm_source: 'story Set-Cookie: a=b',
    utm_content: 'x'.repeat(200),
    ref: 'mara-tent',
    tr: CLICK,
    afsrc: '1',
  });
  expect(leadsTo({}, 'utm_source=%0d%0aX:1&utm_term=%F0%9F%98%80')).toMatch(/^[\x21-\x7e]+$/);
});

const LEAVING = [
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', '///evil.example', '/.//evil.example'],
  ...[
    'https:evil.example',
    'https:/evil.example',
    'https://evil.example',
    'https://larkmoor.example.evil.example',
  ],
  ...['https://larkmoor.example@evil.example/', 'https://user@larkmoor.example/', 'javascript:alert(1)'],
  ...[
    'data:text/html,x',
    '/%09/evil.example',
    '/\t/evil.example',
    '/%0d%0aset-cookie:a=b',
    '/%5cevil.example',
  ],
  ...[
    '/%2fevil.example',
    '%2f%2fevil.example',
    'evil.example',
    '',
    ' /cart',
    '/cart\n',
    '/a/..//evil.example',
  ],
  ...[
    'https://lаrkmoor.example/',
    'http://larkmoor.example:8080/',
    '/\u2028/evil',
    `/${'a'.repeat(MAX_DESTINATION)}`,
  ],
];

test.each(LEAVING)('refuses the destination %j', (destination) => {
  expect(pathInStore(destination, STORE)).toBeNull();
  expect(() => leadsTo({ path: destination })).toThrow('leaves its store');
});

test('takes paths and whole URLs of the store', () => {
  expect(pathInStore('/collections/été?a=1&b=/x#top', STORE)).toBe('/collections/%C3%A9t%C3%A9?a=1&b=/x#top');
  expect(pathInStore('HTTPS://LARKMOOR.example/cart', STORE)).toBe('/cart');
  expect(pathInStore('https://larkmoor.example', STORE)).toBe('/');
  expect(pathInStore('/a/../b', STORE)).toBe('/b');
  const below = 'http://localhost:4002/shopify/larkmoor';
  expect(pathInStore('http://localhost:4002/shopify/larkmoor/cart', below)).toBe('/cart');
  for (const other of ['http://localhost:4002/shopify/other/cart', '/../other/cart', '/../larkmoor2'])
    expect(pathInStore(other, below)).toBeNull();
});

const read = (name: string) => readFileSync(join(DATA, name), 'utf8');

test.runIf(there)('no URL of the web platform tests leads out of the store', () => {
  const cases: ({ input: string } | string)[] = JSON.parse(read('urls/urltestdata.json'));
  const inputs = cases.flatMap((one) => (typeof one === 'string' ? [] : [one.input]));
  expect(inputs.length).toBeGreaterThan(800);
  let taken = 0;
  for (const input of inputs.flatMap((text) => [text, `/${text}`])) {
    const path = pathInStore(input, STORE);
    if (path === null) continue;
    taken++;
    for (const code of [null, 'MARA']) {
      const address = new URL(leadsTo({ path, code }));
      expect(address.origin).toBe(STORE);
      // A browser at the store follows the redirect as a reference.
      const redirect = address.searchParams.get('redirect');
      if (code) expect(new URL(redirect ?? '', STORE).origin).toBe(STORE);
      expect(address.href).toMatch(/^[\x21-\x7e]+$/);
    }
  }
  expect(taken).toBeGreaterThan(100);
});

interface Matcher {
  name: string;
  value?: string;
}
interface Policy {
  id: string;
  detection: { landingParams?: { anyOf: { allOf: Matcher[] }[] }[]; redirectDomains?: Pattern[] };
}
interface Pattern {
  pattern: string;
  kind: string;
}

test.runIf(there)('extensions that follow the universal, CJ and impact policies stand down on a link', () => {
  const { allPolicies }: { allPolicies: Policy[] } = JSON.parse(read('standdown/policies.json'));
  const standsDown = (address: string, { detection }: Policy) => {
    const { searchParams } = new URL(address);
    const matches = ({ name, value }: Matcher) =>
      value === undefined ? searchParams.has(name) : searchParams.getAll(name).includes(value);
    return Boolean(
      detection.landingParams?.some(({ anyOf }) => anyOf.some(({ allOf }) => allOf.every(matches))) ||
        detection.redirectDomains?.some(
          ({ pattern, kind }) => kind === 'regex' && new RegExp(pattern).test(address),
        ),
    );
  };
  const standing = (address: string) =>
    allPolicies.filter((one) => standsDown(address, one)).map(({ id }) => id);
  const wanted = ['cj', 'impact', 'universal'];
  expect(standing(leadsTo())).toEqual(wanted);
  // With a code, extensions see the page that the store redirects to.
  const redirect = new URL(leadsTo({ code: 'MARA' })).searchParams.get('redirect') ?? '';
  expect(standing(new URL(redirect, STORE).href)).toEqual(wanted);
  expect(standing(leadsTo({ standDown: false }))).toEqual([]);
  expect(standing(leadsTo({ credits: false }))).toEqual([]);
});

test.runIf(there)('ClearURLs and AdGuard leave slug, click and the request to stand down', () => {
  const { providers }: { providers: Record<string, { urlPattern: string; rules: string[] }> } = JSON.parse(
    read('urls/clearurls_data.min.json'),
  );
  const adguard = read('urls/adguard_trackparam_general_url.txt')
    .split('\n')
    .map((line) => /^\$removeparam=(\/(?:\\.|[^/])+\/|[^,/]+)/.exec(line)?.[1])
    .filter((rule) => rule !== undefined)
    .map((rule) =>
      rule.startsWith('/')
        ? new RegExp(rule.slice(1, rule.lastIndexOf('/')))
        : new RegExp(`^${RegExp.escape(rule)}=`),
    );
  expect(adguard.length).toBeGreaterThan(100);
  const strip = (address: string) => {
    const url = new URL(address);
    const rules = Object.values(providers)
      .filter(({ urlPattern }) => new RegExp(urlPattern, 'i').test(address))
      .flatMap((provider) => provider.rules.map((rule) => new RegExp(`^${rule}$`, 'i')));
    expect(rules.length).toBeGreaterThan(20);
    for (const [name, value] of [...url.searchParams]) {
      const stripped =
        rules.some((rule) => rule.test(name)) || adguard.some((rule) => rule.test(`${name}=${value}`));
      if (stripped) url.searchParams.delete(name);
    }
    return [...url.searchParams.keys()];
  };
  const query = 'utm_source=story&utm_campaign=spring';
  expect(strip(leadsTo({}, query))).toEqual(['variant', 'ref', 'tr', 'afsrc']);
});
