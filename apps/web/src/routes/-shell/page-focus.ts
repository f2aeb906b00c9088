import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After going to another screen moves the focus to its title, so that the keyboard goes on there and screen
 * readers say where one is. A control that is still there inside the screen, such as a tab, keeps the focus.
 */
export function usePageFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const first = before.current === undefined;
    const moved = before.current !== path;
    if (path !== undefined) before.current = path;
    if (first || !moved) return;
    const main = document.getElementById('main');
    const now = document.activeElement;
    if (!main || (now && now !== main && main.contains(now)) || now?.closest('[aria-modal]')) return;
    const title = main.querySelector('h1') ?? main;
    title.setAttribute('tabindex', '-1');
    title.focus({ preventScroll: true });
  }, [path]);
}
