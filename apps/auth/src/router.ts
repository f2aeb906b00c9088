import type { Visit } from './visit.ts';

type Handler = (visit: Visit) => void | Promise<void>;

/** One page: `:name` in the pattern takes one part of the path. */
export interface Route {
  method: 'GET' | 'POST' | 'OPTIONS';
  pattern: string;
  handle: Handler;
}

/**
 * Finds the page for a path; a slash at its end does not matter, HEAD is answered like GET.
 * @returns the route with the named parts, `'method'` when only other methods are answered there, else undefined
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
): { route: Route; params: Record<string, string> } | 'method' | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  let known = false;
  for (const route of routes) {
    const params = match(route.pattern, pathname);
    if (!params) continue;
    if (route.method === asked) return { route, params };
    known = true;
  }
  return known ? 'method' : undefined;
}

function match(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = parts(pattern);
  const given = parts(pathname);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const part = given[i] ?? '';
    if (want.startsWith(':')) params[want.slice(1)] = part;
    else if (want !== part) return undefined;
  }
  return params;
}

const parts = (pathname: string) => pathname.split('/').filter(Boolean);
