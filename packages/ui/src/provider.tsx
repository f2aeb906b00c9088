import { type ElementType, type ReactNode, useEffect } from 'react';
import { LinkContext, type LinkProps } from './action/link.tsx';
import { useAppliedColorScheme } from './color-scheme.tsx';
import { NoticeHost } from './feedback/notice-host.tsx';
import { fetchPickList } from './field/pick-list.tsx';
import { fetchFloatingPanel } from './overlay/floating.tsx';
import { fetchMenuList } from './overlay/menu.tsx';

/** What floats over the page comes when the browser has nothing to do; without that call, a moment later. */
function fetchWhatFloats() {
  fetchFloatingPanel();
  fetchMenuList();
  fetchPickList();
}

interface TroupeProviderProps {
  /** The router's anchor, used for every address inside the product. */
  link?: ElementType<LinkProps>;
  children: ReactNode;
}

/** Colour scheme (the system's unless the person chose), links and notices. */
export function TroupeProvider({ link = 'a', children }: TroupeProviderProps) {
  useAppliedColorScheme();
  useEffect(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(fetchWhatFloats);
    else setTimeout(fetchWhatFloats, 2000);
  }, []);
  return (
    <LinkContext value={link}>
      {children}
      <NoticeHost />
    </LinkContext>
  );
}
