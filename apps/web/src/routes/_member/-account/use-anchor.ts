import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Anchors that lead to a part with another one. */
const OTHER_NAMES: Record<string, string> = { data: 'export' };

/** Sections load late; keep the target section in place until nothing changed for this long. */
const HELD_MS = 6000;

/**
 * Scrolls to the section that the URL names and focuses its title: when the screen opens, and on every click on a link
 * to a section. The section stays in view while content above it loads, until the person interacts. Overlays, which
 * change the query of the URL, don't scroll.
 */
export function useAnchor(body: RefObject<HTMLElement | null>): string {
  const hash = useRouterState({ select: ({ location }) => OTHER_NAMES[location.hash] ?? location.hash });
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const before = useRef(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const same = before.current === search;
    before.current = search;
    if (!same || !hash || !body.current) return;
    return hold(body.current, hash);
  }, [hash, visit, search]);
  return hash;
}

const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps a section at the top, and the focus on its title, while `body` changes. Ends when the section has loaded and
 * nothing has moved for a while, or when the person acts. Returns a function that ends it.
 */
function hold(body: HTMLElement, id: string): () => void {
  let arrived = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const find = () => {
    const section = document.getElementById(id);
    return section && body.contains(section) ? section : null;
  };
  const place = () => {
    const section = find();
    if (!section) return;
    section.scrollIntoView({ block: 'start' });
    // The title rerenders when its section loads, which drops the focus; restore it only then.
    const dropped = !document.activeElement || document.activeElement === document.body;
    if (!arrived || dropped) section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    arrived = true;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (find()?.querySelector('[aria-busy="true"]') ? wait() : end()), HELD_MS);
  };
  const sizes = new ResizeObserver(() => {
    wait();
    place();
  });
  // A section can replace its skeleton without changing the height.
  const parts = new MutationObserver(place);
  const end = () => {
    sizes.disconnect();
    parts.disconnect();
    clearTimeout(timer);
    for (const gesture of GESTURES) removeEventListener(gesture, end, true);
  };
  for (const gesture of GESTURES) addEventListener(gesture, end, true);
  wait();
  place();
  sizes.observe(body);
  parts.observe(body, { childList: true, subtree: true });
  return end;
}
