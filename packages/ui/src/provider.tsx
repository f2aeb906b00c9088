import { type ElementType, type ReactNode, useEffect } from 'react';
import { LinkContext, type LinkProps } from './action/link.tsx';
import { useAppliedColorScheme } from './color-scheme.tsx';
import { NoticeHost } from './feedback/notice-host.tsx';
import { fetchMenuList } from './overlay/menu.tsx';

/** By then the first screen is there. */
const MENUS_AFTER_MS = 2000;

interface TroupeProviderProps {
  /** The router's anchor, used for every address inside the product. */
  link?: ElementType<LinkProps>;
  children: ReactNode;
}

/** Colour scheme (the system's unless the person chose), links and notices. */
export function TroupeProvider({ link = 'a', children }: TroupeProviderProps) {
  useAppliedColorScheme();
  useEffect(() => {
    const timer = setTimeout(fetchMenuList, MENUS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <LinkContext value={link}>
      {children}
      <NoticeHost />
    </LinkContext>
  );
}
