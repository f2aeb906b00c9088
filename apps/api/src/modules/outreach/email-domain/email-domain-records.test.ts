import { rotateEmailDomainKey } from '@troupe/contract/outreach/email-domain';
import type { DomainRecord } from '@troupe/domain/outreach/email-domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DomainOwner, type DomainWorld, recordOf, startDomainWorld } from './email-domain.fixture.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(() => world.stop());

const others = (purpose: DomainRecord['purpose']) => (record: DomainRecord) => record.purpose !== purpose;

/** A domain with all records except this one. */
async function lacking(purpose: DomainRecord['purpose']): Promise<DomainOwner> {
  const owner = await world.owner();
  await owner.save();
  await owner.publish(others(purpose));
  return owner;
}

/** Returns the finding after publishing these TXT values. */
async function found(owner: DomainOwner, purpose: DomainRecord['purpose'], values: string[], more = {}) {
  const { name } = recordOf(await owner.read(), purpose);
  const ids: string[] = [];
  for (const value of values) ids.push(await world.add(name, 'TXT', value, more));
  const record = recordOf(await owner.verify(), purpose);
  for (const id of ids) await world.sandbox.call('DELETE', `/api/dns/records/${id}`);
  return record;
}

test('extends an existing SPF record instead of adding a second one', async () => {
  const owner = await lacking('spf');
  const spf = await found(owner, 'spf', ['v=spf1 include:_spf.troupe.test mx -all', 'some-verification=1']);
  expect(spf).toMatchObject({
    status: 'verified',
    value: 'v=spf1 include:_spf.troupe.test mx -all',
    problem: null,
  });
  expect(spf.found).toEqual(['v=spf1 include:_spf.troupe.test mx -all']);

  const fresh = await lacking('spf');
  const foreign = await found(fresh, 'spf', ['v=spf1 ip4:192.0.2.7 a -all']);
  expect(foreign).toMatchObject({
    status: 'failed',
    value: 'v=spf1 ip4:192.0.2.7 a include:_spf.troupe.test -all',
    problem:
      "The SPF record doesn't include _spf.troupe.test. Change it to this value instead of adding a second record.",
  });
  const two = await found(fresh, 'spf', [
    'v=spf1 ip4:192.0.2.7 -all',
    'v=spf1 include:_spf.troupe.test ~all',
  ]);
  expect(two).toMatchObject({
    status: 'failed',
    value: 'v=spf1 ip4:192.0.2.7 include:_spf.troupe.test -all',
    problem:
      'There are 2 SPF records, so receivers ignore them all. Keep one, with this value, and remove the others.',
  });
  expect(two.found.toSorted()).toEqual(['v=spf1 include:_spf.troupe.test ~all', 'v=spf1 ip4:192.0.2.7 -all']);
});

