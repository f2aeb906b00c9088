import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../../../../..');
const FOLDERS = ['apps/api/src', 'packages/contract/src', 'packages/domain/src'];

/** Calls whose arguments are what people are answered with. */
const ANSWERS = [
  'problem refused refusal refuse invalid notNow tooMany FileRefusal rejected wrong abilityUnless unavailableFor',
  'min max regex refine int number addIssue text superRefine',
].flatMap((names) => names.split(' '));

/** Files whose texts are meant for programs, are part of a document, or are written by their screen itself. */
const NO_ANSWERS = /^demo\/|\.pdf\.ts$|import-codes\.ts$|discovery\/creator-import\/[\w-]+\.ts$/;

/** Files that return what is wrong with rows of a file, or why a post doesn't count. */
const RETURNED_ANSWERS = /^modules\/analytics\/costs\.ts$|^campaigns\/missing-post\.ts$/;

/** Meant for programs. */
const FOR_PROGRAMS = new RegExp(
  [
    /API keys?\b|logged-in person|multipart|idempotency key|Invalid (signature|event|username|product)|The body is not/,
    /Use the format|Use kind:code|ISO country|language code|hex-encoded|Not an? (valid )?(ID|invitation)/,
    /minor units|basis points|Use (a whole |a )number|Use a-z, 0-9, _|Give each widget|Pass (at most|the hash)/,
    /Each (field|stage) needs a different ID|Unknown action|Store domain|Authorization code|the ID of the opt-in/,
    /Start again$|Too long|Use at most § creators|List each source|currencies|Choose each format|Enter a lower amount|Choose the store, or use/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

interface Syntax {
  type: string;
  start: number;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
  callee?: { name?: string; property?: { name?: string } };
  key?: { name?: string };
  [part: string]: unknown;
}

/** All texts of the sources; § stands for a value. Those in `answers` are what people are answered with. */
function textsOfApi(): { answers: Set<string>; all: Set<string> } {
  const answers = new Set<string>();
  const all = new Set<string>();
  /** @param isAnswer null in files without answers */
  const walk = (node: unknown, isAnswer: boolean | null): void => {
    if (Array.isArray(node)) for (const part of node) walk(part, isAnswer);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, quasis, callee, key } = node as Syntax;
    const text =
      type === 'Literal' && typeof value === 'string'
        ? value
        : type === 'TemplateLiteral' && quasis
          ? quasis.map((part) => part.value.cooked).join('§')
          : null;
    if (text !== null) {
      all.add(text);
      if (isAnswer && /^[A-Z“].*\s/s.test(text) && /[a-z]{2}/.test(text)) answers.add(text);
    }
    const called = callee?.name ?? callee?.property?.name;
    const isReason = type === 'Property' && key?.name === 'statusReason';
    let isInside = isAnswer;
    if (isAnswer !== null) isInside = called === undefined ? isAnswer || isReason : ANSWERS.includes(called);
    for (const part of Object.values(node)) walk(part, isInside);
  };
  for (const folder of FOLDERS)
    for (const file of readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.ts$/.test(file) || /\.(test|gen|fixture)\.ts$/.test(file)) continue;
      const code = readFileSync(path.join(repository, folder, file), 'utf8');
      walk(parseAst(code, { lang: 'ts' }), NO_ANSWERS.test(file) ? null : RETURNED_ANSWERS.test(file));
    }
  return { answers, all };
}

const isTranslated = /^(team|message|field|problem|line)\./;
const english = new Map(
  readCatalogs(repository, ['apps/web', 'packages/domain']).map(({ id, texts }) => [id, texts.en ?? {}]),
);
const catalog = ['domain', 'web/shared/call'].flatMap((id) =>
  Object.entries(english.get(id) ?? {}).filter(([key]) => isTranslated.test(key)),
);

/** A text with values: as written, with each value filled in, and what it looks like with any values. */
interface Form {
  text: string;
  sample: string;
  pattern: RegExp | null;
}

const VALUE = /\{\w+\}|§/;

function formOf(text: string): Form {
  const parts = text.split(VALUE);
  const source = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+?');
  return { text, sample: parts.join('5'), pattern: parts.length > 1 ? new RegExp(`^${source}$`, 's') : null };
}

const looksLike = (one: Form, other: Form): boolean =>
  one.pattern ? one.pattern.test(other.sample) : one.text === other.sample;

/** Whether a text has enough words beside its values to tell it from others. */
const isTelling = ({ text }: Form): boolean => text.split(VALUE).some((part) => part.length >= 9);

/** Whether a text of the API is one of a catalog, or the first part of one that a sentence is added to. */
const fits = (sent: Form, known: Form): boolean =>
  looksLike(known, sent) ||
  (isTelling(sent) && looksLike(sent, known)) ||
  known.sample.startsWith(`${sent.text} `);

const api = textsOfApi();
const known = catalog.map(([key, text]) => ({ key, form: formOf(text) }));

test('whatever the API answers a team with has a text in the languages of the dashboard', () => {
  const missing = [...api.answers]
    .filter((text) => !FOR_PROGRAMS.test(text))
    .filter((text) => {
      const sent = formOf(text);
      return !known.some(({ form }) => fits(sent, form));
    });
  expect(api.answers.size).toBeGreaterThan(400);
  expect(missing).toEqual([]);
});

test('the catalogs hold no text that the API no longer answers with', () => {
  const sent = [...api.all, ...Object.values(english.get('domain/outreach') ?? {})]
    .filter((text) => text.trim().length > 6)
    .map(formOf);
  const stale = known
    .filter(({ key }) => /^(team|message)\./.test(key))
    .filter(({ form }) => !sent.some((one) => fits(one, form)));
  expect(stale.map(({ key }) => key)).toEqual([]);
});
