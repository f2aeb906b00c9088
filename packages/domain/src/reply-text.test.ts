import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

const root = resolve(process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../shared'));
const corpus = join(root, 'data/email/reply_corpus');

test('of the labelled replies of strangers at least 95 in 100 come out exactly as a person would cut them', () => {
  if (!existsSync(corpus)) {
    console.log(`The labelled replies are not at ${corpus}: the rules are tried on their own examples only.`);
    return;
  }
  const names = readdirSync(join(corpus, 'emails'));
  const wrong = names.filter((name) => {
    const read = (folder: string) => readFileSync(join(corpus, folder, name), 'utf8');
    return replyText(read('emails')) !== read('trimmed').replace(/\r\n/g, '\n').trim();
  });
  expect(wrong.length / names.length, wrong.join(', ')).toBeLessThanOrEqual(0.05);
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

test('answers between quoted lines keep the quotes they answer', () => {
  const text = replyText(
    'On 2 Mar 2026, Mia wrote:\n> Which size?\n\nMedium.\n\n> Which colour?\n\nBlue.\n\n> Bye',
  );
  expect(text).toBe('> Which size?\n\nMedium.\n\n> Which colour?\n\nBlue.');
});

test('words that only look like an attribution stay', () => {
  const text = 'On this day I wrote a story about 3 foxes.\nFrom: my heart\nThanks';
  expect(replyText(text)).toBe(text);
});

test('texts made to keep a program busy are read as well', () => {
  for (const line of ['On 5 x wrote:\n> q\nx\nx\nx\nx\nx\nx\nx\nx\n', 'A <a@b.c> 1\n', '```\n', '<a@b '])
    expect(replyText(line.repeat(100_000)).length).toBeLessThanOrEqual(200_000);
  // Long runs of blanks within a line, which an address without a token lets anybody send.
  for (const [before, after] of [
    ['---', 'x'],
    ['1', '!'],
  ])
    expect(replyText(`${before}${' '.repeat(190_000)}${after}`)).toHaveLength(
      190_000 + `${before}${after}`.length,
    );
});
