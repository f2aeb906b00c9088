import path from 'node:path';
import type { Plugin } from 'vite';
import type { CatalogFiles } from '../src/catalog-files.ts';

/** Suffix of the virtual modules of English messages, so that no other plugin reads them. */
export const COMPILED = '.catalog';
/** A placeholder in built code for the catalogs that a file imports, until all files are known. */
export const PLACE = 'troupe-catalogs:';
const PLACES = new RegExp(`(["'\`])${PLACE}([^"'\`]+)\\1`, 'g');

/** The path of a module, without what plugins put behind it. */
export const bare = (id: string): string => id.split('?')[0] ?? '';

/**
 * Makes `import('./screen.tsx')` load the messages of all that the screen imports, at the same time.
 * @param onDemand the catalogs that load with code
 */
export function messagesBesideCode(
  root: string,
  repository: string,
  onDemand: () => readonly CatalogFiles[],
): Plugin {
  let below: (start: string) => string[] = () => [];

  return {
    name: 'troupe-messages-beside-code',
    apply: 'build',
    enforce: 'post',
    async transform(code, id) {
      if (!bare(id).startsWith(path.join(root, 'src')) || !code.includes('import(')) return null;
      if (/\?alone/.test(id)) return null;
      const imports = new Map(
        [...code.matchAll(/\bimport\((["'`])([^"'`]+)\1\)/g)].map(([whole, , source = '']) => [
          whole,
          source,
        ]),
      );
      let text = code;
      for (const [whole, source] of imports) {
        const found = await this.resolve(source, id);
        if (!found || found.external || !found.id.startsWith(root)) continue;
        const place = JSON.stringify(PLACE + found.id);
        text = text.replaceAll(whole, () => `withMessages(() => ${whole}, ${place})`);
      }
      if (text === code) return null;
      return { code: `import { withMessages } from '@troupe/browser/language';\n${text}`, map: null };
    },
    renderStart() {
      const ids = new Map(onDemand().map(({ id, folder }) => [path.join(repository, folder), id]));
      const known = new Map<string, { imports: readonly string[]; catalog: string | undefined }>();
      const read = (id: string) => {
        const file = bare(id);
        const catalog = file.endsWith(COMPILED) ? ids.get(path.dirname(file)) : undefined;
        // Libraries write no messages.
        const imports = file.includes('/node_modules/') ? [] : (this.getModuleInfo(id)?.importedIds ?? []);
        const node = { imports, catalog };
        known.set(id, node);
        return node;
      };
      below = (start) => {
        const seen = new Set<string>();
        const found = new Set<string>();
        const waiting = [start];
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (seen.has(id)) continue;
          seen.add(id);
          const { imports, catalog } = known.get(id) ?? read(id);
          if (catalog) found.add(catalog);
          waiting.push(...imports);
        }
        return [...found].sort();
      };
    },
    renderChunk(code) {
      if (!code.includes(PLACE)) return null;
      return {
        code: code.replaceAll(PLACES, (_, _quote, id: string) => JSON.stringify(below(id))),
        map: null,
      };
    },
  };
}
