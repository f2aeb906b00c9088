import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LANGUAGE_TAGS } from '@troupe/i18n/language';
import { afterEach, expect, test } from 'vitest';
import { allCatalogs, checkMessages, generatedFile } from './message-rules.ts';

const made: string[] = [];
const portal = 'apps/portal/src/modules/inbox';
const english = {
  'thread.from': 'From {name}',
  'thread.unread': '{count, plural, one {# message} other {# messages}}',
  'status.open': 'Open',
};
const uses = `import { t } from './messages/messages.gen.ts'; t('thread.from'); t('thread.unread'); t(\`status.\${s}\`);`;

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Checks a module with one catalog whose texts are replaced by `changed`. */
function check(
  changed: Record<string, Record<string, string> | null> = {},
  code = uses,
  module = portal,
): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-messages-'));
  made.push(folder);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write(`${module}/thread.tsx`, code);
  const forms = {
    ja: '{count, plural, other {#}}',
    ar: '{count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  };
  for (const language of LANGUAGE_TAGS) {
    const unread = forms[language as keyof typeof forms] ?? english['thread.unread'];
    const texts =
      changed[language] === undefined ? { ...english, 'thread.unread': unread } : changed[language];
    if (texts) write(`${module}/messages/${language}.json`, JSON.stringify(texts));
  }
  for (const catalog of allCatalogs(folder)) {
    const { file, text } = generatedFile(catalog);
    if (code !== '') write(file, text);
  }
  return checkMessages(folder).map(({ file, line, text }) => `${path.basename(file)}:${line} ${text}`);
}

test('a complete catalog passes', () => {
  expect(check()).toEqual([]);
});

test('rejects a missing language or text, and a key English lacks', () => {
  const { 'status.open': _, ...less } = english;
  expect(check({ fr: null, de: less, es: { ...english, 'thread.old': 'Viejo' } })).toEqual([
    'de.json:1 status.open: the text is missing.',
    'es.json:5 thread.old: English has no such message.',
    'fr.json:1 this catalog is missing.',
  ]);
});

test('the dashboard may have some of its texts in further languages, and pages for visitors need all', () => {
  const some = { 'status.open': 'Ouvert', 'thread.from': 'De {nmae}' };
  const faults = ['fr.json:3 thread.from: its placeholders are nmae, in English name.'];
  expect(check({ fr: some, ja: null }, uses, 'apps/web/src/modules/inbox')).toEqual(faults);
  expect(check({ fr: some, ja: null }, uses, 'apps/web/src/modules/site/faq')).toEqual([
    'fr.json:1 thread.unread: the text is missing.',
    ...faults,
    'ja.json:1 this catalog is missing.',
  ]);
  expect(check({ de: some }, uses, 'apps/web/src/modules/inbox')).toContain(
    'de.json:1 thread.unread: the text is missing.',
  );
});

test('rejects placeholders that differ from English', () => {
  expect(check({ de: { ...english, 'thread.from': 'Von {nmae}' } })).toEqual([
    'de.json:2 thread.from: its placeholders are nmae, in English name.',
  ]);
  // The apostrophe escapes the brace.
  expect(check({ fr: { ...english, 'thread.from': "Message d'{name}" } })).toEqual([
    'fr.json:2 thread.from: its placeholders are none, in English name.',
  ]);
});

test('rejects a plural without a form of its language', () => {
  expect(check({ ar: { ...english } })).toEqual([
    'ar.json:3 thread.unread: a plural lacks zero, two, few, many.',
  ]);
});

test("rejects a text that isn't an ICU message", () => {
  expect(check({ de: { ...english, 'thread.from': 'Von {name' } })).toEqual([
    'de.json:2 thread.from: this is not an ICU message.',
  ]);
});

test('rejects an unused message', () => {
  const code = uses.replace("t('thread.unread');", '');
  expect(check({}, code)).toEqual(['en.json:1 thread.unread: nothing uses this message.']);
});

test('rejects an outdated generated file', () => {
  expect(check({}, '').at(-1)).toBe('messages.gen.ts:1 not up to date; run npm run messages.');
});
