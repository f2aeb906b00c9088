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

/** Has the sweep of the background run now, and waits until the domain was looked at again. */
async function sweep(owner: DomainOwner) {
  const { checked } = await owner.read();
  await t.api.jobs.send(DOMAIN_SWEEP_JOB, {});
  await expect
    .poll(async () => (await owner.read()).checked, { timeout: 60_000, interval: 100 })
    .not.toBe(checked);
  return owner.read();
}

test('a domain waits 72 hours for its records, then it has failed, and can still be verified', async () => {
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

test('records that take their time are found by themselves', async () => {
  const owner = await world.owner();
  await owner.save();
  await owner.publish();
  expect((await sweep(owner)).status).toBe('verified');
});

test('a verified domain is looked at daily; it is broken once a record is gone, and whole again when it is back', async () => {
  const owner = await verified();
  const dkim = owner.ids.get('dkim');
  await world.sandbox.call('PUT', `/api/dns/records/${dkim}`, { goneIn: 0 });
  later(25);
  const broken = await sweep(owner);
  expect(broken.status).toBe('broken');
  expect(recordOf(broken, 'dkim')).toMatchObject({
    status: 'broken',
    found: [],
    problem: `There is no TXT record at ${broken.selector}._domainkey.${owner.domain} any more. Put it back.`,
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

test('name servers that fail, refuse, stay silent or answer noise change nothing, and the owner is told', async () => {
  const owner = await verified();
  const before = await owner.read();
  for (const failure of ['servfail', 'refused', 'silent', 'garbage']) {
    await world.fail(`*.${owner.domain}`, failure);
    await expect(owner.verify()).rejects.toMatchObject({
      code: 'unavailable',
      message: `The name servers of ${owner.domain} do not answer. Try again in a few minutes.`,
    });
  }
  expect(await owner.read()).toEqual(before);
  expect(await identityOf(owner.brandId)).not.toBeNull();
});

test('one look-up that fails leaves its record as it was', async () => {
  const owner = await verified();
  const name = `_dmarc.${owner.domain}`;
  await world.fail(name, 'servfail');
  const looked = await owner.verify();
  expect(looked.status).toBe('verified');
  expect(recordOf(looked, 'dmarc')).toMatchObject({
    status: 'verified',
    found: ['v=DMARC1; p=none; adkim=r; aspf=r'],
    problem: `The look-up of ${name} failed: the name server failed. We look again by ourselves.`,
  });
  const fresh = await world.owner();
  await fresh.save();
  await fresh.publish();
  await world.fail(`bounce.${fresh.domain}`, 'garbage');
  const waiting = await fresh.verify();
  expect(waiting.status).toBe('pending');
  expect(recordOf(waiting, 'return-path').problem).toBe(
    `The look-up of bounce.${fresh.domain} failed: an answer that cannot be read. We look again by ourselves.`,
  );
});

test('a name server that lies verifies nothing', async () => {
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

test('a key is replaced without a gap: published, verified, signing changes over, the old one stays for a week', async () => {
  const owner = await verified();
  const params = { brandId: owner.brandId };
  const { selector: old } = await owner.read();
  const rotated = (await owner.person.call(rotateEmailDomainKey, { params })).emailDomain;
  const next = rotated?.nextSelector ?? '';
  expect(rotated).toMatchObject({ status: 'verified', selector: old });
  expect(next).not.toBe(old);
  await expect(owner.person.call(rotateEmailDomainKey, { params })).rejects.toMatchObject({
    code: 'invalid_transition',
    message: 'Publish the record of the new key first.',
  });

  const waiting = await owner.verify();
  expect(waiting).toMatchObject({ status: 'verified', selector: old, nextSelector: next });
  expect((await identityOf(owner.brandId))?.selector).toBe(old);

  await owner.publish(({ name }) => name.startsWith(next));
  const changed = await sweep(owner);
  expect(changed).toMatchObject({ status: 'verified', selector: next, nextSelector: null });
  expect((await identityOf(owner.brandId))?.selector).toBe(next);
  const former = changed.records.find(({ name }) => name.startsWith(old));
  expect(former?.problem).toMatch(
    /^The former key\. Keep this record until \d+ \w+ \d{4}, then remove it\.$/,
  );

  // Whoever removes it early does not stop the mail that is signed with the new one.
  await world.sandbox.call('DELETE', `/api/dns/records/${owner.ids.get('dkim')}`);
  later(6 * 24);
  expect((await sweep(owner)).records.some(({ name }) => name.startsWith(old))).toBe(true);
  later(7 * 24 + 25);
  const done = await sweep(owner);
  expect(done.status).toBe('verified');
  expect(done.records.some(({ name }) => name.startsWith(old))).toBe(false);
});

test('a record that is gone in one look and there in the next stops no mail', async () => {
  const owner = await verified();
  await world.fail(`bounce.${owner.domain}`, 'lies', 1);
  const looked = await owner.verify();
  expect(looked.status).toBe('verified');
  expect(recordOf(looked, 'return-path')).toMatchObject({
    status: 'verified',
    problem: 'Asked twice, the name servers answered differently. We look again by ourselves.',
  });
  expect(recordOf(await owner.verify(), 'return-path').problem).toBeNull();
});

test('a new key whose record never came makes room for another one', async () => {
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

test('a key that never signed anything is not replaced', async () => {
  const owner = await world.owner();
  await owner.save();
  await expect(
    owner.person.call(rotateEmailDomainKey, { params: { brandId: owner.brandId } }),
  ).rejects.toMatchObject({
    code: 'invalid_transition',
    message: 'This key was never in use. Verify the domain with it first.',
  });
});

test('two owners replacing the key at once make one new key', async () => {
  const owner = await verified();
  const params = { brandId: owner.brandId };
  const both = await Promise.allSettled(
    [1, 2, 3].map(() => owner.person.call(rotateEmailDomainKey, { params })),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await owner.read()).records.filter(({ purpose }) => purpose === 'dkim')).toHaveLength(2);
});
