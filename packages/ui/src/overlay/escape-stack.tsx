import { useEffectEvent, useLayoutEffect } from 'react';

type Closer = { close: () => void };

const open: Closer[] = [];

function onKeyDown(event: KeyboardEvent) {
  const top = open.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
}

/** While active, Escape closes this and only this: of several open things the last one opened goes first. */
export function useEscape(close: (() => void) | undefined, active = true) {
  const closeNow = useEffectEvent(() => close?.());
  const listening = active && close !== undefined;
  // Listens from the moment it is seen, not from some time after.
  useLayoutEffect(() => {
    if (!listening) return;
    const entry: Closer = { close: () => closeNow() };
    if (open.length === 0) document.addEventListener('keydown', onKeyDown, true);
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [listening]);
}
