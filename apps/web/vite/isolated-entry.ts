import type { Plugin, Rolldown } from 'vite';

const react = /node_modules\/(react|react-dom|scheduler)\//;

/** The part of a plugin that builds an entry from copies of the modules it uses. */
type Copies = Required<Pick<Plugin, 'enforce' | 'configResolved' | 'resolveId'>>;

/**
 * Builds one entry from copies of its modules, so that it doesn't load what their chunks contain for the app.
 * @param entry end of the entry's path
 * @param mark suffix of the copies; starts with `?alone`
 * @param shared modules that stay shared with the app
 */
function copiesFor(entry: string, mark: string, shared?: RegExp): Copies {
  const isAlone = (id: string | undefined) => id !== undefined && (id.endsWith(mark) || id.endsWith(entry));
  let built = false;
  return {
    enforce: 'pre',
    configResolved({ command }) {
      built = command === 'build';
    },
    async resolveId(source, importer, options) {
      if (!built || !isAlone(importer) || source.startsWith('\0')) return null;
      const found = await this.resolve(source, importer?.replace(mark, ''), { ...options, skipSelf: true });
      if (!found || found.external || found.id.includes('?') || found.id.startsWith('\0')) return found;
      if (shared?.test(found.id)) return found;
      // Without shared modules there are no styles either: nothing is imported for its side effects.
      return shared
        ? { ...found, id: found.id + mark }
        : { ...found, id: found.id + mark, moduleSideEffects: false };
    },
  };
}

/**
 * Builds the page of one entry from copies. React stays shared, because the app needs it too. The page gets the app's
 * file names and loads them itself: an import would bundle the app's chunks with its own.
 * @param entry end of the entry's path
 * @param page the page that loads it, with an element `troupe-app` for the file names
 */
export function isolatedEntry(entry: string, page: string): Plugin {
  return {
    name: 'troupe-isolated-entry',
    ...copiesFor(entry, '?alone', react),
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, bundle }) {
        if (!filename.endsWith(page)) return html;
        const files = bundle ? filesOf(bundle) : { script: '/src/main.tsx', styles: [] };
        return html.replace(
          /(<script type="application\/json" id="troupe-app">)[^<]*/,
          (_, open: string) => open + JSON.stringify(files),
        );
      },
    },
  };
}

/**
 * Builds a script from copies that runs before the app, and puts it into the app's page, behind its configuration.
 * @param entry end of the script's path; also an input of the build
 */
export function earlyScript(entry: string): Plugin {
  return {
    name: 'troupe-early-script',
    ...copiesFor(entry, '?alone-early'),
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, bundle }) {
        if (!filename.endsWith('/index.html')) return html;
        const chunk = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(entry),
        );
        if (bundle && !chunk) throw new Error(`There is no ${entry} among the built scripts.`);
        const src = chunk ? `/${chunk.fileName}` : entry;
        return html.replace(
          /(<script type="application\/json" id="troupe-config"><\/script>)/,
          (config) => `${config}\n    <script type="module" async crossorigin src="${src}"></script>`,
        );
      },
    },
  };
}

/** The script of the app's page and the styles it needs from the start. */
function filesOf(bundle: Rolldown.OutputBundle): { script: string; styles: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const app = chunks.find(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('/index.html'),
  );
  if (!app) throw new Error('There is no index.html among the built pages.');
  const styles = new Set<string>();
  const seen = new Set<string>();
  const follow = (fileName: string) => {
    const chunk = chunks.find((one) => one.fileName === fileName);
    if (!chunk || seen.has(fileName)) return;
    seen.add(fileName);
    chunk.imports.forEach(follow);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${style}`);
  };
  follow(app.fileName);
  return { script: `/${app.fileName}`, styles: [...styles] };
}
