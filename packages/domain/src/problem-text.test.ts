import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage, type Language } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import { type ProblemCode, problems } from './problem.ts';
import { translateBody, translateProblem } from './problem-text.ts';
import { validationMessage } from './validation-message.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

beforeAll(() => {
  for (const { id, texts } of readCatalogs(repository, ['packages/domain']))
    for (const of of ['de', 'ja', 'ar'] as const) addMessages(of, { [id]: texts[of] ?? {} });
});

const said = (of: Language, text: string) => inLanguage(of, () => translateProblem(text));

test('messages of the API are written in the language of the page, with their values', () => {
  expect(said('de', "This method isn't allowed here.")).toBe('Diese Methode ist hier nicht erlaubt.');
  expect(said('de', 'Use at most 2,000 characters')).toBe('Verwende höchstens 2.000 Zeichen');
  expect(said('ja', 'This post is by @mara.k, not @ana')).toBe(
    'この投稿は@mara.kによるもので、@anaの投稿ではありません',
  );
  expect(said('ar', "There's no TikTok account with this username")).toBe(
    'لا يوجد حساب \u2068TikTok\u2069 بهذا الاسم',
  );
  expect(said('en', 'Use at most 2,000 characters')).toBe('Use at most 2,000 characters');
});

test('lines of a history are written with their terms, days and kinds of content', () => {
  expect(
    said(
      'de',
      'Offer accepted: $1,450, 2 reels, 1 story, draft by 1 Feb 2099, usage rights: 6 months, organic and paid ads, EU',
    ),
  ).toBe(
    'Angebot angenommen: $1,450, 2 Reels, 1 Story, Entwurf bis 1. Feb. 2099, Nutzungsrechte: 6 Monate, organische Beiträge und bezahlte Anzeigen, EU',
  );
  expect(said('ja', 'Approved: no fee')).toBe('承認された条件：報酬なし');
  expect(said('de', 'Submitted a new version of a story')).toBe('Neue Version eingereicht: Story');
  expect(said('de', 'Published on TikTok: reel')).toBe('Live auf TikTok: Reel');
  for (const live of ['1 live', '1 live video'])
    expect(said('de', `Approved: $520, ${live}`)).toMatch(/\$520, 1 Livestream$/);
  expect(said('de', 'Submitted a live')).toBe('Eingereicht: Livestream');
  expect(said('de', 'Product shipped via DHL, tracking number JD1')).toBe(
    'Produkt mit DHL verschickt, Sendungsnummer JD1',
  );
});

test('text without a translation stays as it is', () => {
  for (const text of ['', 'Rate agreed by phone', 'Use at most 2,000 characters of it'])
    expect(said('de', text)).toBe(text);
});

test('a whole answer is translated: its message under every name, and each field', () => {
  const body = {
    code: 'invalid' as const,
    message: 'Choose a picture.',
    err: 'Choose a picture.',
    fields: { file: 'Choose a picture', name: 'Anything else' },
    version: 3,
  };
  expect(inLanguage('de', () => translateBody(body))).toEqual({
    code: 'invalid',
    message: 'Wähle ein Bild.',
    err: 'Wähle ein Bild.',
    fields: { file: 'Wähle ein Bild', name: 'Anything else' },
    version: 3,
  });
});

/** Codes that creators meet; others are about what only teams do. */
const OF_CREATORS = [
  'invalid unauthenticated forbidden not_found method_not_allowed conflict too_large url_too_long unsupported_type',
  'misdirected rate_limited internal unavailable invalid_transition no_contact suppressed in_use plan_limit too_many',
  'invite_not_open other_account rights_expired retry_later',
]
  .join(' ')
  .split(' ') as ProblemCode[];

test('every code that creators meet has a text, as has what their forms answer', () => {
  for (const code of OF_CREATORS) {
    const { message } = problems[code];
    expect(said('ja', message), code).not.toBe(message);
  }
  const issues = [
    { code: 'invalid_type', expected: 'string', input: undefined },
    { code: 'too_big', origin: 'string', maximum: 80, input: 'x' },
    { code: 'too_small', origin: 'string', minimum: 1, input: '' },
    { code: 'too_big', origin: 'number', maximum: 1_000_000, input: 1 },
    { code: 'too_small', origin: 'array', minimum: 1, input: [] },
    { code: 'invalid_format', format: 'email', input: 'x' },
    { code: 'invalid_type', expected: 'number', input: 'x' },
  ];
  for (const issue of issues) {
    const text = validationMessage(issue as never);
    expect(said('ja', text), text).not.toBe(text);
  }
});

/** The files that answer creators. */
const ANSWERS = [
  ...[
    'own-opt-ins',
    'own-offers',
    'opt-in-to-campaign',
    'claim-profile',
    'connect-account',
    'opt-in/offer.step',
  ],
  ...['campaign-content/upload.inspect', 'campaign-content/upload.receive'],
].map((file) => `apps/api/src/modules/campaigns/${file}.ts`);
/** Meant for programs, not for people, or a part of a message. */
const NO_MESSAGE = /Upload-Offset|ID of the opt-in|^Log in with the email/;

test('every message that the API answers creators with is translated', () => {
  const LITERAL =
    /(?:message: |refuse\(|fields: \{ [\w'.]+: |^\s+[?:] |^\s+4\d\d: |^\s+)('[A-Z][^']{9,}'|"[A-Z“][^"]{9,}")(?= |\)|,|;|$)/gm;
  const found = ANSWERS.flatMap((file) =>
    [...readFileSync(path.join(repository, file), 'utf8').matchAll(LITERAL)].map(([, text = '']) =>
      text.slice(1, -1),
    ),
  ).filter((text) => !NO_MESSAGE.test(text));
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((text) => said('ja', text) === text)).toEqual([]);
});
