import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveToken, openText, readToken, sameText, sealText, signToken } from './secret.ts';

const KEY = 'a secret for tests only';

test('decrypts only with the same key and unmodified', () => {
  const sealed = sealText(KEY, 'a private key, ünïcode');
  expect(sealed).not.toContain('private');
  expect(sealText(KEY, 'a private key, ünïcode')).not.toBe(sealed);
  expect(openText(KEY, sealed)).toBe('a private key, ünïcode');
  expect(() => openText('another secret of tests', sealed)).toThrow('another SECRET_KEY');
  const changed = `${sealed.slice(0, -3)}${sealed.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const wrong of [changed, '', 's1.', 's1.AAAA', 'plain text']) {
    expect(() => openText(KEY, wrong)).toThrow("can't be decrypted");
  }
});

test('accepts a signed token only for its purpose, before its expiry and unmodified', () => {
  const token = signToken(KEY, 'visit', { invite: 'i1' });
  expect(token).toMatch(/^[\w.-]+$/);
  expect(readToken(KEY, 'visit', token)).toEqual({ invite: 'i1' });
  expect(readToken(KEY, 'unsubscribe', token)).toBeNull();
  expect(readToken('another secret of tests', 'visit', token)).toBeNull();
  const [body = '', signed = ''] = token.split('.');
  const forged = Buffer.from('{"p":{"invite":"i2"}}').toString('base64url');
  for (const wrong of [
    '',
    '.',
    body,
    `${body}.`,
    `${forged}.${signed}`,
    `${token}.`,
    `${token}=`,
    `${token}\n`,
  ]) {
    expect(readToken(KEY, 'visit', wrong)).toBeNull();
  }
  const soon = new Date('2026-11-20T12:00:00Z');
  const short = signToken(KEY, 'visit', 'x', soon);
  expect(readToken(KEY, 'visit', short, new Date('2026-11-20T11:59:59Z'))).toBe('x');
  expect(readToken(KEY, 'visit', short, soon)).toBeNull();
});

test('derives the same token for a purpose and text only', () => {
  const token = deriveToken(KEY, 'link', 'one 1');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(deriveToken(KEY, 'link', 'one 1')).toBe(token);
  expect(deriveToken(KEY, 'link', 'one 2')).not.toBe(token);
  expect(deriveToken(KEY, 'visit', 'one 1')).not.toBe(token);
  expect(deriveToken('another secret of tests', 'link', 'one 1')).not.toBe(token);
  // Not the secret key itself: a key is derived for each use.
  expect(token).not.toBe(createHmac('sha256', KEY).update('one 1').digest('base64url'));
});

test('compares text by its bytes', () => {
  expect(sameText('right', 'right')).toBe(true);
  expect(sameText('wrong', 'right')).toBe(false);
  // Same number of characters, different number of bytes.
  expect(sameText('rïght', 'right')).toBe(false);
  expect(sameText('', 'right')).toBe(false);
});
