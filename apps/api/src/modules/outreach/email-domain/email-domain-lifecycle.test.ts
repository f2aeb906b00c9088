import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { rotateEmailDomainKey } from '@troupe/contract/outreach/email-domain';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DomainOwner, type DomainWorld, recordOf, startDomainWorld } from './email-domain.fixture.ts';
import { DOMAIN_SWEEP_JOB } from './email-domain.jobs.ts';
import { signingIdentityOf } from './email-domain.queries.ts';

let world: DomainWorld;
let t: DomainWorld['t'];
beforeAll(async () => {
  world = await startDomainWorld();
  t = world.t;
});
afterEach(async () => {
  t.setNow(null);
  await world.heal();
});
afterAll(() => world.stop());

const identityOf = (brandId: string) => signingIdentityOf(t.api.db, t.api.config.SECRET_KEY, brandId);

const HOUR = 3_600_000;
const later = (hours: number) => t.setNow(new Date(Date.now() + hours * HOUR));

async function verified(): Promise<DomainOwner & { ids: Map<string, string> }> {
  const owner = await world.owner();
  await owner.save();
  const ids = await owner.publish();
  expect((await owner.verify()).status).toBe('verified');
  return { ...owner, ids };
}

/** Runs the sweep now and waits until the domain was checked again. */
async function sweep(owner: DomainOwner) {
  const { checked } = await owner.read();
  await t.api.jobs.send(DOMAIN_SWEEP_JOB, {});
  await expect
    .poll(async () => (await owner.read()).checked, { timeout: 60_000, interval: 100 })
    .not.toBe(checked);
  return owner.read();
}

test('fails a domain after 72 hours without records, and can still verify it', async () => {
  const owner = await world.owner();
  await owner.save();
  later(71);
  expect((await owner.verify()).status).toBe('pending');
  later(73);
  const failed = await owner.verify();
  expect(failed.status).toBe('failed');
  expect(failed.records.map(({ status }) => status)).toEqual(Array(4).fill('failed'));
  await owner.publish();
  expect((await owner.verify()).status).toBe('verified');
});

test('picks up late records automatically', async () => {
  const owner = await world.owner();
  await owner.save();
  await owner.publish();
  expect((await sweep(owner)).status).toBe('verified');
});

test('checks a verified domain daily, marks it broken without a record and verified again when restored', async () => {
  const owner = await verified();
  const dkim = owner.ids.get('dkim');
  await world.sandbox.call('PUT', `/api/dns/records/${dkim}`, { goneIn: 0 });
  later(25);
  const broken = await sweep(owner);
  expect(broken.status).toBe('broken');
  expect(recordOf(broken, 'dkim')).toMatchObject({
    status: 'broken',
    found: [],
    problem: `There's no TXT record at ${broken.selector}._domainkey.${owner.domain} anymore. Add it again.`,
  });
  expect(recordOf(broken, 'spf').status).toBe('verified');
  expect(await identityOf(owner.brandId)).toBeNull();
  const brand = () => owner.person.call(getBrand, { params: { brandId: owner.brandId } });
  expect((await brand()).emailConfigured).toBe(false);

  await world.sandbox.call('PUT', `/api/dns/records/${dkim}`, { state: 'present' });
  later(27);
  const whole = await sweep(owner);
  expect(whole).toMatchObject({ status: 'verified', verified: whole.checked });
  expect((await brand()).emailConfigured).toBe(true);
});

test('keeps the state and reports when name servers fail, refuse, time out or send garbage', async () => {
  const owner = await verified();
  const before = await owner.read();
  for (const failure of ['servfail', 'refused', 'silent', 'garbage']) {
    await world.fail(`*.${owner.domain}`, failure);
    await expect(owner.verify()).rejects.toMatchObject({
      code: 'unavailable',
      message: `The name servers of ${owner.domain} aren't responding. Try again in a few minutes.`,
    });
  }
  expect(await owner.read()).toEqual(before);
  expect(await identityOf(owner.brandId)).not.toBeNull();
});

