import { describe, expect, test } from 'vitest';
import type { Reading } from './text.ts';
import {
  readBoolean,
  readCategories,
  readEmail,
  readName,
  readPictureUrl,
  readPlatform,
  readTags,
  readText,
} from './value.ts';

const told = <T>(read: Reading<T>) => (read.kind === 'value' ? read.value : read.kind);

test.each<[string, (cell: string) => Reading<unknown>]>([
  ['a platform', readPlatform],
  ['yes or no', readBoolean],
  ['an email', readEmail],
  ['a picture', readPictureUrl],
  ['categories', readCategories],
  ['tags', readTags],
  ['a name', readName],
  ['a text', (cell) => readText(cell, 9)],
])('a cell for %s can be empty', (_, read) => {
  for (const cell of ['', ' ', 'N/A', 'null', '-']) expect(read(cell), cell).toEqual({ kind: 'missing' });
});

test.each([
  ['instagram', 'Instagram, insta, IG, instagram.com'],
  ['tiktok', 'TikTok, tt, Tik Tok, tiktok.com, douyin'],
  ['youtube', 'YouTube, yt, You Tube, youtube.com, youtube#channel'],
  ['tiktok-shop', 'TikTok Shop, tiktok-shop, tiktok_shop, tiktokshop, tts, tik tok shop'],
])('recognizes %s as %s', (platform, words) => {
  for (const word of words.split(', ')) expect(told(readPlatform(` ${word} `)), word).toBe(platform);
});

test("words that only contain a platform's name don't match", () => {
  for (const word of 'my-insta instas xtt tiktokers xyt yts xtts ttss'.split(' '))
    expect(told(readPlatform(word)), word).toBe('refused');
});

test('reads yes and no in several languages', () => {
  for (const yes of '1 1.0 1.00 TRUE t yes y X ✓ ✔ ☑ si sí ja oui sim verified wahr vrai verdadero'.split(
    ' ',
  ))
    expect(told(readBoolean(` ${yes} `)), yes).toBe(true);
  for (const no of '0 0.0 0.00 false F no n nein non não nao unverified falsch faux falso'.split(' '))
    expect(told(readBoolean(` ${no} `)), no).toBe(false);
  expect(told(readBoolean('not verified'))).toBe(false);
  for (const cell of ['oh yes', 'yes please', '10', '01', 'oh no', 'nobody', '2'])
    expect(readBoolean(cell)).toEqual({ kind: 'refused', reason: `“${cell}” isn't a yes or no value` });
});

test.each([
  ['mailto:Ana@Norte.example', 'ana@norte.example'],
  ['MAILTO: ana@norte.example', 'ana@norte.example'],
  ['Ana Vasques <ana@norte.example> ', 'ana@norte.example'],
  ['Ana <mailto:ana@norte.example>', 'ana@norte.example'],
  ['ana@norte.example;  bo@norte.example', 'ana@norte.example'],
  ['ana@norte.example, bo@norte.example', 'ana@norte.example'],
  [', ana@norte.example', 'ana@norte.example'],
  ['ana@sub.nörte.example', 'ana@sub.nörte.example'],
  ['<ana@norte.example> of Norte', 'refused'],
  ['ana@norte', 'refused'],
  ['ana @norte.example', 'refused'],
  ['ana@-norte.example', 'refused'],
  ['ana@norte-.example', 'refused'],
  ['ana@norte.e', 'refused'],
  ['ana@norte.example1', 'refused'],
  ['xmailto:ana@norte.example', 'xmailto:ana@norte.example'],
  [';', 'refused'],
])('reads the email %j as %j', (cell, expected) => {
  expect(told(readEmail(cell))).toBe(expected);
});

test('a picture URL has at most 2,000 characters', () => {
  const long = (length: number) => 'https://cdn.example/'.padEnd(length, 'x');
  expect(told(readPictureUrl(' http://cdn.example/a b.jpg '))).toBe('http://cdn.example/a%20b.jpg');
  expect(told(readPictureUrl(long(2000)))).toBe(long(2000));
  expect(told(readPictureUrl(long(2001)))).toBe('refused');
  for (const cell of ['ana.jpg', 'ftp://cdn.example/a', 'data:image/png;base64,AA', 'javascript:alert(1)'])
    expect(readPictureUrl(cell)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^Picture URL “.+” can't be used$/),
    });
});