test('explains SPF records that receivers would reject', async () => {
  const owner = await lacking('spf');
  const base = owner.domain;
  for (let at = 0; at < 12; at++) await world.add(`s${at}.${base}`, 'TXT', 'v=spf1 ip4:192.0.2.1 -all');
  await world.add(`loop.${base}`, 'TXT', `v=spf1 include:loop.${base} -all`);
  await world.add(`bundle.${base}`, 'TXT', 'v=spf1 include:_spf.troupe.test ~all');
  await world.add(`a.${base}`, 'A', '192.0.2.1');
  const ours = 'include:_spf.troupe.test';
  const many = Array.from({ length: 10 }, (_, at) => `include:s${at}.${base}`).join(' ');
  const nine = Array.from({ length: 9 }, (_, at) => `include:s${at}.${base}`).join(' ');
  const tooMany =
    'The SPF record needs more than 10 DNS lookups, so receivers reject it. Remove includes you no longer need.';
  const cases: [string, string | null][] = [
    [`v=spf1 ${nine} ${ours} ~all`, null],
    [`v=spf1 ${many} ${ours} ~all`, tooMany],
    [`v=spf1 include:loop.${base} ${ours} ~all`, tooMany],
    [`v=spf1 include:bundle.${base} ~all`, null],
    [`v=spf1 redirect=bundle.${base}`, null],
    [`V=SPF1 INCLUDE:_SPF.TROUPE.TEST ~ALL`, null],
    [`v=spf1 a:a.${base}/24 ip6:2001:db8::/32 exists:%{i}.x.test ${ours} -all`, null],
    [
      `v=spf1 a:gone1.${base} mx:gone2.${base} a:gone3.${base} ${ours} ~all`,
      "The SPF record names more than 2 hosts that don't exist, so receivers reject it. Remove them.",
    ],
    [
      `v=spf1 ~all ${ours}`,
      'The SPF record includes _spf.troupe.test after “all”, where it has no effect. Change it to this value instead of adding a second record.',
    ],
    [
      `v=spf1 -${ours} ~all`,
      "The SPF record doesn't include _spf.troupe.test. Change it to this value instead of adding a second record.",
    ],
    [
      `v=spf1 include:nowhere.${base} ${ours} ~all`,
      `The SPF record contains include:nowhere.${base}, but nowhere.${base} has no valid SPF record. Remove or correct that part.`,
    ],
    [
      `v=spf1 inlcude:x.test ${ours} ~all`,
      'The SPF record is invalid. Change it to this value instead of adding a second record.',
    ],
    [
      `"v=spf1 ${ours} ~all"`,
      `The SPF record doesn't start with “v=spf1 ”, so it has no effect. Change it to this value.`,
    ],
  ];
  for (const [value, problem] of cases) {
    const record = await found(owner, 'spf', [value]);
    expect(record.problem, value).toBe(problem);
  }
});

test('reads a DKIM key split into strings and whitespace', async () => {
  const owner = await lacking('dkim');
  const { value } = recordOf(await owner.read(), 'dkim');
  const key = value.split('p=')[1] ?? '';
  const spaced = `k=rsa;  p=${key.slice(0, 100)} ${key.slice(100)} ; t=s`;
  for (const text of [value, spaced, `${value};`, `v=DKIM1;h=sha1:sha256;s=email;p=${key}`]) {
    expect(await found(owner, 'dkim', [text], { state: 'split' })).toMatchObject({
      status: 'verified',
      problem: null,
    });
  }
});

test("explains DKIM records that can't verify anything", async () => {
  const owner = await lacking('dkim');
  const { value, name } = recordOf(await owner.read(), 'dkim');
  const cases: [string[], string][] = [
    [['v=DKIM1; k=rsa; p='], 'The key is revoked because “p=” is empty. Restore this value.'],
    [[value.replace('MIIBI', 'MIIBJ')], 'This is a different key. Replace it with this value.'],
    [
      [value.slice(0, 255)],
      'The key is cut off. Paste the whole value, split into strings of up to 255 characters if needed.',
    ],
    [['hello'], "This isn't a DKIM record. Replace it with this value."],
    [[`${value}; k=rsa`], "This isn't a DKIM record. Replace it with this value."],
    [
      [value.replace('rsa', 'ed25519')],
      "The key is correct, but other parts of the record aren't. Replace it with this value.",
    ],
    [
      [`${value}; s=other`],
      "The key is correct, but other parts of the record aren't. Replace it with this value.",
    ],
    [
      [value, 'v=DKIM1; p=MIIB'],
      `There are 2 TXT records at ${name}. Keep the one with this value and remove the others.`,
    ],
  ];
  for (const [values, problem] of cases)
    expect(await found(owner, 'dkim', values)).toMatchObject({ status: 'failed', problem });
  const doubled = await world.add(`${name}.${owner.domain}`, 'TXT', value);
  expect(recordOf(await owner.verify(), 'dkim').problem).toBe(
    `The record was added at ${name}.${owner.domain} because your DNS provider appends the domain automatically. Enter only ${(await owner.read()).selector}._domainkey as the name.`,
  );
  await world.sandbox.call('DELETE', `/api/dns/records/${doubled}`);
  await expect(
    owner.person.call(rotateEmailDomainKey, { params: { brandId: owner.brandId } }),
  ).rejects.toMatchObject({ code: 'invalid_transition' });
});

