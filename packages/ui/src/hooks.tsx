import { useMediaQuery } from '@mantine/hooks';
import {
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isTyping } from './action/hotkey.tsx';
import type { SavingStateName } from './field/saving-state.tsx';
import { FROM_WIDE, UP_TO_MOBILE } from './lib/breakpoints.ts';
import { onReconnect } from './lib/connection.ts';
import { screenShown } from './lib/first-screen.ts';

/**
 * Calls `action` with the last value `wait` ms after the last call. Pending values are flushed on unmount, so
 * that nothing typed is lost.
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

/** Returns the value once it is unchanged for `wait` ms. */
export function useSettled<Value>(value: Value, wait: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

/** Whether the tab is visible, so that its content counts as read. */
export function useVisible(): boolean {
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}

/** The spec's two seconds for which 'Saved' is shown. */
const SAVED_MS = 2000;

/**
 * Saves while the user types: waits for a pause, sends only the last value, one call at a time, and returns
 * the state for SavingState. After a failure, the value is kept for `retry` and resent when the connection is
 * back.
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
  useEffect(() => onReconnect(retry), [retry]);
  useEffect(() => () => clearTimeout(fade.current), []);
  return { state, change: debounced.call, flush: debounced.flush, retry };
}

interface ArrowListOptions {
  /** Keys of the rows in display order. */
  keys: readonly string[];
  onOpen?: (key: string) => void;
  /** Space or x. */
  onSelect?: (key: string) => void;
  /** Escape on a row; omit it to leave the key to what is around the list. */
  onEscape?: (() => void) | undefined;
  /** Rows are in a grid: left and right move through them, up and down to the row above and below. */
  grid?: boolean;
  /** Renders a row of a virtual list that isn't in the DOM; it is focused afterwards. */
  onReach?: (key: string) => void;
}

/** Attributes and handlers of a row. All except `tabIndex` are stable, so that rows can be memoized. */
export interface ArrowRowProps {
  'data-row': string;
  tabIndex: 0 | -1;
  ref: (node: HTMLElement | null) => (() => void) | undefined;
  onFocus: (event: ReactFocusEvent<HTMLElement>) => void;
  onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => void;
}

/**
 * Keyboard navigation of rows: arrow keys, Home and End move, Enter opens, Space or x selects; the list is
 * one tab stop. `focus(key)` focuses a row, without a key the current one; `show(key)` scrolls a row into
 * view. Both are stable.
 */
export function useArrowList(options: ArrowListOptions) {
  const [active, setActive] = useState<string | null>(null);
  const nodes = useRef(new Map<string, HTMLElement>());
  const awaited = useRef<string | null>(null);
  const { keys } = options;
  const stop = active !== null && keys.includes(active) ? active : keys[0];
  const latest = useRef({ ...options, stop });
  useEffect(() => {
    latest.current = { ...options, stop };
  });

  const stable = useMemo(() => {
    const show = (key: string) => {
      const node = nodes.current.get(key);
      if (node) node.scrollIntoView({ block: 'nearest' });
      else latest.current.onReach?.(key);
    };
    const focus = (key = latest.current.stop) => {
      if (key === undefined || !latest.current.keys.includes(key)) return;
      setActive(key);
      const node = nodes.current.get(key);
      awaited.current = node ? null : key;
      if (node) node.focus();
      else latest.current.onReach?.(key);
    };
    const go = (event: ReactKeyboardEvent, index: number) => {
      const { keys } = latest.current;
      event.preventDefault();
      focus(keys[Math.max(0, Math.min(index, keys.length - 1))]);
    };
    const ref = (node: HTMLElement | null) => {
      const key = node?.dataset.row;
      if (!node || key === undefined) return undefined;
      nodes.current.set(key, node);
      if (awaited.current === key) {
        awaited.current = null;
        node.focus();
      }
      return () => {
        if (nodes.current.get(key) === node) nodes.current.delete(key);
      };
    };
    const onFocus = (event: ReactFocusEvent<HTMLElement>) =>
      setActive(event.currentTarget.dataset.row ?? null);
    const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
      const { keys, onOpen, onSelect, onEscape, grid } = latest.current;
      const key = event.currentTarget.dataset.row;
      if (key === undefined || event.defaultPrevented || isTyping(event.target)) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const index = keys.indexOf(key);
      const across = (step: 1 | -1) => (grid ? indexAcross(keys, nodes.current, index, step) : index + step);
      if (event.key === 'ArrowDown') return go(event, across(1));
      if (event.key === 'ArrowUp') return go(event, across(-1));
      if (grid && event.key === 'ArrowRight') return go(event, index + 1);
      if (grid && event.key === 'ArrowLeft') return go(event, index - 1);
      if (event.target !== event.currentTarget) return;
      if (event.key === 'Home') return go(event, 0);
      if (event.key === 'End') return go(event, keys.length - 1);
      if (event.key === 'Enter' && onOpen) {
        event.preventDefault();
        onOpen(key);
      } else if ((event.key === ' ' || event.key === 'x') && onSelect) {
        event.preventDefault();
        onSelect(key);
      } else if (event.key === 'Escape' && onEscape) {
        event.preventDefault();
        onEscape();
      }
    };
    return { focus, show, handlers: { ref, onFocus, onKeyDown } };
  }, []);

  return {
    active: stop,
    focus: stable.focus,
    show: stable.show,
    rowProps: (key: string): ArrowRowProps => ({
      'data-row': key,
      tabIndex: key === stop ? 0 : -1,
      ...stable.handlers,
    }),
  };
}

