import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, POSITIONS, PROGRAMS, replyOf } from './reply-text.fixture.ts';
import { replyText } from './reply-text.ts';

const root = resolve(process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared'));
const corpus = join(root, 'data/email/reply_corpus');

/** A fixed half of the names for validation: rules are written for the others. */
const isMeasured = (name: string) =>
  Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 2), 16) % 2 === 0;

test.each([
  ['developed against', false],
  ['only measured', true],
])('at least 95% of the labelled replies that are %s are cut as labelled', (part, measured) => {
  if (!existsSync(corpus)) {
    console.log(`Skipped: the labelled replies are not at ${corpus}.`);
    return;
  }
  const names = readdirSync(join(corpus, 'emails')).filter((name) => isMeasured(name) === measured);
  const wrong = names.filter((name) => {
    const read = (folder: string) => readFileSync(join(corpus, folder, name), 'utf8');
    return replyText(read('emails')) !== read('trimmed').replace(/\r\n/g, '\n').trim();
  });
  console.log(`Labelled replies ${part}: ${names.length - wrong.length} of ${names.length}`);
  expect(wrong.length / names.length, wrong.join(', ')).toBeLessThanOrEqual(0.05);
});

test.each(POSITIONS)(
  'an answer %s the quote is cut out in the formats of 30 programs and 25 languages',
  (position) => {
    const made = PROGRAMS.flatMap((program) =>
      LANGUAGES.map((words) => ({
        name: `${program.name} ${words.locale}`,
        reply: replyOf(program, words, position),
      })),
    ).filter(({ reply }) => reply !== null);
    for (const measured of [false, true]) {
      const part = made.filter(({ name }) => isMeasured(name) === measured);
      const wrong = part.filter(({ reply }) => reply && replyText(reply.email) !== reply.answer);
      console.log(
        `${position}, ${measured ? 'only measured' : 'developed against'}: ${part.length - wrong.length} of ${part.length}`,
      );
      expect(wrong.length / part.length, wrong.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(0.05);
    }
  },
);

test.each([
  '2 Mar 2026, 10:11 +0300, Mia Larkmoor:',
  '2026-03-02 10:11 GMT+01:00 Mia Larkmoor',
  '2 марта 2026 г., 10:11 +0300, Мия',
  'W dniu 02.03.2026 o 10:11, Mia pisze:',
  'Dne 2. 3. 2026 v 10:11 Mia napsal(a):',
  '---- On Mon, 2 Mar 2026 10:11 Mia &lt;mia@x.test&gt; wrote ----',
])('only the answer is kept above and below a quote after: %s', (attribution) => {
  expect(replyText(`${attribution}\n> Join us?\n> Mia\n\nGladly.`)).toBe('Gladly.');
  expect(replyText(`Gladly.\n\n${attribution}\n\n> Join us?`)).toBe('Gladly.');
});

test.each([
  ['nested quotes', '> a\n>> b\n> c'],
  ['an attribution and its quote', 'On 2 Mar 2026, Mia wrote:\n> > a\n> b\n'],
  [
    'a forward with wrapped headers',
    'From: Mia <m@x.test>\nDate: Mon, 2 Mar 2026 10:11\nTo: a@b.test,\n c@d.test\nSubject: Very long\n subject\n\nHello',
  ],
])('nothing is left of an email that holds only %s', (_what, email) => {
  expect(replyText(email)).toBe('');
});

test.each([
  'On 3 March 2026 at 10:00 I can offer:\n- a reel\n- a story',
  'Name: Ana Lima\nEmail: ana@x.test\nBirthday: 02.03.1990\nSize: M',
  'Thanks. See you on 2 March 2026, 10:30.\nAna',
  'Monday, 2 March 2026, 10:00: call with the agency\nTuesday: free',
  'Hi!\n\nMy rates for 2026:\n\n> a reel\n\nBye',
])('text with dates and fields of its own stays: %s', (text) => {
  expect(replyText(text)).toBe(text);
});

test.each([
  ['English', 'On Mon, 2 Mar 2026 at 10:11, Larkmoor <mia@larkmoor.test> wrote:\n> Join us?'],
  ['German', 'Am Mo., 2. März 2026 um 10:11 Uhr schrieb Mia <mia@larkmoor.test>:\n> Join us?'],
  ['French', 'Le lun. 2 mars 2026 à 10:11, Mia <mia@larkmoor.test> a écrit :\n\n> Join us?'],
  ['Spanish', 'El lun, 2 mar 2026 a las 10:11, Mia\n(<mia@larkmoor.test>) escribió:\n\n> Join us?'],
  ['Russian', 'Имя <mia@larkmoor.test> 2 марта 2026 г. написал:\n> Join us?'],
  ['Chinese', '在 2026年3月2日，Mia <mia@larkmoor.test> 写道：\n> Join us?'],
  ['Outlook', 'From: Mia <mia@larkmoor.test>\nSent: Monday\nTo: Ana\nSubject: Hello\n\nJoin us?'],
  ['a phone', 'Sent from my iPhone\r\n\r\n> Join us?'],
])('what was answered to is cut off, in %s', (_name, quoted) => {
  expect(replyText(`Yes, gladly.\n\n${quoted}`)).toBe('Yes, gladly.');
});

test.each([
  'Sent from my iPhone',
  '(sent via Samsung Mobile)',
  'Typed with one thumb',
  'Get Outlook for Android<https://aka.ms/x>',
  'From my mobile',
  'Envoyé depuis mon téléphone',
  'Enviado desde mi teléfono',
  'Inviato da Tiscali Mobile',
  'Verzonden met mijn telefoon',
  'Von meinem iPhone gesendet',
  'Diese Nachricht wurde von meinem Mobilgerät gesendet.',
  'Gesendet mit der App für iPad',
  'Lähetetty iPhonesta',
  'Wysłane z iPhone',
  'iPhone-ról küldve',
  'iPhone’umdan gönderildi',
  '나의 iPhone에서 보냄',
  '发自我的iPhone',
  '從我的手機傳送',
  'iPhoneから送信',
])('the line that a device adds is cut off: %s', (line) => {
  expect(replyText(`Yes, gladly.\n\n${line}`)).toBe('Yes, gladly.');
});

test.each([
  'The parcel was sent from my studio',
  'Please get Outlook for the team ready. We start at nine, and everybody should be able to read it.',
  'It is a picture from my phone! I can send a better one.',
])('a last line that only reads like one stays: %s', (line) => {
  expect(replyText(`Yes, gladly.\n\n${line}`)).toBe(`Yes, gladly.\n\n${line}`);
});

test('answers between quoted lines keep their quotes', () => {
  const text = replyText(
    'On 2 Mar 2026, Mia wrote:\n> Which size?\n\nMedium.\n\n> Which colour?\n\nBlue.\n\n> Bye',
  );
  expect(text).toBe('> Which size?\n\nMedium.\n\n> Which colour?\n\nBlue.');
});

test('keeps text that only looks like an attribution', () => {
  const text = 'On this day I wrote a story about 3 foxes.\nFrom: my heart\nThanks';
  expect(replyText(text)).toBe(text);
});

test('reads texts designed to slow down parsing', () => {
  for (const line of ['On 5 x wrote:\n> q\nx\nx\nx\nx\nx\nx\nx\nx\n', 'A <a@b.c> 1\n', '```\n', '<a@b '])
    expect(replyText(line.repeat(100_000)).length).toBeLessThanOrEqual(200_000);
  // Long runs of spaces in a line, which anyone can send to an address without token.
  for (const [before, after] of [
    ['---', 'x'],
    ['1', '!'],
  ])
    expect(replyText(`${before}${' '.repeat(190_000)}${after}`)).toHaveLength(
      190_000 + `${before}${after}`.length,
    );
});
