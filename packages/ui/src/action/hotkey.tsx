import { useEffect, useEffectEvent } from 'react';
import './hotkey.css';

const isMac = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button|submit)$/.test((target as HTMLInputElement).type ?? '');

/**
 * Runs `action` on a page-wide key. `'mod+k'` is Cmd on a Mac and Ctrl elsewhere; keys without a modifier are
 * ignored in text fields.
 */
export function useHotkey(keys: string, action: (event: KeyboardEvent) => void, active = true) {
  const act = useEffectEvent(action);
  useEffect(() => {
    if (!active) return;
    const parts = keys.toLowerCase().split('+');
    const key = parts.at(-1);
    const mod = parts.includes('mod');
    const shift = parts.includes('shift');
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (event.key.toLowerCase() !== key) return;
      const wantsMod = isMac() ? event.metaKey : event.ctrlKey;
      if (mod ? !wantsMod : event.metaKey || event.ctrlKey || isTyping(event.target)) return;
      if (shift && !event.shiftKey) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [keys, active]);
}

/** Returns the label of `mod+k`: 'Ctrl K' or, on a Mac, '⌘ K'. */
export const keyNames = (keys: string): string =>
  keys
    .split('+')
    .map((key) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join(' ');

/** Shows a keyboard shortcut, `Ctrl K`. */
export function KeyHint({ keys }: { keys: string }) {
  return <kbd className="t-key">{keys}</kbd>;
}
