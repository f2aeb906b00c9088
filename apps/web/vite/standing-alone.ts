import type { Plugin, Rolldown } from 'vite';

const MARK = '?alone';
const shared = /node_modules\/(react|react-dom|scheduler)\//;

/**
 * Builds the page of one entry from copies of the modules it uses, so that it loads what it needs and nothing that
 * came into their chunks for the app's sake. React stays shared: whoever goes on to the app has it already. The page
 * is told the app's files, to load them itself: an import would draw the app's chunks together with its own.
 * @param entry end of the entry's path
 * @param page the page that loads it, with an element `troupe-app` that waits for the files
 */
export function standingAlone(entry: string, page: string): Plugin {
  const isAlone = (id: string | undefined) => id !== undefined && (id.endsWith(MARK) || id.endsWith(entry));
  let built = false;
  return {
    name: 'troupe-standing-alone',
    enforce: 'pre',
    configResolved({ command }) {
      built = command === 'build';
    },
    async resolveId(source, importer, options) {
      if (!built || !isAlone(importer) || source.startsWith('\0')) return null;
      const found = await this.resolve(source, importer?.replace(MARK, ''), { ...options, skipSelf: true });
      if (!found || found.external || found.id.includes('?') || found.id.startsWith('\0')) return found;
      return shared.test(found.id) ? found : { ...found, id: found.id + MARK };
    },
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
