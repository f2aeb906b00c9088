export const MAX_DESTINATION = 2048;

/** What redirects a browser or a server elsewhere: control characters, blanks and backslashes, also encoded ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the rejected characters
const UNSAFE = /[\x00-\x20\x7f\\\u0080-\u00a0\u2028\u2029]|%(?:[01][0-9a-f]|7f|5c)/i;

/**
 * Returns the path, query and fragment of a destination in a store; null for one that could lead anywhere else.
 * @param destination a path that starts with `/`, or a whole URL of the store
 * @param storefront where the store is, such as `https://larkmoor.example`, with a path in the sandbox
 */
export function pathInStore(destination: string, storefront: string): string | null {
  if (destination.length > MAX_DESTINATION || UNSAFE.test(destination)) return null;
  const base = new URL(storefront);
  const root = base.pathname.replace(/\/$/, '');
  const isPath = destination.startsWith('/');
  if (!isPath && !/^https?:\/\/[^/]/i.test(destination)) return null;
  const url = URL.parse(isPath ? `${base.origin}${root}${destination}` : destination);
  if (!url || url.host !== base.host || url.username !== '' || url.password !== '') return null;
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return null;
  const path = url.pathname.slice(root.length) || '/';
  // As the value of a redirect this would be another host, whatever decodes it.
  if (/^(?:\/|%2f){2}/i.test(path)) return null;
  return path + url.search + url.hash;
}

/** The parameters that attribution reads from the store's landing page. No query stripper is known to remove them. */
export const LINK_PARAMETERS = { slug: 'ref', click: 'tr', standDown: 'afsrc' } as const;

/** Where a link leads. */
export interface LinkTarget {
  storefront: string;
  /** As {@link pathInStore} returned it. */
  path: string;
  slug: string;
  /** The discount code that the link puts into the cart. */
  code: string | null;
  /** Whether orders are credited to the creator now; otherwise the link leads to the store without a reference. */
  credits: boolean;
  /** Whether browser extensions are asked to stand down. */
  standDown: boolean;
}

/** Builds the addresses of one link: {@link LinkDestination.at} for each click. */
export interface LinkDestination {
  /**
   * Returns the whole address.
   * @param clickId the id of the click; unused if the link gives no credit
   * @param query the query of the link as it was opened, of which only `utm_*` is passed on
   */
  at(clickId: string, query: string): string;
}

/** Stands for the id of the click. Random, so that no path contains it. */
const CLICK_PLACE = crypto.randomUUID();

/** Returns how to build the addresses of a link. @throws Error for a path that leaves the store */
export function destinationOf(target: LinkTarget): LinkDestination {
  const path = pathInStore(target.path, target.storefront);
  if (path === null) throw new Error('the path of the link leaves its store');
  const plain = buildAddress(target, path, []);
  const [before, after] = plain.split(CLICK_PLACE) as [string, string | undefined];
  return {
    at(clickId, query) {
      const utm = query.includes('utm_') ? utmOf(query) : [];
      const [head, tail] =
        utm.length === 0
          ? [before, after]
          : (buildAddress(target, path, utm).split(CLICK_PLACE) as [string, string | undefined]);
      return tail === undefined ? head : head + clickId + tail;
    },
  };
}

type Parameter = readonly [name: string, value: string];

function buildAddress(
  { storefront, slug, code, credits, standDown }: LinkTarget,
  path: string,
  utm: readonly Parameter[],
): string {
  const base = storefront.replace(/\/$/, '');
  const landing = new URL(base + path);
  const { searchParams } = landing;
  for (const name of Object.values(LINK_PARAMETERS)) searchParams.delete(name);
  for (const [name, value] of utm) if (!searchParams.has(name)) searchParams.append(name, value);
  if (credits) {
    searchParams.append(LINK_PARAMETERS.slug, slug);
    searchParams.append(LINK_PARAMETERS.click, CLICK_PLACE);
    if (standDown) searchParams.append(LINK_PARAMETERS.standDown, '1');
  }
  if (code === null || !credits) return landing.href;
  const inStore = landing.href.slice(new URL(base).href.replace(/\/$/, '').length);
  return `${base}/discount/${encodeURIComponent(code)}?redirect=${encodeURIComponent(inStore)}`;
}

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm_id'];
const MAX_UTM = 200;

/** The visitor's campaign parameters, each once. */
function utmOf(query: string): Parameter[] {
  const given = new URLSearchParams(query);
  return UTM.map((name) => [name, clean(given.get(name) ?? '')] as const).filter(([, value]) => value !== '');
}

/** Without characters that break lines or hide others, and without half a surrogate pair at its end. */
const clean = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_UTM)
    .toWellFormed()
    .trim();
