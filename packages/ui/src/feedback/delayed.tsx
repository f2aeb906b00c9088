import { type ReactNode, useEffect, useState } from 'react';

/** False for the first `wait` ms, then true: what loads faster than that shows no waiting at all. */
export function useDelayed(wait = 300): boolean {
  const [passed, setPassed] = useState(wait <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), wait);
    return () => clearTimeout(timer);
  }, [wait]);
  return passed;
}

export function Delayed({ wait = 300, children }: { wait?: number; children: ReactNode }) {
  return useDelayed(wait) ? children : null;
}
