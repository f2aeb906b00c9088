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
    const tab = bar.current?.querySelector('[aria-current]');
    if (!tab) return;
    // Where it is comes with the next layout, so that the page isn't laid out once more to measure it.
    const watcher = new IntersectionObserver(
      ([entry]) => {
        watcher.disconnect();
        const { rootBounds, boundingClientRect: at } = entry ?? {};
        if (!bar.current || !rootBounds || !at) return;
        if (at.left < rootBounds.left || at.right > rootBounds.right)
          bar.current.scrollLeft += at.left - rootBounds.left - 16;
      },
      { root: bar.current },
    );
    watcher.observe(tab);
    return () => watcher.disconnect();
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
