const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:\d{1,5})?$/i;
const NAME = /^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;
const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a request is for this host: `unknown` when it names another one, `unreadable` when it names none. */
export type HostVerdict = 'own' | 'unknown' | 'unreadable';

/**
 * Makes the check of the `Host` header. Ports do not count, since proxies and containers move them. Names of this
 * machine are right for whoever calls from this machine: no name of somebody else's can look like them.
 * @param origins where the host is known to people (`https://app.example.com`)
 * @param allowed further names: `name`, `*.name` for all below it, `*` for any, where a proxy writes its own
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

/** The host name of a `Host` header, null when it is none. */
function nameOf(host: string | undefined): string | null {
  const name = HOST.exec(host ?? '')?.[1];
  // A dot at the end only says that the name is complete.
  return name ? lower(name).replace(/\.$/, '') : null;
}

const lower = (name: string) => name.toLowerCase();

const isThisMachine = (address = '') => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Reads a comma list of host names.
 * @throws Error naming what is none
 */
export function readHostNames(list: string | undefined): string[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) {
    if (!NAME.test(name))
      throw new Error(`must be host names between commas, such as app.example.com, not "${name}"`);
  }
  return names;
}