test("accepts a parent domain's policy and explains policies that receivers ignore", async () => {
  const owner = await lacking('dmarc');
  const parent = owner.domain.split('.').slice(1).join('.');
  const above = await world.add(`_dmarc.${parent}`, 'TXT', 'v=DMARC1; p=reject; adkim=s');
  expect(recordOf(await owner.verify(), 'dmarc')).toMatchObject({
    status: 'verified',
    found: ['v=DMARC1; p=reject; adkim=s'],
    value: 'v=DMARC1; p=reject; adkim=s',
    problem: null,
  });
  await world.sandbox.call('DELETE', `/api/dns/records/${above}`);
  const unknown = 'The DMARC record has no valid policy. Use p=none, p=quarantine or p=reject.';
  const cases: [string[], string | null][] = [
    [['v=DMARC1; p=quarantine; np=reject; t=y; rua=mailto:a@x.test'], null],
    [['v=DMARC1; p=whatever'], unknown],
    [['v=DMARC1; adkim=r'], unknown],
    [['v=DMARC2; p=none'], "This isn't a valid DMARC record. Replace it with this value."],
    [
      ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
      `There are 2 DMARC records at _dmarc.${owner.domain}, so receivers ignore them all. Keep one and remove the others.`,
    ],
    [
      ['v=DMARC1; p=none; aspf=s'],
      "With aspf=s, SPF doesn't align because the return path is a subdomain. Email still passes DMARC with DKIM. To pass with both, use aspf=r.",
    ],
  ];
  for (const [values, problem] of cases) {
    const record = await found(owner, 'dmarc', values);
    expect(record.problem, values[0]).toBe(problem);
  }
});

test('explains a return path that points elsewhere', async () => {
  const owner = await lacking('return-path');
  const name = `bounce.${owner.domain}`;
  const id = await world.add(name, 'CNAME', 'bounces.elsewhere.test');
  expect(recordOf(await owner.verify(), 'return-path')).toMatchObject({
    status: 'failed',
    found: ['bounces.elsewhere.test'],
    problem: `${name} points to bounces.elsewhere.test instead of bounce.troupe.test. SPF won't align with your domain, and bounces will be lost. Change it to this value.`,
  });
  await world.sandbox.call('DELETE', `/api/dns/records/${id}`);
  await world.add(name, 'CNAME', 'Bounce.Troupe.Test.');
  expect((await owner.verify()).status).toBe('verified');

  type Listed = { records: { id: string; name: string; type: string }[] };
  const { records } = await world.sandbox.call<Listed>('GET', '/api/dns');
  const mx = records.find((one) => one.name === 'bounce.troupe.test' && one.type === 'MX');
  await world.sandbox.call('PUT', `/api/dns/records/${mx?.id}`, { state: 'absent' });
  const broken = await owner.verify();
  await world.sandbox.call('PUT', `/api/dns/records/${mx?.id}`, { state: 'present' });
  expect(recordOf(broken, 'return-path')).toMatchObject({
    status: 'broken',
    problem:
      'Your record is correct, but bounce.troupe.test is missing its MX record. Contact the administrator of your Troupe server.',
  });
});

test('shows records with markup, garbage or extreme length as text', async () => {
  const owner = await lacking('spf');
  const markup = 'v=spf1 <script>alert(1)</script> ~all';
  expect((await found(owner, 'spf', [markup])).found).toEqual([markup]);
  const long = await found(owner, 'spf', [`v=spf1 ${'a:x.test '.repeat(400)}~all`]);
  expect(long.status).toBe('failed');
  expect(long.found[0]?.length).toBe(1000);
  const many = await found(
    owner,
    'spf',
    Array.from({ length: 30 }, (_, at) => `v=spf1 ip4:192.0.2.${at} -all`),
  );
  expect(many.found).toHaveLength(10);
});
