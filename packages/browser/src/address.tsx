import { useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@troupe/ui/action/link';
import type { MouseEvent } from 'react';

/** Search parameters as plain strings; a repeated name gives a list. */
export type AddressQuery = Record<string, string | string[]>;

/** Parses `?a=1&b=x&b=y` as `{ a: '1', b: ['x', 'y'] }`. Values are never converted to numbers. */
export function parseAddressQuery(text: string): AddressQuery {
  const query: AddressQuery = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

/** Writes a query; omits values that are undefined, null, empty or false. */
export function writeAddressQuery(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null || each === '' || each === false) continue;
      params.append(name, String(each));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** An anchor that navigates inside the app and prefetches its screen on hover and focus. */
export function RouterAnchor({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  const fetchAhead = () => {
    const { pathname, search } = new URL(href, location.href);
    void router.preloadRoute({ to: pathname, search: parseAddressQuery(search) } as never).catch(() => {});
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={open}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        fetchAhead();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        fetchAhead();
      }}
    />
  );
}
