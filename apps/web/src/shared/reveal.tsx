import { type ReactNode, useEffect, useRef, useState } from 'react';
import './reveal.css';

/** How much of a section has to be in view before it animates in. */
const THRESHOLD = 0.5;

/**
 * A section that animates in once half of it is in view; one taller than the window once it fills half of that.
 * Without the browser's observer, and for people who want less motion, it is simply there.
 */
export function Reveal({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const element = section.current;
    if (shown || !element) return;
    const reachable = Math.min(1, innerHeight / Math.max(1, element.offsetHeight));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setShown(true);
      },
      { threshold: THRESHOLD * reachable },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  // What is watched stands still: what moves would be seen too late.
  return (
    <div ref={section} className="reveal" data-shown={shown || undefined}>
      <div className="reveal-inside">{children}</div>
    </div>
  );
}
