import { PAGE_SIZE } from '@troupe/domain/shape';
import { Pager } from '@troupe/ui/layout/pager';

interface PageNavProps {
  /** What is paged, for screen readers: `Pages of orders`. */
  label: string;
  /** What was answered page by page; undefined while nothing was. */
  of: { page: number; pages: number; total: number } | undefined;
  onPage: (page: number) => void;
}

/** The way to the pages before and after the one that was answered. */
export function PageNav({ label, of, onPage }: PageNavProps) {
  if (!of) return null;
  const { page, pages, total } = of;
  return <Pager label={label} page={page} pages={pages} total={total} pageSize={PAGE_SIZE} onPage={onPage} />;
}
