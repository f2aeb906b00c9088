import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Scripts and styles of one route that the page itself doesn't name. `$` stands for any one part of the path. */
export interface RouteFiles {
  path: string;
  scripts: string[];
  styles: string[];
}

/**
 * Writes the files of each route into `routes.json`, so that the web server can name them in the page: browsers fetch
 * them beside the app's own files, not after those have run.
 * @param root folder of the app
 */
export function routeFiles(root: string): Plugin {
  const routes = path.join(root, 'src', 'routes');
  return {
    name: 'troupe-route-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file] as const] : [],
        ),
      );
      const entry = [...chunks.values()].find(({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/index.html'),
      );
      if (!entry) throw new Error('There is no index.html among the built pages.');
      const loaded = closure([entry], chunks);
      const split = [...chunks.values()].filter(
        ({ facadeModuleId }) =>
          facadeModuleId?.startsWith(`${routes}/`) && /\?tsr-split=/.test(facadeModuleId),
      );
      const nameOf = ({ facadeModuleId }: Rolldown.OutputChunk) =>
        path.relative(routes, (facadeModuleId ?? '').split('?')[0] ?? '').replace(/\.tsx$/, '');
      const found = split.flatMap((chunk): RouteFiles[] => {
        const name = nameOf(chunk);
        const own = split.filter((other) => name === nameOf(other) || name.startsWith(`${nameOf(other)}.`));
        // A parent route is a page only if it has no index route.
        if (existsSync(path.join(routes, `${name}.index.tsx`))) return [];
        const files = [...closure(own, chunks)].filter((file) => !loaded.has(file));
        const styles = files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]);
        return [
          {
            path: pathOf(name),
            scripts: files.map((file) => `/${file}`),
            styles: [...new Set(styles)].map((file) => `/${file}`),
          },
        ];
      });
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(found) });
    },
  };
}

/** The path of a route's file, as the router reads it: `_member/campaigns.$campaignId.index` is `/campaigns/$`. */
const pathOf = (name: string): string =>
  `/${name
    .split(/[/.]/)
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => (part.startsWith('$') ? '$' : part))
    .join('/')}`;

/** The names of chunks and of all they import statically, those first that others import. */
function closure(
  from: readonly Rolldown.OutputChunk[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const seen = new Set<Rolldown.OutputChunk>();
  const names = new Set<string>();
  const follow = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) follow(chunks.get(name));
    names.add(chunk.fileName);
  };
  from.forEach(follow);
  return names;
}
