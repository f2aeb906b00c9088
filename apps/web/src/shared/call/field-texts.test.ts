import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { translateProblem } from '@troupe/domain/problem-text';
import { validationMessage } from '@troupe/domain/validation-message';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { parseAst } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { addTeamTexts } from './team-texts.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');
const LANGUAGES = ['de', 'es'] as const;
/** What checks the values of forms; the first argument is a schema. */
const CHECKS = ['checkFields', 'errorsOf'];
/** What writes the messages in the language of the page. */
const WRITERS = ['useDraftForm', 'useFieldErrors', 'useFieldText'];
/** Schemas of rows that people import, by their modules; a screen shows what the API says about each row. */
const ROWS = [['NewCostEntry', '@troupe/domain/analytics/cost-entry']] as const;
const FOR_PROGRAMS = ['Enter a whole number of minor units'];
const PLACE = 'apps/web/src/shared/call/field-errors.ts';

beforeAll(() => {
  addTeamTexts();
  for (const { id, texts } of readCatalogs(repository, ['apps/web', 'packages/domain']))
    for (const of of LANGUAGES) addMessages(of, { [id]: texts[of] ?? {} });
});

interface Syntax {
  type: string;
  name?: string;
  source?: { value: string };
  specifiers?: { local: { name: string } }[];
  callee?: Syntax;
  arguments?: Syntax[];
  object?: Syntax;
  property?: Syntax;
  key?: Syntax;
  [part: string]: unknown;
}

function eachNode(node: unknown, visit: (node: Syntax) => void): void {
  if (Array.isArray(node)) for (const part of node) eachNode(part, visit);
  else if (typeof node === 'object' && node !== null) {
    visit(node as Syntax);
    for (const part of Object.values(node)) eachNode(part, visit);
  }
}

/** What a file of an app does about schemas: the modules it imports, its calls, and the properties that it reads. */
function readSource(file: string) {
  const imports = new Map<string, string>();
  const schemas: Syntax[] = [];
  const called = new Set<string>();
  const properties = new Set<string>();
  const ast = parseAst(readFileSync(path.join(repository, file), 'utf8'), { lang: 'tsx' });
  eachNode(ast, ({ type, source, specifiers, callee, arguments: values, property, key }) => {
    if (type === 'ImportDeclaration' && source)
      for (const { local } of specifiers ?? []) imports.set(local.name, source.value);
    if (type === 'CallExpression' && callee?.name) {
      called.add(callee.name);
      if (CHECKS.includes(callee.name) && values?.[0]) schemas.push(values[0]);
    }
    if (type === 'MemberExpression' && property?.name) properties.add(property.name);
    if (type === 'Property' && key?.name) properties.add(key.name);
  });
  return { file, imports, schemas, called, properties };
}

const sources = ['apps/web/src', 'apps/portal/src'].flatMap((folder) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .map((file) => readSource(path.join(folder, file))),
);
const forms = sources.filter(({ file, schemas }) => file !== PLACE && schemas.length > 0);

/** The name of the imported schema that an expression such as `CampaignBrief.shape[field]` starts with. */
const rootOf = (node: Syntax): string => (node.object ? rootOf(node.object) : String(node.name));

/** Texts that people type, for rules that name no message. */
const TYPED = [
  '',
  ' ',
  'a\nb',
  'a\u0000',
  'x'.repeat(20_000),
  '{{x}} {y} and more',
  '<b>',
  'a@b',
  'http://',
  '-1',
];

type Issue = Parameters<typeof validationMessage>[0];

/** What this test reads of a zod schema or of one of its checks. */
interface Schema {
  _zod: { def: Record<string, unknown> };
  safeParse: (value: unknown) => { error?: { issues: { code?: string; message: string }[] } };
}
type Message = () => string | undefined;

