const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:\d{1,5})?$/i;
const NAME = /^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;
const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The result of the host check: `unknown` for another host, `unreadable` for an invalid one. */
export type HostVerdict = 'own' | 'unknown' | 'unreadable';

/**
 * Creates a check of the `Host` header. Ignores ports, which proxies and containers change. Loopback names are
 * accepted from this machine: no foreign name can look like them.
 * @param origins public origins (`https://app.example.com`)
 * @param allowed more names: `name`, `*.name` for all subdomains, `*` for any, if a proxy rewrites the header
 */
export function hostCheck(
  origins: readonly string[],
  allowed: readonly string[] = [],
): (host: string | undefined, remoteAddress: string | undefined) => HostVerdict {
  const names = new Set([...origins.map((origin) => new URL(origin).hostname), ...allowed.map(lower)]);
  const below = allowed.filter((name) => name.startsWith('*.')).map((name) => lower(name).slice(1));
  return (host, remoteAddress) => {
    if (names.has('*')) return 'own';
    const name = nameOf(host);
    if (name === null) return 'unreadable';
    const known = names.has(name) || below.some((end) => name.endsWith(end) && name.length > end.length);
    return known || (HERE.has(name) && isThisMachine(remoteAddress)) ? 'own' : 'unknown';
  };
}

/** Returns the host name of a `Host` header; null if invalid. */
function nameOf(host: string | undefined): string | null {
  const name = HOST.exec(host ?? '')?.[1];
  // A trailing dot only marks the name as fully qualified.
  return name ? lower(name).replace(/\.$/, '') : null;
}

const lower = (name: string) => name.toLowerCase();

const isThisMachine = (address = '') => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Parses a comma-separated list of host names.
 * @throws Error naming the invalid one
 */
export function readHostNames(list: string | undefined): string[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) {
    if (!NAME.test(name))
      throw new Error(`must be host names separated by commas, such as app.example.com, not "${name}"`);
  }
  return names;
}
