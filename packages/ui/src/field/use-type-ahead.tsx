import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface Typed {
  text: string;
  /** Steps down the list by arrow keys. */
  steps: number;
}

const NOTHING: Typed = { text: '', steps: 0 };

/**
 * Keeps keys typed into a select while its options load, and applies it once they arrive: the first option
 * that starts with the text, or as many steps down as arrow keys were pressed.
 */
export function useTypeAhead(
  loading: boolean,
  options: readonly { value: string; label: string; disabled?: boolean }[],
) {
  const [typed, setTyped] = useState(NOTHING);
  const select = useRef<HTMLSelectElement | null>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (!loading || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Backspace') setTyped(({ text }) => ({ text: text.slice(0, -1), steps: 0 }));
    else if (key === 'ArrowDown') setTyped(({ steps }) => ({ text: '', steps: steps + 1 }));
    else if (key === 'ArrowUp') setTyped(({ steps }) => ({ text: '', steps: Math.max(0, steps - 1) }));
    else if (key.length === 1) setTyped(({ text }) => ({ text: text + key, steps: 0 }));
    else return;
    event.preventDefault();
    select.current = event.currentTarget;
  };

  useEffect(() => {
    if (loading || typed === NOTHING) return;
    setTyped(NOTHING);
    const open = options.filter(({ disabled }) => !disabled);
    const wanted = typed.text.trim().toLowerCase();
    const found = wanted
      ? open.find(({ label }) => label.toLowerCase().startsWith(wanted))
      : open[Math.min(typed.steps, open.length) - 1];
    if (!found || !select.current) return;
    // Dispatch a change event, so that listeners treat it as a user choice.
    select.current.value = found.value;
    select.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, [loading, typed, options]);

  return { typed: typed.text, onKeyDown };
}
