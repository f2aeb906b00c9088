import { getMe, selectBrand } from '@troupe/contract/account/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

test('[R7.004, R3.014, R3.015] a signed-in person reads who they are and their brands', async () => {
  const brandId = await t.brand('Larkmoor');
  const person = await t.person({ brandId, brandRole: 'owner' });
  const me = await person.call(getMe, {});
  expect(me).toMatchObject({
    id: person.userId,
    firstName: 'Alva',
    lastName: 'Berg',
    role: 'brand',
    brandProfiles: [{ brandId, brand: { id: brandId, name: 'Larkmoor' } }],
    extraData: { selectedBrand: null, readUpdate: null },
  });
  expect(me.email).toContain('@');
});

test('[R7.005, R4.042] choosing a brand is saved', async () => {
  const first = await t.brand('First');
  const person = await t.person({ brandId: first });
  await person.call(selectBrand, { body: { selectedBrand: first } });
  expect((await person.call(getMe, {})).extraData.selectedBrand).toBe(first);
});

test('[R6.019] choosing a brand one does not belong to is refused', async () => {
  const person = await t.person({ brandId: await t.brand() });
  await expect(person.call(selectBrand, { body: { selectedBrand: await t.brand() } })).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
  });
});