/** Returns the row below (`step` 1) or above (-1) the one at `index` in a grid. */
function indexAcross(
  keys: readonly string[],
  nodes: ReadonlyMap<string, HTMLElement>,
  index: number,
  step: 1 | -1,
): number {
  const boxAt = (at: number) => nodes.get(keys[at] ?? '')?.getBoundingClientRect();
  const here = boxAt(index);
  if (!here) return index;
  let found: { at: number; away: number; top: number } | undefined;
  for (let at = index + step; keys[at] !== undefined; at += step) {
    const box = boxAt(at);
    if (!box) break;
    if (Math.abs(box.top - here.top) < 2) continue;
    if (found && Math.abs(box.top - found.top) > 2) break;
    const away = Math.abs(box.left - here.left);
    if (!found || away < found.away) found = { at, away, top: box.top };
  }
  return found?.at ?? index;
}

/** From 1200 px, where drawers push instead of cover. */
export const useIsWide = () => useMediaQuery(FROM_WIDE, undefined, { getInitialValueInEffect: false });

/** Up to 767 px, where tables become cards. */
export const useIsPhone = () => useMediaQuery(UP_TO_MOBILE, undefined, { getInitialValueInEffect: false });

/** A value that is forgotten `wait` ms after it was last set, also when it was set to the same again. */
export function useTransient<Value>(wait: number) {
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => setHeld(null), wait);
    return () => clearTimeout(timer);
  }, [held, wait]);
  const set = useCallback((value: Value) => setHeld({ value }), []);
  /** Resets the value at once if it is one of these. */
  const forget = useCallback(
    (which: (value: Value) => boolean = () => true) =>
      setHeld((now) => (now && which(now.value) ? null : now)),
    [],
  );
  return [held?.value ?? null, set, forget] as const;
}

/** Milliseconds after the first screen before low-priority work starts. */
const PAUSE_MS = 3000;
/** The same for work that is likely to be needed soon. */
const SOON_MS = 1500;

/** Resolves once the first screen is shown and the browser is idle. */
export async function whenIdle(pause: 'later' | 'soon' = 'later'): Promise<void> {
  const ms = pause === 'soon' ? SOON_MS : PAUSE_MS;
  await screenShown();
  return new Promise((resolve) => {
    setTimeout(() => {
      // Not supported by every browser.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PAUSE_MS });
      else resolve();
    }, ms);
  });
}

/** Preloads an overlay's code when the browser is idle. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Failures are ignored: the code loads on use.
    whenIdle('soon')
      .then(load)
      .catch(() => {});
  }, [load]);
}
