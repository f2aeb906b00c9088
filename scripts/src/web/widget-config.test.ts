import { expect, test } from 'vitest';
import { sandboxWidgets } from '../hosts.ts';
import { contentSecurityPolicy, readWebConfig } from './web-config.ts';
import { noWidgets } from './widget-config.ts';

const env = {
  API_URL: 'https://api.example.com',
  ISSUER: 'https://login.example.com',
  WEB_ORIGIN: 'https://app.example.com',
  PORTAL_ORIGIN: 'https://creators.example.com',
  SANDBOX_URL: 'https://api.example.com',
};
const intercom = { INTERCOM_APP_ID: 'ab12cd34' };
const beamer = { BEAMER_PRODUCT_ID: 'AbCdEf123' };
const headway = { HEADWAY_ACCOUNT: 'xYz12a' };
const tags = { GTM_CONTAINER_ID: 'GTM-AB12CD3' };

const configOf = (more: object, app = 'web') => readWebConfig(app, { ...env, ...more });
const policyOf = (more: object, app = 'web') => contentSecurityPolicy(configOf(more, app));
/** The hosts of a directive besides our own. */
const foreign = (policy: string, directive: string) =>
  (policy.split('; ').find((rule) => rule.startsWith(`${directive} `)) ?? '')
    .split(' ')
    .slice(1)
    .filter(
      (source) =>
        /^(https|wss):/.test(source) &&
        !source.includes('example.com') &&
        // Pictures of videos and of products in stores.
        !(directive === 'img-src' && /^https:\/\/(i\.ytimg|cdn\.shopify)\.com$/.test(source)),
    );
const all = (policy: string) =>
  policy.split('; ').flatMap((rule) => foreign(policy, rule.split(' ')[0] ?? ''));

const vendors = {
  intercom: { more: intercom, host: /intercom/ },
  beamer: { more: beamer, host: /getbeamer/ },
  headway: { more: headway, host: /headway/ },
  tags: { more: tags, host: /googletagmanager/ },
};

test('without configuration there are no widgets, and the policy has no third-party hosts', () => {
  expect(configOf({}).widgets).toEqual(noWidgets);
  expect(all(policyOf({}))).toEqual([]);
});

test.each([
  [[]],
  [['intercom']],
  [['beamer']],
  [['headway']],
  [['tags']],
  [['intercom', 'beamer']],
  [['intercom', 'headway']],
  [['intercom', 'tags']],
  [['beamer', 'tags']],
  [['headway', 'tags']],
  [['intercom', 'beamer', 'tags']],
  [['intercom', 'headway', 'tags']],
] as (keyof typeof vendors)[][][])(
  'with %j the policy names these and no others, and no inline scripts',
  (chosen) => {
    const policy = policyOf(Object.assign({}, ...chosen.map((name) => vendors[name].more)));
    for (const [name, { host }] of Object.entries(vendors)) {
      const named = all(policy).some((source) => host.test(source));
      expect(named, name).toBe(chosen.includes(name as keyof typeof vendors));
    }
    const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src '));
    expect(scripts).not.toMatch(/unsafe|\*|https?:( |$)|data:|blob:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
  },
);

test('the creator app never has widgets', () => {
  const everything = { ...intercom, ...beamer, ...tags };
  expect(configOf(everything, 'portal').widgets).toEqual(noWidgets);
  expect(policyOf(everything, 'portal')).toBe(policyOf({}, 'portal'));
});

test("allows only the messenger's hosts of the workspace's region", () => {
  expect(configOf(intercom).widgets.support).toEqual({
    appId: 'ab12cd34',
    apiBase: 'https://api-iam.intercom.io',
    script: 'https://widget.intercom.io/widget/ab12cd34',
  });
  for (const [region, base, strange] of [
    ['us', 'https://api-iam.intercom.io', /europe|australia|\.eu|\.au/],
    ['eu', 'https://api-iam.eu.intercom.io', /websocket-[ab]|australia|\.au\./],
    ['au', 'https://api-iam.au.intercom.io', /websocket-[ab]|europe|\.eu/],
  ] as const) {
    const policy = policyOf({ ...intercom, INTERCOM_REGION: region });
    expect(foreign(policy, 'connect-src'), region).toContain(base);
    expect(
      all(policy).filter((source) => strange.test(source)),
      region,
    ).toEqual([]);
  }
});

test('allows tags to load from and send to the configured origins', () => {
  const policy = policyOf({
    ...tags,
    GTM_TAG_ORIGINS: 'https://*.google-analytics.com  https://tags.example.net',
  });
  const wanted = [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://tags.example.net',
  ];
  for (const directive of ['script-src', 'connect-src', 'img-src'])
    expect(foreign(policy, directive)).toEqual(wanted);
  expect(foreign(policy, 'frame-src')).toEqual([]);
  expect(configOf(tags).widgets.tagManager?.consent).toBe('denied');
});

test('with the sandbox, the policy allows it instead of each provider', () => {
  const policy = policyOf(sandboxWidgets('http://localhost:4002'));
  expect(all(policy)).toEqual([]);
  for (const directive of ['script-src', 'connect-src']) {
    expect(policy.split('; ').find((rule) => rule.startsWith(directive))).toContain(' http://localhost:4002');
  }
});

test.each([
  [{ INTERCOM_APP_ID: 'a b' }, 'INTERCOM_APP_ID'],
  [{ INTERCOM_APP_ID: "x;script-src 'unsafe-inline'" }, 'INTERCOM_APP_ID'],
  [{ ...intercom, INTERCOM_REGION: 'mars' }, 'INTERCOM_REGION'],
  [{ ...intercom, INTERCOM_SCRIPT_URL: 'javascript:alert(1)' }, 'INTERCOM_SCRIPT_URL'],
  [{ ...intercom, INTERCOM_API_BASE: 'api' }, 'INTERCOM_API_BASE'],
  [{ BEAMER_PRODUCT_ID: '<b>' }, 'BEAMER_PRODUCT_ID'],
  [{ HEADWAY_ACCOUNT: '..' }, 'HEADWAY_ACCOUNT'],
  [{ ...beamer, ...headway }, 'not both'],
  [{ GTM_CONTAINER_ID: 'UA-1234-5' }, 'GTM_CONTAINER_ID'],
  [{ ...tags, GTM_CONSENT: 'maybe' }, 'GTM_CONSENT'],
  [{ ...tags, GTM_TAG_ORIGINS: '*' }, 'GTM_TAG_ORIGINS'],
  [{ ...tags, GTM_TAG_ORIGINS: "https://a.test; script-src 'unsafe-inline'" }, 'GTM_TAG_ORIGINS'],
  [{ ...tags, GTM_TAG_ORIGINS: 'https://a.test/path' }, 'GTM_TAG_ORIGINS'],
])('what cannot be used is named at the start: %j', (more, reason) => {
  expect(() => configOf(more)).toThrow(reason);
});
