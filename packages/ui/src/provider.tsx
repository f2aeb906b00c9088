import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ElementType, ReactNode } from 'react';
import { LinkContext, type LinkProps } from './link.tsx';
import { NoticeHost } from './notice-host.tsx';
import { theme } from './theme.tsx';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'troupe-color-scheme' });

interface TroupeProviderProps {
  /** The router's anchor, used for every address inside the product. */
  link?: ElementType<LinkProps>;
  children: ReactNode;
}

/** Theme, colour scheme (system unless the person chose, kept in this browser), links and notices. */
export function TroupeProvider({ link = 'a', children }: TroupeProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <LinkContext value={link}>
        {children}
        <NoticeHost />
      </LinkContext>
    </MantineProvider>
  );
}
