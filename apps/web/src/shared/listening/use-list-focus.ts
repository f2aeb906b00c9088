import { useEffect, useRef } from 'react';

/** Keeps the keyboard in a list: when the row that had the focus is removed, its list gets it. @param count its rows */
export function useListFocus<List extends HTMLElement>(count: number | undefined) {
  const list = useRef<List>(null);
  const before = useRef(count);
  useEffect(() => {
    const shrank = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (shrank && isLost) list.current?.focus();
  }, [count]);
  return list;
}
