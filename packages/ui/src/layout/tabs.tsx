import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../action/link.tsx';
import './tabs.css';

export interface TabItem {
  label: string;
  href: string;
  active?: boolean;
  count?: ReactNode;
}

/** Views of one screen, each with its own URL. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const bar = useRef<HTMLElement>(null);
  const current = items.find(({ active }) => active)?.href;
  // On narrow screens the bar scrolls, so bring the current tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight when another one is current
  useEffect(() => {
    // Measure in the next frame, to avoid an extra layout of a changing page.
    const frame = requestAnimationFrame(() => {
      const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
      if (!bar.current || !tab) return;
      const { left, right } = bar.current.getBoundingClientRect();
      const at = tab.getBoundingClientRect();
      if (at.left < left || at.right > right) bar.current.scrollLeft += at.left - left - 16;
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <nav ref={bar} aria-label={label} className="t-tabs">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          className="t-tab"
          aria-current={item.active ? 'page' : undefined}
        >
          {item.label}
          {item.count !== undefined && <span className="t-tab-count">{item.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
