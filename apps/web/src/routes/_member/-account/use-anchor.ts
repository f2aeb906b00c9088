import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Brings the section that the address names into view and gives its title the focus: when the screen opens, and
 * at every press on a link to a section. `ready` says that what stands above has its height.
 */
export function useAnchor(ready: boolean): string {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const section = ready && hash ? document.getElementById(hash) : null;
    if (!section || document.querySelector('[aria-modal]')) return;
    section.scrollIntoView({ block: 'start' });
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [ready, hash, visit]);
  return hash;
}
