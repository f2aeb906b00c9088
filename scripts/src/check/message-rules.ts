import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CatalogFiles, readCatalogs } from '@troupe/i18n/catalog-files';
import { DASHBOARD_LANGUAGES, LANGUAGE_TAGS, type Language } from '@troupe/i18n/language';
import { type MessageShape, shapeOf } from '@troupe/i18n/message-shape';
import { usedKeys } from '@troupe/i18n/used-keys';
import type { Violation } from './import-rules.ts';

/** Folders whose texts only teams read, in the languages of the dashboard: their emails, and labels. */
const FOR_TEAMS = [
  ...['packages/ui/src/dashboard', 'apps/api/src/platform/csv'],
  ...[
    'discovery/saved-search',
    'inbox/notification',
    'outreach',
    'commerce',
    'operations',
    'listening',
    'listening/listening-digest',
    'analytics',
    'analytics/report',
  ].map((of) => `apps/api/src/modules/${of}`),
  ...['account/audit', 'billing/ledger', 'campaigns/agreement', 'discovery', 'outreach', 'analytics'].map(
    (of) => `packages/domain/src/${of}`,
  ),
];

/** Dashboard folders that only pages for visitors show, in every language. */
const FOR_VISITORS = [
  'shared/visitor',
  ...['commerce/store', 'site/demo-request', 'site/faq', 'site/terms'].map((of) => `modules/${of}`),
].map((of) => `apps/web/src/${of}`);

/** Name of a catalog's generated file. */
const GENERATED = 'messages.gen.ts';

const workspacesOf = (folder: string): string[] =>
  ['apps', 'packages'].flatMap((parent) => {
    if (!existsSync(path.join(folder, parent))) return [];
    return readdirSync(path.join(folder, parent))
      .map((name) => `${parent}/${name}`)
      .filter((workspace) => existsSync(path.join(folder, workspace, 'src')));
  });

/** Returns all catalogs of a repository. @param folder its root */
export const allCatalogs = (folder: string): CatalogFiles[] => readCatalogs(folder, workspacesOf(folder));

/**
 * Returns the path and content of a catalog's generated file: its messages with typed placeholders.
 */
export function generatedFile({ id, folder, texts }: CatalogFiles): { file: string; text: string } {
  const lines = Object.entries(texts.en ?? {}).map(([key, message]) => {
    const fields = [...shapeOf(message).placeholders].map(([name, kind]) => {
      const type = kind === 'tag' ? 'Tag' : kind === 'number' ? 'number' : 'Value';
      return `${/^[\w$]+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name)}: ${type}`;
    });
    return `  '${key}': { ${fields.join('; ')} };`.replace('{  }', 'Record<never, never>');
  });
  const text = [
    '// Made from en.json by `npm run messages`.',
    "import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';",
    "import english from './en.json' with { type: 'json' };",
    '',
    'interface Messages {',
    ...lines,
    '}',
    '',
    '/** Writes a message in the language of the person. */',
    `export const t = catalog<Messages>('${id}', english);`,
    '',
  ].filter((line) => line !== undefined);
  const used = (word: string) => lines.some((line) => line.includes(`: ${word}`));
  const types = ['Tag', 'Value'].filter(used).map((word) => `type ${word}`);
  const imported = ['catalog', ...types].join(', ');
  text[1] = `import { ${imported} } from '@troupe/i18n/catalog';`;
  return { file: path.join(folder, GENERATED), text: text.join('\n') };
}

/**
 * Finds problems in message catalogs: missing languages and keys, placeholders that differ from
 * English, plurals without a form of their language, unused keys, and outdated generated files.
 * @param folder the root of a repository
 */
export function checkMessages(folder: string): Violation[] {
  return allCatalogs(folder).flatMap((catalog) => [
    ...Object.keys(catalog.texts).flatMap((language) => faultsOf(catalog, language)),
    ...missingLanguages(catalog),
    ...unusedKeys(folder, catalog),
    ...outdated(folder, catalog),
  ]);
}

