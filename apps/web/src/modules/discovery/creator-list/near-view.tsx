import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NearViewProps {
  className: string;
  children: () => ReactNode;
}

/** Renders its children only while they are in sight or soon will be; a place of the same height stands for them. */
export function NearView({ className, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setLeft(null);
        // Where somebody writes stays.
        else if (entry && !node.contains(document.activeElement)) setLeft(entry.boundingClientRect.height);
      },
      { rootMargin: '1500px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className} style={left === null ? undefined : { height: left }}>
      {left === null && children()}
    </div>
  );
}
