import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import './tabs.css';

export interface TabItem {
  label: string;
  href: string;
  active?: boolean;
  count?: ReactNode;
}

/** Views of one screen, each with its own address. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  return (
    <nav aria-label={label} className="t-tabs">
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
