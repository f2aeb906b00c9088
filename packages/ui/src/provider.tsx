import type { ElementType, ReactNode } from 'react';
import { LinkContext, type LinkProps } from './action/link.tsx';
import { useAppliedColorScheme } from './color-scheme.tsx';
import { NoticeHost } from './feedback/notice-host.tsx';
import { usePreload } from './lib/when-idle.ts';
import { loadMenuList } from './overlay/menu.tsx';

interface TroupeProviderProps {
  /** The router's anchor, used for every address inside the product. */
  link?: ElementType<LinkProps>;
  children: ReactNode;
}

/** Colour scheme (the system's unless the person chose), links and notices. */
export function TroupeProvider({ link = 'a', children }: TroupeProviderProps) {
  useAppliedColorScheme();
  usePreload(loadMenuList);
  return (
    <LinkContext value={link}>
      {children}
      <NoticeHost />
    </LinkContext>
  );
}
