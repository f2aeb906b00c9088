import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { SavingStateName } from './saving-state.tsx';

const isMac = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button|submit)$/.test((target as HTMLInputElement).type ?? '');

/**
 * Runs `action` on a key of the whole page. `'mod+k'` is Cmd on a Mac and Ctrl elsewhere; a key without a modifier
 * is left alone while somebody types.
 */
export function useHotkey(keys: string, action: (event: KeyboardEvent) => void, active = true) {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
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
      latest.current(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [keys, active]);
}

/** 'Ctrl K' or, on a Mac, '⌘ K': how the keys of `mod+k` are written for this person. */
export const keyNames = (keys: string): string =>
  keys
    .split('+')
    .map((key) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join(' ');

/**
 * Calls `action` with the last value `wait` ms after the calls stop. What is still waiting when the component goes
 * is sent then, so that nothing typed is lost.
 */
export function useDebouncedLast<Value>(action: (value: Value) => void, wait = 300) {
  const latest = useRef(action);
  const waiting = useRef<{ value: Value; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  const cancel = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  const flush = useCallback(() => {
    const last = waiting.current;
    cancel();
    if (last) latest.current(last.value);
  }, [cancel]);
  const call = useCallback(
    (value: Value) => {
      cancel();
      waiting.current = { value, timer: setTimeout(flush, wait) };
    },
    [cancel, flush, wait],
  );
  useEffect(() => flush, [flush]);
  return { call, flush, cancel };
}

/** The spec's two seconds for which 'Saved' stays. */
const SAVED_MS = 2000;

/**
 * Saves while somebody types: waits for a pause, sends only the last value, one call at a time, and tells the state
 * that SavingState shows. After a failure the value is kept for `retry`.
 */
export function useAutosave<Value>(save: (value: Value) => Promise<unknown>, wait = 300) {
  const [state, setState] = useState<SavingStateName>('idle');
  const latest = useRef(save);
  const busy = useRef(false);
  const next = useRef<{ value: Value } | null>(null);
  const failed = useRef<{ value: Value } | null>(null);
  const fade = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = save;
  });
  const send = useCallback(async (value: Value) => {
    next.current = { value };
    if (busy.current) return;
    busy.current = true;
    clearTimeout(fade.current);
    setState('saving');
    while (next.current) {
      const sending: { value: Value } = next.current;
      next.current = null;
      failed.current = null;
      try {
        await latest.current(sending.value);
      } catch {
        failed.current = sending;
      }
    }
    busy.current = false;
    setState(failed.current ? 'failed' : 'saved');
    if (!failed.current) fade.current = setTimeout(() => setState('idle'), SAVED_MS);
  }, []);
  const debounced = useDebouncedLast(send, wait);
  const retry = useCallback(() => {
    if (failed.current) void send(failed.current.value);
  }, [send]);
  useEffect(() => () => clearTimeout(fade.current), []);
  return { state, change: debounced.call, flush: debounced.flush, retry };
}

interface ArrowListOptions {
  /** Keys of the rows in the order shown. */
  keys: readonly string[];
  onOpen?: (key: string) => void;
  /** Space. */
  onSelect?: (key: string) => void;
}

/** Rows that arrow keys, Home and End move through, Enter opens and Space selects; one stop for the tab key. */
export function useArrowList({ keys, onOpen, onSelect }: ArrowListOptions) {
  const [active, setActive] = useState<string | null>(null);
  const nodes = useRef(new Map<string, HTMLElement>());
  const stop = active !== null && keys.includes(active) ? active : keys[0];
  const go = (event: ReactKeyboardEvent, index: number) => {
    const key = keys[Math.max(0, Math.min(index, keys.length - 1))];
    if (key === undefined) return;
    event.preventDefault();
    setActive(key);
    nodes.current.get(key)?.focus();
  };
  return {
    active: stop,
    rowProps: (key: string) => ({
      tabIndex: key === stop ? 0 : -1,
      ref: (node: HTMLElement | null) => {
        if (node) nodes.current.set(key, node);
        else nodes.current.delete(key);
      },
      onFocus: () => setActive(key),
      onKeyDown: (event: ReactKeyboardEvent) => {
        if (event.defaultPrevented || isTyping(event.target)) return;
        const index = keys.indexOf(key);
        if (event.key === 'ArrowDown') return go(event, index + 1);
        if (event.key === 'ArrowUp') return go(event, index - 1);
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Home') return go(event, 0);
        if (event.key === 'End') return go(event, keys.length - 1);
        if (event.key === 'Enter' && onOpen) {
          event.preventDefault();
          onOpen(key);
        } else if (event.key === ' ' && onSelect) {
          event.preventDefault();
          onSelect(key);
        }
      },
    }),
  };
}

/** From 1200 px up, where drawers push instead of covering. */
export const useIsWide = () =>
  useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false });

/** Up to 767 px. */
export const useIsPhone = () =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
