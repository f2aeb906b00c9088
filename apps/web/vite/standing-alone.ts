import type { Plugin } from 'vite';

const MARK = '?alone';
const shared = /node_modules\/(react|react-dom|scheduler)\//;

/**
 * Builds the page of one entry from copies of the modules it uses, so that it loads what it needs and nothing that
 * came into their chunks for the app's sake. React stays shared: whoever goes on to the app, `main.tsx`, has it
 * already.
 * @param entry end of the entry's path
 */
export function standingAlone(entry: string): Plugin {
  const isAlone = (id: string | undefined) => id !== undefined && (id.endsWith(MARK) || id.endsWith(entry));
  return {
    name: 'troupe-standing-alone',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!isAlone(importer) || source.startsWith('\0')) return null;
      const found = await this.resolve(source, importer?.replace(MARK, ''), { ...options, skipSelf: true });
      if (!found || found.external || found.id.includes('?') || found.id.startsWith('\0')) return found;
      const isApp = found.id.endsWith('/src/main.tsx');
      return isApp || shared.test(found.id) ? found : { ...found, id: found.id + MARK };
    },
  };
}
