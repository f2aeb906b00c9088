import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Brings the section that the address names into view and gives its title the focus: when the screen opens, and
 * at every press on a link to a section. `ready` says that what stands above has its height; opening and closing
 * what lies over the screen, which changes the query of the address, moves nothing.
 */
export function useAnchor(ready: boolean): string {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const before = useRef(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const same = before.current === search;
    before.current = search;
    const section = same && ready && hash ? document.getElementById(hash) : null;
    if (!section) return;
    section.scrollIntoView({ block: 'start' });
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [ready, hash, visit, search]);
  return hash;
}
