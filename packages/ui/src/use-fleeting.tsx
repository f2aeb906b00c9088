import { useCallback, useEffect, useState } from 'react';

/** A value that is forgotten `wait` ms after it was last set, also when it was set to the same again. */
export function useFleeting<Value>(wait: number) {
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => setHeld(null), wait);
    return () => clearTimeout(timer);
  }, [held, wait]);
  const set = useCallback((value: Value) => setHeld({ value }), []);
  /** Forgets the value at once, if it is one of these. */
  const forget = useCallback(
    (which: (value: Value) => boolean = () => true) =>
      setHeld((now) => (now && which(now.value) ? null : now)),
    [],
  );
  return [held?.value ?? null, set, forget] as const;
}