/** The issue of a check whose input it doesn't fit. */
function issueOf(check: Record<string, unknown>, origin: string): Partial<Issue> | null {
  const input = origin === 'number' ? 0 : 'x {{y}} {z}';
  switch (check.check) {
    case 'less_than':
      return { code: 'too_big', origin, maximum: check.value, inclusive: check.inclusive, input } as never;
    case 'greater_than':
      return { code: 'too_small', origin, minimum: check.value, inclusive: check.inclusive, input } as never;
    case 'max_length':
      return { code: 'too_big', origin, maximum: check.maximum, input } as never;
    case 'min_length':
      return { code: 'too_small', origin, minimum: check.minimum, input } as never;
    case 'length_equals':
      return { code: 'too_small', origin, minimum: check.length, input } as never;
    case 'number_format':
      return { code: 'invalid_type', expected: 'int', input } as never;
    case 'multiple_of':
      return { code: 'not_multiple_of', divisor: check.value, input } as never;
    case 'string_format':
      // Chosen from a list or in a calendar, not typed.
      if (['uuid', 'datetime'].includes(String(check.format))) return null;
      return { ...check, code: 'invalid_format', input } as never;
    case 'custom':
      // `superRefine` names its messages while it runs.
      return check.type === 'custom' ? { code: 'custom', input } : null;
    case 'overwrite':
      return null;
    default:
      throw new Error(`This test doesn't know the check ${String(check.check)}`);
  }
}

/** Returns what writes each message that a schema can give about values of a form. */
function messagesOf(schema: Schema, seen = new Set<unknown>()): Message[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def;
  const found: Message[] = [];
  const say = (own: unknown, issue: Partial<Issue>) =>
    found.push(() => {
      const said = typeof own === 'function' ? own(issue) : undefined;
      return (typeof said === 'object' ? said?.message : said) ?? validationMessage(issue as Issue);
    });
  // Controls of a form give the types that its schema asks for, except numbers that can't be read and nothing at all.
  if (def.type === 'number')
    say(def.error, { code: 'invalid_type', expected: 'number', input: Number.NaN } as never);
  if (def.type === 'string')
    say(def.error, { code: 'invalid_type', expected: 'string', input: undefined } as never);
  const checks = ((def.checks ?? []) as Schema[]).map((check) => check._zod.def);
  for (const check of def.check ? [def, ...checks] : checks) {
    const issue = issueOf(check, String(def.type));
    if (issue) say(check.error, issue);
  }
  for (const typed of TYPED)
    for (const place of schema.safeParse?.(typed).error?.issues.keys() ?? []) {
      const again = () => schema.safeParse?.(typed).error?.issues[place];
      if (again()?.code === 'custom') found.push(() => again()?.message);
    }
  for (const part of Object.values(def))
    eachNode(part instanceof Map ? [...part.values()] : part, (node) => {
      if ('_zod' in node && !(node._zod as { def: { check?: string } }).def.check?.startsWith('custom'))
        found.push(...messagesOf(node as never, seen));
    });
  return found;
}

test('forms check their values in one place, and write what is wrong in the language of the page', () => {
  const elsewhere = sources.filter(
    ({ file, properties }) =>
      file !== PLACE && ['issues', 'treeifyError', 'flattenError'].some((name) => properties.has(name)),
  );
  expect(elsewhere.map(({ file }) => file)).toEqual([]);
  const inEnglish = forms.filter(({ called }) => !WRITERS.some((name) => called.has(name)));
  expect(inEnglish.map(({ file }) => file)).toEqual([]);
});

test('whatever a form can say about a field has a text in the languages of the dashboard', async () => {
  const checked = new Map<string, string>(ROWS);
  for (const { file, imports, schemas } of forms)
    for (const name of schemas.map(rootOf)) {
      const from = imports.get(name);
      if (!from) throw new Error(`${file} checks ${name}, which isn't imported from a package`);
      checked.set(name, from);
    }
  const missing: string[] = [];
  let count = 0;
  for (const [name, from] of checked)
    for (const write of messagesOf((await import(from))[name])) {
      const english = inLanguage('en', write);
      if (english === undefined || FOR_PROGRAMS.includes(english)) continue;
      count += 1;
      for (const of of LANGUAGES)
        if (inLanguage(of, () => translateProblem(write() ?? '')) === english)
          missing.push(`${name} (${of}): ${english}`);
    }
  expect(forms.length).toBeGreaterThan(9);
  expect(count).toBeGreaterThan(100);
  expect([...new Set(missing)]).toEqual([]);
});