const fileOf = ({ folder }: CatalogFiles, language: string) => path.join(folder, `${language}.json`);

/** The languages in which a catalog must be complete. */
function wantedLanguages({ folder }: CatalogFiles): readonly Language[] {
  const owner = path.dirname(folder);
  if (FOR_VISITORS.includes(owner)) return LANGUAGE_TAGS;
  return folder.startsWith('apps/web/') || FOR_TEAMS.includes(owner) ? DASHBOARD_LANGUAGES : LANGUAGE_TAGS;
}

function missingLanguages(catalog: CatalogFiles): Violation[] {
  return wantedLanguages(catalog)
    .filter((language) => !catalog.texts[language])
    .map((language) => ({ file: fileOf(catalog, language), line: 1, text: 'this catalog is missing.' }));
}

/** Returns the plural forms of a language for counts up to 200. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))];
}

function faultsOf(catalog: CatalogFiles, language: string): Violation[] {
  const english = catalog.texts.en ?? {};
  const texts = catalog.texts[language] ?? {};
  const file = fileOf(catalog, language);
  const fault = (key: string, text: string) => ({
    file,
    line: Object.keys(texts).indexOf(key) + 2,
    text: `${key}: ${text}`,
  });
  const forms = formsOf(language);
  // In further languages the dashboard has only the texts that its pages for visitors show; their test finds missing ones.
  const isWhole = (wantedLanguages(catalog) as readonly string[]).includes(language);
  return [
    ...Object.keys(isWhole ? english : {})
      .filter((key) => !texts[key]?.trim())
      .map((key) => fault(key, 'the text is missing.')),
    ...Object.entries(texts).flatMap(([key, message]) => {
      const original = english[key];
      if (original === undefined) return [fault(key, 'English has no such message.')];
      const [shape, wanted] = [readShape(message), readShape(original)];
      if (!shape) return [fault(key, 'this is not an ICU message.')];
      if (!wanted) return [];
      const lacking = forms.filter((form) => shape.plurals.some((plural) => !plural.includes(form)));
      return [
        ...(namesOf(shape) === namesOf(wanted)
          ? []
          : [
              fault(
                key,
                `its placeholders are ${namesOf(shape) || 'none'}, in English ${namesOf(wanted) || 'none'}.`,
              ),
            ]),
        ...(lacking.length > 0 ? [fault(key, `a plural lacks ${lacking.join(', ')}.`)] : []),
      ];
    }),
  ];
}

const namesOf = ({ placeholders }: MessageShape): string =>
  [...placeholders]
    .map(([name, kind]) => (kind === 'value' ? name : `${name} (${kind})`))
    .sort()
    .join(', ');

function readShape(message: string): MessageShape | null {
  try {
    return shapeOf(message);
  } catch {
    return null;
  }
}

/**
 * Keys are used by name, or by the start of a template such as `status.${status}`, in a file that
 * imports the catalog.
 */
function unusedKeys(folder: string, catalog: CatalogFiles): Violation[] {
  const [parent = '', name = ''] = catalog.folder.split('/');
  const code = sourcesBelow(path.join(folder, parent, name, 'src'))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes(GENERATED))
    .join('\n');
  const isUsed = usedKeys(code);
  return Object.keys(catalog.texts.en ?? {})
    .filter((key) => !isUsed(key))
    .map((key) => ({ file: fileOf(catalog, 'en'), line: 1, text: `${key}: nothing uses this message.` }));
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesBelow(inside);
    return /\.tsx?$/.test(entry.name) && !/\.(gen|test)\.tsx?$/.test(entry.name) ? [inside] : [];
  });
}

function outdated(folder: string, catalog: CatalogFiles): Violation[] {
  if (Object.values(catalog.texts.en ?? {}).some((message) => !readShape(message))) return [];
  const { file, text } = generatedFile(catalog);
  const at = path.join(folder, file);
  if (existsSync(at) && readFileSync(at, 'utf8') === text) return [];
  return [{ file, line: 1, text: 'not up to date; run npm run messages.' }];
}
