import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { CardGrid } from '@troupe/ui/layout/record-card';
import type { ReactNode } from 'react';
import './creator-search.css';
import '../thumbnail.css';

const SIX = ['one', 'two', 'three', 'four', 'five', 'six'];

/** Placeholder of the first cards. */
export function CardsSkeleton() {
  return (
    <CardGrid>
      {SIX.map((key) => (
        <div key={key} className="t-card creator-skeleton">
          <span className="t-row">
            <Skeleton width={40} height={40} round />
            <Lines widths={['44%', '58%']} />
          </span>
          <Parts count={3}>
            <Lines widths={['62%', '48%']} />
          </Parts>
          <Parts count={4}>
            <span className="thumbnail creator-skeleton-block" />
          </Parts>
          <Lines widths={['26%', '72%', '60%']} />
          <Skeleton width={118} height={32} />
        </div>
      ))}
    </CardGrid>
  );
}

function Lines({ widths }: { widths: string[] }) {
  return (
    <span className="creator-skeleton-lines">
      {widths.map((width) => (
        <Skeleton key={width} width={width} height={10} />
      ))}
    </span>
  );
}

function Parts({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="creator-skeleton-parts">
      {SIX.slice(0, count).map((key) => (
        <span key={key}>{children}</span>
      ))}
    </span>
  );
}

/** Placeholder of the first rows of the table. */
export function TableSkeleton() {
  return (
    <div className="creator-skeleton-table">
      {[...SIX, ...SIX.map((key) => `${key}-more`)].map((key) => (
        <span key={key} className="creator-skeleton-row">
          <Skeleton width={16} height={16} />
          <Skeleton width={28} height={28} round />
          <Skeleton width="22%" height={10} />
          <span className="t-grow" />
          <Skeleton width={56} height={10} />
          <Skeleton width={56} height={10} />
          <Skeleton width={56} height={10} />
          <Skeleton width="18%" height={10} />
        </span>
      ))}
    </div>
  );
}
