import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Scripts and styles of a route, as written by the build (apps/web/vite/route-files.ts). */
interface RouteFiles {
  /** `$` matches any one path segment. */
  path: string;
  scripts: string[];
  styles: string[];
}

/**
 * Reads the files each route of a built app needs.
 * @param folder output of `vite build`
 * @returns a function from a path to its route's files; undefined if unknown
 */
export function readRouteFiles(folder: string): (pathname: string) => RouteFiles | undefined {
  const file = path.join(folder, 'routes.json');
  if (!existsSync(file)) return () => undefined;
  const partsOf = (pathname: string) => pathname.split('/').filter(Boolean);
  const routes = (JSON.parse(readFileSync(file, 'utf8')) as RouteFiles[])
    .map((files) => ({ files, parts: partsOf(files.path) }))
    // Named segments take precedence over wildcards.
    .sort((a, b) => (a.files.path.replaceAll('$', '~') < b.files.path.replaceAll('$', '~') ? -1 : 1));
  return (pathname) => {
    const parts = partsOf(pathname);
    return routes.find(
      (route) =>
        route.parts.length === parts.length &&
        route.parts.every((part, at) => part === '$' || part === parts[at]),
    )?.files;
  };
}

/** Adds preload links for a route's files to a page. */
export function addRouteFiles(html: string, { scripts, styles }: RouteFiles): string {
  const links = [
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
  ];
  return html.replace('</head>', () => `${links.join('\n')}</head>`);
}
