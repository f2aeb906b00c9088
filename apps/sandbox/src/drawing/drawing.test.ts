import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import { drawAvatar } from './avatar.ts';
import { drawBrandMark } from './brand-mark.ts';
import { drawThumb, motifs, motifsOf } from './thumb.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await startTestSandbox();
});
afterAll(() => at.close());

const many = Array.from({ length: 1000 }, (_, n) => `seed-${n}`);
const pictures = many.flatMap((seed) => [drawAvatar(seed), drawThumb(seed), drawBrandMark(seed)]);

test('one seed always gives the same picture, on every machine', async () => {
  for (const path of ['/avatar/mila.svg', '/thumb/mila-1.svg?kind=food', '/brand/larkmoor.svg']) {
    const first = await (await at.get(path)).text();
    expect(await (await at.get(path)).text()).toBe(first);
  }
  expect(drawAvatar('mila')).toBe(drawAvatar('mila'));
  const fingerprint = createHash('sha256').update(pictures.join('\n')).digest('hex');
  expect(fingerprint).toMatchInlineSnapshot(
    `"450bde7a60897c1b24dd0cce7760d3491b98390e1d647d865e184e69cc52a282"`,
  );
});

test('people look different from one another', () => {
  expect(new Set(many.map(drawAvatar)).size).toBeGreaterThan(980);
  expect(new Set(many.map((seed) => drawThumb(seed))).size).toBeGreaterThan(200);
  expect(motifs.length).toBeGreaterThanOrEqual(24);
});

test('pictures are small, whole and hold nothing that runs or loads', () => {
  for (const picture of pictures) {
    expect(picture.length).toBeLessThan(3000);
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<]*>.*<\/svg>$/);
    expect(picture).not.toMatch(/undefined|NaN|null|<script|<image|<style|href|url\(|\son\w+=/);
    expect(picture.split('<g').length).toBe(picture.split('</g>').length);
  }
});

test('a thumbnail shows something of its kind', () => {
  const names = (kind: string) => motifsOf(kind).map(({ name }) => name);
  expect(names('tent')).toEqual(['tent']);
  expect(names('Trail running')).toContain('runner');
  expect(names('beauty-and-skincare')).toContain('lipstick');
  expect(names('Gaming')).toContain('game-pad');
  expect(names('constructor')).toHaveLength(motifs.length);
  expect(names('')).toHaveLength(motifs.length);
  const trees = motifsOf('forest')[0]!;
  expect(trees.name).toBe('forest');
});

test('pictures may be kept forever and shown by the web apps', async () => {
  const first = await at.get('/avatar/mila.svg');
  expect(first.headers.get('content-type')).toBe('image/svg+xml');
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
  const etag = first.headers.get('etag') ?? '';
  expect((await at.get('/avatar/mila.svg', { 'if-none-match': etag })).status).toBe(304);
});

test('every picture is also there as platforms hand theirs out', async () => {
  for (const path of ['/avatar/mila.jpg', '/thumb/mila-1.jpg?kind=food', '/brand/larkmoor.jpg']) {
    const answer = await at.get(path);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.length).toBeLessThan(20_000);
  }
});

test('any seed draws a picture and never leaves its text in it', async () => {
  for (const seed of ['a b', '<script>', '日本語', '%00', '..%2f..', 'x'.repeat(200), 'a\'b"c', 'mila.svg']) {
    const answer = await at.get(
      `/avatar/${seed.startsWith('%') || seed.includes('%2f') ? seed : encodeURIComponent(seed)}.svg`,
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('script');
  }
  expect((await at.get(`/avatar/${'x'.repeat(300)}.svg`)).status).toBe(422);
  expect((await at.get('/thumb/a.png')).status).toBe(404);
  expect((await at.get(`/thumb/a.svg?kind=${'y'.repeat(300)}`)).status).toBe(422);
});
