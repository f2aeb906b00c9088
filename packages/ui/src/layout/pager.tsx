import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../action/icon-button.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import { exactNumber } from '../lib/format.ts';
import './pager.css';

interface PagerProps {
  /** Accessible name of the list: 'Credit movements'. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  /** Total number of entries. */
  total: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** The range of shown entries with previous and next buttons; nothing for a single page. */
export function Pager({ label, page, pages, total, pageSize, onPage }: PagerProps) {
  if (pages < 2 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="t-pager" aria-label={label}>
      <span className="t-num t-ink2" aria-live="polite">
        {first > total
          ? t('pager.none', { total: exactNumber(total) })
          : t('pager.range', {
              first: exactNumber(first),
              last: exactNumber(last),
              total: exactNumber(total),
            })}
      </span>
      <IconButton
        label={t('pager.previous')}
        icon={<IconChevronLeft size={18} />}
        disabledReason={page > 1 ? undefined : t('pager.isFirst')}
        onClick={() => onPage(Math.min(page - 1, Math.max(pages, 1)))}
      />
      <IconButton
        label={t('pager.next')}
        icon={<IconChevronRight size={18} />}
        disabledReason={page < pages ? undefined : t('pager.isLast')}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