test("keeps a record's state when its lookup fails", async () => {
  const owner = await verified();
  const name = `_dmarc.${owner.domain}`;
  await world.fail(name, 'servfail');
  const looked = await owner.verify();
  expect(looked.status).toBe('verified');
  expect(recordOf(looked, 'dmarc')).toMatchObject({
    status: 'verified',
    found: ['v=DMARC1; p=none; adkim=r; aspf=r'],
    problem: `Couldn't look up ${name}: the name server failed. We'll check again automatically.`,
  });
  const fresh = await world.owner();
  await fresh.save();
  await fresh.publish();
  await world.fail(`bounce.${fresh.domain}`, 'garbage');
  const waiting = await fresh.verify();
  expect(waiting.status).toBe('pending');
  expect(recordOf(waiting, 'return-path').problem).toBe(
    `Couldn't look up bounce.${fresh.domain}: an unreadable answer. We'll check again automatically.`,
  );
});

test('verifies nothing with forged DNS answers', async () => {
  const owner = await world.owner();
  await owner.save();
  await owner.publish();
  await world.fail(`*.${owner.domain}`, 'lies');
  const lied = await owner.verify();
  expect(lied.status).toBe('failed');
  expect(lied.records.map(({ status }) => status)).toEqual(Array(4).fill('failed'));
  await world.heal();
  expect((await owner.verify()).status).toBe('verified');
});

test('rotates a key without downtime: publish, verify, switch, and keep the old one for a week', async () => {
  const owner = await verified();
  const params = { brandId: owner.brandId };
  const { selector: old } = await owner.read();
  const rotated = (await owner.person.call(rotateEmailDomainKey, { params })).emailDomain;
  const next = rotated?.nextSelector ?? '';
  expect(rotated).toMatchObject({ status: 'verified', selector: old });
  expect(next).not.toBe(old);
  await expect(owner.person.call(rotateEmailDomainKey, { params })).rejects.toMatchObject({
    code: 'invalid_transition',
    message: "Publish the new key's record first.",
  });

  const waiting = await owner.verify();
  expect(waiting).toMatchObject({ status: 'verified', selector: old, nextSelector: next });
  expect((await identityOf(owner.brandId))?.selector).toBe(old);

  await owner.publish(({ name }) => name.startsWith(next));
  const changed = await sweep(owner);
  expect(changed).toMatchObject({ status: 'verified', selector: next, nextSelector: null });
  expect((await identityOf(owner.brandId))?.selector).toBe(next);
  const former = changed.records.find(({ name }) => name.startsWith(old));
  expect(former?.problem).toMatch(/^Previous key\. Keep this record until \d+ \w+ \d{4}, then remove it\.$/);

  // Removing the old record early doesn't affect email signed with the new key.
  await world.sandbox.call('DELETE', `/api/dns/records/${owner.ids.get('dkim')}`);
  later(6 * 24);
  expect((await sweep(owner)).records.some(({ name }) => name.startsWith(old))).toBe(true);
  later(7 * 24 + 25);
  const done = await sweep(owner);
  expect(done.status).toBe('verified');
  expect(done.records.some(({ name }) => name.startsWith(old))).toBe(false);
});

test("doesn't stop sending when a record is missing in only one of two lookups", async () => {
  const owner = await verified();
  await world.fail(`bounce.${owner.domain}`, 'lies', 1);
  const looked = await owner.verify();
  expect(looked.status).toBe('verified');
  expect(recordOf(looked, 'return-path')).toMatchObject({
    status: 'verified',
    problem: "The name servers gave two different answers. We'll check again automatically.",
  });
  expect(recordOf(await owner.verify(), 'return-path').problem).toBeNull();
});

test('replaces a pending key whose record never appeared', async () => {
  const owner = await verified();
  const params = { brandId: owner.brandId };
  const rotate = async () =>
    (await owner.person.call(rotateEmailDomainKey, { params })).emailDomain?.nextSelector;
  const first = await rotate();
  later(73);
  expect((await owner.verify()).status).toBe('verified');
  const second = await rotate();
  expect(second).not.toBe(first);
  expect((await owner.read()).records.filter(({ purpose }) => purpose === 'dkim')).toHaveLength(2);
});

test('rejects rotating a key that was never used', async () => {
  const owner = await world.owner();
  await owner.save();
  await expect(
    owner.person.call(rotateEmailDomainKey, { params: { brandId: owner.brandId } }),
  ).rejects.toMatchObject({
    code: 'invalid_transition',
    message: "This key isn't in use yet. Verify the domain with it first.",
  });
});

test('creates one key when two owners rotate at once', async () => {
  const owner = await verified();
  const params = { brandId: owner.brandId };
  const both = await Promise.allSettled(
    [1, 2, 3].map(() => owner.person.call(rotateEmailDomainKey, { params })),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await owner.read()).records.filter(({ purpose }) => purpose === 'dkim')).toHaveLength(2);
});