describe('categories', () => {
  test.each<[string, unknown]>([
    ['Boats ; Cars|Bikes2 ,Yoga', ['Boats', 'Cars', 'Bikes2', 'Yoga']],
    ['Boats,Cars', ['Boats', 'Cars']],
    ['Boats , Cars', ['Boats', 'Cars']],
    ['Boats, ', ['Boats,']],
    ['Boats,', ['Boats,']],
    ['Boats;;Cars; N/A ;', ['Boats', 'Cars']],
    ['; |', 'missing'],
    ['Boats; Boats', ['Boats']],
    ['Music & Dance; Music', ['Music', 'Dance']],
    ['Boats etc.', ['Boats etc.']],
    ['Only : Boats', ['Only : Boats']],
    ['Boats. And cars. And many more things', ['Boats. And cars. And many more things']],
    ['We make videos about small boats.', 'refused'],
    ['We make videos about small boats…', 'refused'],
    ['x'.repeat(60), ['x'.repeat(60)]],
    ['x'.repeat(61), 'refused'],
    [`Boats; ${'x'.repeat(61)}`, 'refused'],
    ['Boats; Caf\ufffd', 'refused'],
    [`${'x'.repeat(29)}.`, [`${'x'.repeat(29)}.`]],
    [`${'x'.repeat(30)}.`, 'refused'],
  ])('in %j are %j', (cell, expected) => {
    expect(told(readCategories(cell))).toEqual(expected);
  });

  test('are limited to 20 and explain rejections', () => {
    const names = Array.from({ length: 25 }, (_, at) => `Boat ${at}`);
    expect(told(readCategories(names.join(';')))).toEqual(names.slice(0, 20));
    expect(readCategories('Caf\ufffd')).toEqual({
      kind: 'refused',
      reason: "Category “Caf\ufffd” can't be used",
    });
    expect(readCategories('We make videos about small boats.')).toEqual({
      kind: 'refused',
      reason: 'Category “We make videos about small boats.” looks like a note',
    });
  });
});

test('status tags are separated by punctuation and case-insensitive', () => {
  expect(told(readTags('invited;In Discussion |approved,'))).toEqual([
    'Invited',
    'In discussion',
    'Approved',
  ]);
  expect(readTags('Invited, hot')).toEqual({
    kind: 'refused',
    reason: "Tag “Invited, hot” isn't a status tag",
  });
});

test.each<[string, string]>([
  [' Ana  Vasques ', 'Ana Vasques'],
  ['n/a', 'missing'],
  ['NULL', 'missing'],
  ['undefined', 'missing'],
  ['---', 'missing'],
  ['#N/A', 'missing'],
  ['#VALUE!', 'missing'],
  ['#REF', 'missing'],
  ['#NAME?', 'missing'],
  ['null and void', 'null and void'],
  ['Mr null', 'Mr null'],
  ['#1 fan', '#1 fan'],
  ['Ana-', 'Ana-'],
  ['\ufffd\ufffd', 'refused'],
  ['👩🏽‍🎤'.repeat(60), '👩🏽‍🎤'.repeat(50)],
])('reads the name %j as %j', (cell, expected) => {
  expect(told(readName(cell))).toBe(expected);
});

test('rejects a damaged name with a reason', () => {
  expect(readName('Caf\ufffd')).toEqual({
    kind: 'refused',
    reason: 'Name “Caf\ufffd” has missing or damaged characters',
  });
});

test('keeps line breaks in text and truncates it at its limit with a remark', () => {
  expect(readText(' a\r\nb ', 3)).toEqual({ kind: 'value', value: 'a\nb' });
  expect(readText('🍕🍕🍕', 2)).toEqual({
    kind: 'value',
    value: '🍕🍕',
    remark: 'The text was too long and was cut off',
  });
  expect(readText('\u200b', 3)).toEqual({ kind: 'missing' });
});
