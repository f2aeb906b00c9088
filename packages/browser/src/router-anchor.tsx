import { useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@troupe/ui/action/link';
import type { MouseEvent } from 'react';
import { parseAddressQuery } from './address.ts';

/** An anchor whose address opens inside the app; its screen is fetched on hover and focus. */
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
