import { expect, test } from 'vitest';
import { redactSecretLinks } from './mail-receiving.ts';

const TOKEN = 'Ab3_dE-gH1jKlMn0pQrStUvW';

test.each([
  [`See http://x.test/invite/${TOKEN}.`, 'See http://x.test/invite/....'],
  [`http://x.test/invite/Ab3_dE-gH1jKl=\r\n> Mn0pQrStUvW\n> Bye`, 'http://x.test/invite/...\n> Bye'],
  [`http://x.test/invite/Ab3_dE-gH\n> > 1jKlMn0pQrStUvW`, 'http://x.test/invite/...'],
  [`code ${TOKEN}, please`, 'code ..., please'],
  [`code ${TOKEN.toUpperCase()}`, 'code ...'],
])('redacts a known secret in %j', (text, redacted) => {
  expect(redactSecretLinks(text, [TOKEN])).toBe(redacted);
});

test.each([
  [`http://x.test/unsubscribe/${'a'.repeat(32)}?x=1`, 'http://x.test/unsubscribe/...?x=1'],
  [
    `https://safe.test/?url=http%3A%2F%2Fx.test%2Finvite%2F${TOKEN}&data=5`,
    'https://safe.test/?url=http%3A%2F%2Fx.test%2Finvite%2F...&data=5',
  ],
  [`https://safe.test/?u=x.test%252Finvite%252F${TOKEN}`, 'https://safe.test/?u=x.test%252Finvite%252F...'],
])('redacts an unknown secret by the shape of its link in %j', (text, redacted) => {
  expect(redactSecretLinks(text, [])).toBe(redacted);
});

test('leaves other text unchanged', () => {
  const text = 'Invite/unsubscribe pages: /invite/short, /invites/abcdefghijklmnopqrst';
  expect(redactSecretLinks(text, [TOKEN, ''])).toBe(text);
});

test('processes a megabyte of hostile text with less than a second of processor time', () => {
  const text = `${TOKEN.slice(0, 23)}${'\n> '.repeat(1000)}`.repeat(330);
  // Processor time, because the wall clock depends on what else the machine does.
  const start = process.cpuUsage();
  redactSecretLinks(
    text,
    Array.from({ length: 20 }, (_, place) => `${TOKEN.slice(0, 22)}${10 + place}`),
  );
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});
