/** Gives the testimonials their buttons and their count; returns the way to stop. Without React, for plain pages. */
export function slideTestimonials(section: HTMLElement): () => void {
  const list = section.querySelector<HTMLElement>('.testimonials-track');
  const steps = section.querySelector<HTMLElement>('.testimonials-steps');
  if (!list || !steps) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const buttons = [...steps.querySelectorAll<HTMLElement>('[data-step]')];
  const count = steps.querySelector('[aria-live]');
  const all = list.children.length;
  let at = 0;

  const stepOf = (button: HTMLElement) => Number(button.dataset.step);
  const reaches = (place: number) => place >= 0 && place < all;
  const show = () => {
    if (count) count.textContent = positionText(count.getAttribute('data-text'), at + 1, all);
    for (const button of buttons) button.ariaDisabled = reaches(at + stepOf(button)) ? null : 'true';
  };
  const follow = () => {
    const slides = list.scrollWidth > list.clientWidth + 1;
    const now = slides ? Math.round(Math.abs(list.scrollLeft) / list.clientWidth) : 0;
    if (now === at) return;
    at = now;
    show();
  };
  const go = (place: number) => {
    if (!reaches(place)) return;
    const reducedMotion = prefersReducedMotion();
    // Right to left, the list scrolls to negative places.
    const direction = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
    list.scrollTo({
      left: direction * place * list.clientWidth,
      behavior: reducedMotion ? 'instant' : 'smooth',
    });
  };

  for (const button of buttons) button.addEventListener('click', () => go(at + stepOf(button)), { signal });
  list.addEventListener('scroll', follow, { passive: true, signal });
  steps.hidden = false;
  show();
  return () => ended.abort();
}

/** Fills in `{at} of {total}`. */
const positionText = (text: string | null, at: number, total: number): string =>
  (text ?? '').replace('{at}', String(at)).replace('{total}', String(total));

/** How much of a section has to be in view before it animates in. */
const THRESHOLD = 0.5;

/** Whether people asked for less motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Calls back once half of an element is in view, or, if it is taller than the window, once it fills half of the window.
 * Returns a function that stops waiting.
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
