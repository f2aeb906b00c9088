import { useDebouncedLast } from '@troupe/ui/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * Text that is typed here and kept elsewhere, mostly in the address: shown at once, told after `pauseMs` without a
 * letter. An answer to an earlier letter never replaces what was typed since; a change from outside (Back, a saved
 * search) does.
 */
export function useTypedText(value: string, onChange: (value: string) => void, pauseMs: number) {
  const [typed, setTyped] = useState(value);
  // What was told and has not come back yet, oldest first, after what came back last.
  const told = useRef([value]);
  const { call, flush, cancel } = useDebouncedLast((next: string) => {
    if (next === told.current.at(-1)) return;
    told.current.push(next);
    onChange(next);
  }, pauseMs);
  useEffect(() => {
    const at = told.current.indexOf(value);
    if (at !== -1) {
      told.current.splice(0, at);
      return;
    }
    told.current = [value];
    cancel();
    setTyped(value);
  }, [value, cancel]);
  const change = (next: string) => {
    setTyped(next);
    call(next.trim());
  };
  return { typed, change, flush };
}
