import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { readCatalogs } from '../src/catalog-files.ts';
import { compile } from '../src/compile.ts';
import { LANGUAGE_TAGS, type Language } from '../src/language.ts';

const VIRTUAL = 'virtual:troupe-messages';
/** Stands for `en.json`: with its own ending, nothing else reads what is compiled here. */
const COMPILED = 'en.catalog';

const compiled = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)]));

/**
 * Compiles message catalogs at build time, and offers `virtual:troupe-messages`: for each language but English a
 * function that loads all messages of the app in it, as one chunk.
 * @param root folder of the app
 */
export function messages(root: string): Plugin {
  const repository = path.resolve(root, '..', '..');
  const app = path.basename(root);
  const folders = [`apps/${app}`, 'packages/domain', 'packages/contract', 'packages/ui', 'packages/browser'];
  const languageModule = (language: Language) =>
    Object.fromEntries(
      readCatalogs(repository, folders).map(({ id, texts }) => [id, compiled(texts[language] ?? {})]),
    );
  return {
    name: 'troupe-messages',
    enforce: 'pre',
    resolveId(id, importer = '') {
      if (id.startsWith(VIRTUAL)) return `\0${id}`;
      const from = importer.split('?')[0] ?? '';
      if (id !== './en.json' || path.basename(from) !== 'messages.gen.ts') return null;
      return path.join(path.dirname(from), COMPILED);
    },
    load(id) {
      const [whole = ''] = id.split('?');
      if (path.basename(whole) === COMPILED) {
        const file = path.join(path.dirname(whole), 'en.json');
        this.addWatchFile(file);
        return `export default ${JSON.stringify(compiled(JSON.parse(readFileSync(file, 'utf8'))))}`;
      }
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const language = id.slice(VIRTUAL.length + 2) as Language;
      if (language) return `export default ${JSON.stringify(languageModule(language))}`;
      const has = (tag: Language) =>
        readCatalogs(repository, [`apps/${app}`]).some(({ texts }) => tag in texts);
      const loaders = LANGUAGE_TAGS.filter((tag) => tag !== 'en' && has(tag)).map(
        (tag) => `${JSON.stringify(tag)}: () => import('${VIRTUAL}/${tag}')`,
      );
      return `export const loaders = { ${loaders.join(', ')} }`;
    },
  };
}
