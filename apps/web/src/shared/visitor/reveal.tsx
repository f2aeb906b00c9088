import { type ReactNode, useEffect, useRef, useState } from 'react';
import { prerendering } from '../config.ts';
import { wantsCalm, whenHalfSeen } from './half-seen.ts';
import './reveal.css';

/**
 * A section that animates in once half of it is in view. Without scripts, and for people who want less motion, it is
 * simply there.
 */
export function Reveal({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => !prerendering && wantsCalm());
  useEffect(() => {
    const element = section.current;
    if (shown || !element) return;
    return whenHalfSeen(element, () => setShown(true));
  }, [shown]);
  // What is watched stands still: what moves would be seen too late.
  return (
    <div ref={section} className="reveal" data-shown={shown || undefined}>
      <div className="reveal-inside">{children}</div>
    </div>
  );
}
