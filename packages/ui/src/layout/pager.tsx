import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../action/icon-button.tsx';
import { exactNumber } from '../lib/format.ts';
import './pager.css';

interface PagerProps {
  /** What is paged, for screen readers: 'Credit movements'. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  /** How many entries there are on all pages. */
  total: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Which entries are shown of how many, and the way to the page before and after; nothing for a single page. */
export function Pager({ label, page, pages, total, pageSize, onPage }: PagerProps) {
  if (pages < 2 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="t-pager" aria-label={label}>
      <span className="t-num t-ink2" aria-live="polite">
        {first > total
          ? `None of ${exactNumber(total)}`
          : `${exactNumber(first)} to ${exactNumber(last)} of ${exactNumber(total)}`}
      </span>
      <IconButton
        label="Previous page"
        icon={<IconChevronLeft size={18} />}
        disabledReason={page > 1 ? undefined : 'This is the first page'}
        onClick={() => onPage(Math.min(page - 1, Math.max(pages, 1)))}
      />
      <IconButton
        label="Next page"
        icon={<IconChevronRight size={18} />}
        disabledReason={page < pages ? undefined : 'This is the last page'}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
