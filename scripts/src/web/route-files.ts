import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Scripts and styles of one route, as the build writes them (apps/web/vite/route-files.ts). */
interface RouteFiles {
  /** `$` stands for any one part of the path. */
  path: string;
  scripts: string[];
  styles: string[];
}

/**
 * Reads which files the routes of a built app need.
 * @param folder where `vite build` wrote
 * @returns a function from a path to the files of its route; undefined where nothing is known
 */
export function readRouteFiles(folder: string): (pathname: string) => RouteFiles | undefined {
  const file = path.join(folder, 'routes.json');
  if (!existsSync(file)) return () => undefined;
  const partsOf = (pathname: string) => pathname.split('/').filter(Boolean);
  const routes = (JSON.parse(readFileSync(file, 'utf8')) as RouteFiles[])
    .map((files) => ({ files, parts: partsOf(files.path) }))
    // A named part goes before any part.
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

/** Names the files of a route in a page, so that browsers fetch them beside the app's own. */
export function addRouteFiles(html: string, { scripts, styles }: RouteFiles): string {
  const links = [
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
  ];
  return html.replace('</head>', () => `${links.join('\n')}</head>`);
}
