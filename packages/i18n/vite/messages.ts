import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type CatalogFiles, readCatalogs } from '../src/catalog-files.ts';
import { compile } from '../src/compile.ts';
import { LANGUAGE_TAGS, type Language } from '../src/language.ts';
import { usedKeys } from '../src/used-keys.ts';
import { bare, COMPILED, messagesBesideCode, PLACE } from './messages-beside-code.ts';

const VIRTUAL = 'virtual:troupe-messages';
const GENERATED = 'messages.gen.ts';
const compiled = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)]));

/** How an app loads its messages. */
export interface MessageOptions {
  /**
   * The catalogs that load with the code that uses them, each as one chunk per language. All others are one chunk, loaded at
   * the start. Without it all are.
   */
  onDemand?: RegExp;
}

/**
 * Compiles message catalogs at build time. English is part of the files that use it. `virtual:troupe-messages` offers the
 * functions that load the other languages.
 * @param root folder of the app
 */
export function messages(root: string, { onDemand }: MessageOptions = {}): Plugin[] {
  const repository = path.resolve(root, '..', '..');
  const app = path.basename(root);
  const folders = [`apps/${app}`, 'packages/domain', 'packages/contract', 'packages/ui', 'packages/browser'];
  let known: CatalogFiles[] | undefined;
  // A build asks for each of its modules; while developing, catalogs change.
  const catalogs = () => {
    if (!built) return readCatalogs(repository, folders);
    known ??= readCatalogs(repository, folders);
    return known;
  };
  const ownCatalogs = () => catalogs().filter(({ folder }) => folder.startsWith(`apps/${app}/`));
  const isOnDemand = (id: string) => onDemand?.test(id) ?? false;
  // The dashboard's pages for visitors have more languages than the dashboard, which the build writes into them.
  const languages = () => {
    const own = ownCatalogs();
    return LANGUAGE_TAGS.filter((tag) => tag !== 'en' && own.every(({ texts }) => tag in texts));
  };
  const catalogAt = (folder: string) =>
    catalogs().find((catalog) => catalog.folder === path.relative(repository, folder));
  let built = false;

  const own: Plugin = {
    name: 'troupe-messages',
    enforce: 'pre',
    configResolved({ command }) {
      built = command === 'build';
    },
    buildStart() {
      known = undefined;
    },
    resolveId(source, importer = '') {
      if (source.startsWith(VIRTUAL)) return `\0${source}`;
      const from = bare(importer);
      // The typed file itself, for apps that load everything at the start.
      if (source === './en.json' && path.basename(from) === GENERATED)
        return path.join(path.dirname(from), `en${COMPILED}`);
      if (!onDemand || path.basename(source) !== GENERATED || !source.startsWith('.')) return null;
      // Each file gets the messages that it names, so that no screen loads the texts of another one.
      const folder = path.dirname(path.resolve(path.dirname(from), source));
      return path.join(folder, path.relative(repository, from).replaceAll('/', '~') + COMPILED);
    },
    load(id) {
      const file = bare(id);
      if (file.endsWith(COMPILED)) {
        const folder = path.dirname(file);
        const english = path.join(folder, 'en.json');
        this.addWatchFile(english);
        const texts = JSON.parse(readFileSync(english, 'utf8')) as Record<string, string>;
        const name = path.basename(file, COMPILED);
        if (name === 'en') return `export default ${JSON.stringify(compiled(texts))}`;
        const user = path.resolve(repository, name.replaceAll('~', '/'));
        this.addWatchFile(user);
        const isUsed = usedKeys(readFileSync(user, 'utf8'));
        const used = Object.fromEntries(Object.entries(texts).filter(([key]) => isUsed(key)));
        return [
          "import { catalog } from '@troupe/i18n/catalog';",
          `export const t = /* @__PURE__ */ catalog(${JSON.stringify(catalogAt(folder)?.id)}, ${JSON.stringify(compiled(used))});`,
        ].join('\n');
      }
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const [language = '', only = ''] = id.slice(VIRTUAL.length + 2).split(/\/(.*)/);
      if (language) {
        // A catalog without all languages of the app is not its own: the dashboard's, for the creators' app.
        const offered = languages();
        const chosen = catalogs().filter(({ id: name, texts }) =>
          only ? name === only : !isOnDemand(name) && offered.every((tag) => tag in texts),
        );
        const of = chosen.map((catalog) => [catalog.id, compiled(catalog.texts[language] ?? {})]);
        return `export default ${JSON.stringify(Object.fromEntries(of))}`;
      }
      const loader = (name: string) => `() => import('${VIRTUAL}/${name}')`;
      const parts = catalogs().filter((catalog) => isOnDemand(catalog.id));
      const listed = (tag: Language) =>
        parts
          .filter(({ texts }) => texts[tag])
          .map((catalog) => `${JSON.stringify(catalog.id)}: ${loader(`${tag}/${catalog.id}`)}`);
      return [
        `export const loaders = { ${languages().map((tag) => `${JSON.stringify(tag)}: ${loader(tag)}`)} };`,
        `export const parts = { ${languages().map((tag) => `${JSON.stringify(tag)}: { ${listed(tag)} }`)} };`,
        `export const first = ${built ? JSON.stringify(`${PLACE}${path.join(root, 'src/main.tsx')}`) : JSON.stringify(parts.map(({ id: name }) => name))};`,
      ].join('\n');
    },
  };
  if (!onDemand) return [own];

  return [own, messagesBesideCode(root, repository, () => catalogs().filter(({ id }) => isOnDemand(id)))];
}
