import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import { motifsOf, pictureFor } from './pictures.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await startTestSandbox();
});
afterAll(() => at.close());

const addresses = ['/avatar/mila.jpg', '/thumb/mila-1.jpg?kind=food', '/brand/larkmoor.jpg'];

test('serves a cacheable small JPEG that web apps can embed', async () => {
  for (const address of addresses) {
    const first = await at.get(address);
    expect(first.headers.get('content-type')).toBe('image/jpeg');
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.length).toBeLessThan(20_000);
    const etag = first.headers.get('etag') ?? '';
    expect((await at.get(address, { 'if-none-match': etag })).status).toBe(304);
  }
});

test('returns the same picture for the same seed', async () => {
  for (const address of addresses) {
    const first = Buffer.from(await (await at.get(address)).arrayBuffer());
    expect(Buffer.from(await (await at.get(address)).arrayBuffer()).equals(first)).toBe(true);
  }
});

test('returns different people and thumbnails for different seeds', () => {
  const seeds = Array.from({ length: 1000 }, (_, n) => `seed-${n}`);
  expect(new Set(seeds.map((seed) => pictureFor('avatar', seed))).size).toBeGreaterThan(150);
  expect(new Set(seeds.map((seed) => pictureFor('thumb', seed))).size).toBeGreaterThan(150);
});

test('picks a thumbnail that matches its category', () => {
  expect(motifsOf('tent')).toEqual(['tent']);
  expect(motifsOf('Trail running')).toContain('runner');
  expect(motifsOf('beauty-and-skincare')).toContain('lipstick');
  expect(motifsOf('Gaming')).toContain('game-pad');
  expect(motifsOf('constructor').length).toBeGreaterThan(60);
  expect(motifsOf('')).toEqual(motifsOf('constructor'));
  expect(pictureFor('thumb', 'mila', 'tent')).toMatch(/thumb\/tent-[0-2]\.jpg$/);
});

test('accepts any seed up to a maximum length', async () => {
  for (const seed of ['a b', '<script>', '日本語', 'x'.repeat(200), 'a\'b"c', 'mila.jpg', '../../app.ts'])
    expect((await at.get(`/avatar/${encodeURIComponent(seed)}.jpg`)).status).toBe(200);
  expect((await at.get('/avatar/%00.jpg')).status).toBe(200);
  expect((await at.get(`/avatar/${'x'.repeat(300)}.jpg`)).status).toBe(422);
  expect((await at.get('/thumb/a.png')).status).toBe(404);
  expect((await at.get(`/thumb/a.jpg?kind=${'y'.repeat(300)}`)).status).toBe(422);
});
