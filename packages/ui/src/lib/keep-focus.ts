/** Focusable elements, in order of preference. */
const CONTROLS = '[data-row], a[href], button, input, select, textarea, [tabindex="0"]';

/** Where the focus was: the element and its ancestors from the inside out, with child indexes. */
interface Place {
  element: Element;
  around: { parent: Element; index: number }[];
}

/** Wait for others first, such as a closing dialog or a new screen, that set the focus themselves. */
const PATIENCE_MS = 60;

/**
 * Keeps the keyboard user's place. The focused element may be removed: a deleted row, a used button, a dialog
 * whose row is gone when it closes. Focus then moves to the element in its place, or the nearest one, unless
 * other code has moved it. Returns a cleanup function.
 */
export function keepFocus(): () => void {
  // One for the page and one for each dialog over it, the newest last.
  let places: Place[] = [];
  let byKeys = document.activeElement?.matches(':focus-visible') ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onKey = () => {
    byKeys = true;
  };
  const onPointer = () => {
    byKeys = false;
  };
  const remember = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target === document.body) return;
    const place = { element: target, around: aroundOf(target) };
    const layer = place.around.at(-2)?.parent;
    places = [...places.filter(({ around }) => around.at(-2)?.parent !== layer), place].slice(-6);
  };
  const onFocus = ({ target }: FocusEvent) => remember(target);
  const find = () => {
    timer = undefined;
    if (!isNowhere()) return;
    for (const place of places.toReversed()) {
      const next = place.element.isConnected ? place.element : nearest(place);
      if (next instanceof HTMLElement)
        return next.focus({ preventScroll: next.isConnected && isInSight(next) });
    }
  };
  const watcher = new MutationObserver(() => {
    if (!byKeys || timer !== undefined || !isNowhere()) return;
    if (places.at(-1)?.element.isConnected === false) timer = setTimeout(find, PATIENCE_MS);
  });

  remember(document.activeElement);
  watcher.observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', onPointer, true);
  addEventListener('focusin', onFocus, true);
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    removeEventListener('keydown', onKey, true);
    removeEventListener('pointerdown', onPointer, true);
    removeEventListener('focusin', onFocus, true);
  };
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function aroundOf(element: Element): Place['around'] {
  const around: Place['around'] = [];
  let inner = element;
  while (inner.parentElement && inner !== document.body) {
    const parent = inner.parentElement;
    around.push({ parent, index: [...parent.children].indexOf(inner) });
    inner = parent;
  }
  return around;
}

/**
 * Returns the element now at a place; if a whole screen or section was replaced, its title. Nothing outside
 * of its screen.
 */
function nearest({ around }: Place): Element | undefined {
  for (const { parent, index } of around) {
    if (!parent.isConnected) continue;
    if (parent === document.body) return;
    const title = parent.querySelector('h1');
    if (title) return readable(title);
    const after = parent.children[Math.min(index, parent.children.length - 1)];
    const control = (after && controlIn(after)) ?? controlIn(parent);
    if (control) return control;
    const heading = parent.querySelector('h2, h3');
    if (heading) return readable(heading);
    if (parent.matches('main, [aria-modal]')) return;
  }
  return;
}

function controlIn(part: Element): Element | undefined {
  return [part, ...part.querySelectorAll(CONTROLS)].find(
    (element) => element.matches(CONTROLS) && element.checkVisibility() && !element.matches(':disabled'),
  );
}

/** Makes a title focusable without making it a tab stop. */
function readable(title: Element): Element {
  title.setAttribute('tabindex', '-1');
  return title;
}
