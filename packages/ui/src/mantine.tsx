import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useResolvedColorScheme } from './color-scheme.tsx';
import './mantine-inputs.css';
import { theme } from './theme.tsx';

/**
 * Around Mantine's components, in the route that needs them: MantineProvider with the product's theme. It is kept
 * out of TroupeProvider because it costs 10 kB that no first screen uses.
 */
export function MantineParts({ children }: { children: ReactNode }) {
  const scheme = useResolvedColorScheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
