/** How much of a section has to be in view before it animates in. */
const THRESHOLD = 0.5;

/** Whether people asked for less motion. */
export const wantsCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Calls back once half of an element is in view; of one taller than the window once it fills half of that. Returns the
 * way to stop waiting.
 */
export function whenHalfSeen(element: HTMLElement, then: () => void): () => void {
  const reachable = Math.min(1, innerHeight / Math.max(1, element.offsetHeight));
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { threshold: THRESHOLD * reachable },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
