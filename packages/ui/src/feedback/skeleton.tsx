import { type ReactNode, useEffect, useState } from 'react';
import { SLOW_MS } from '../lib/connection.ts';
import { Spinner } from './spinner.tsx';
import './skeleton.css';
import { t } from '../messages/messages.gen.ts';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}

/** A placeholder block. */
export function Skeleton({ width = '100%', height = 12, round }: SkeletonProps) {
  return <span className="t-skeleton" data-round={round || undefined} style={{ width, height }} />;
}

const lineWidths = ['78%', '92%', '64%', '85%'];

export function SkeletonText({ lines = 2 }: { lines?: number }) {
  return (
    <span className="t-skeleton-lines">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={line} width={lineWidths[line % lineWidths.length] ?? '80%'} />
      ))}
    </span>
  );
}

/** Placeholder of a row: avatar, name, metrics. */
function SkeletonRow() {
  return (
    <span className="t-skeleton-row">
      <Skeleton width={28} height={28} round />
      <Skeleton width="24%" />
      <span className="t-grow" />
      <Skeleton width={56} />
      <Skeleton width={56} />
      <Skeleton width={72} />
    </span>
  );
}

export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <span className="t-skeleton-rows">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <SkeletonRow key={row} />
      ))}
    </span>
  );
}

/** Placeholder of a record card: person, metrics, content. */
export function SkeletonCard() {
  return (
    <span className="t-skeleton-card">
      <span className="t-row">
        <Skeleton width={40} height={40} round />
        <SkeletonText lines={2} />
      </span>
      <span className="t-skeleton-parts">
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </span>
      <span className="t-skeleton-parts">
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={56} />
      </span>
      <SkeletonText lines={2} />
    </span>
  );
}

/** Shows the skeleton after 300 ms and says to screen readers that something is loading. */
export function Loading({ label = t('loading'), children }: { label?: string; children?: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <Delayed>
        <span className="t-hidden">{label}</span>
        <div aria-hidden="true">{children}</div>
      </Delayed>
    </div>
  );
}

/** False for the first `wait` ms, then true: fast loads show no placeholder. */
function useDelayed(wait = 300): boolean {
  const [passed, setPassed] = useState(wait <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), wait);
    return () => clearTimeout(timer);
  }, [wait]);
  return passed;
}

export function Delayed({ wait = 300, children }: { wait?: number; children: ReactNode }) {
  return useDelayed(wait) ? children : null;
}

/**
 * Loading state of a whole screen: a spinner after 300 ms, and later a line that says it is still loading.
 */
export function ScreenLoading({ label }: { label: string }) {
  return (
    <>
      <Delayed>
        <Spinner />
        <span className="t-hidden">{label}</span>
      </Delayed>
      <Delayed wait={SLOW_MS}>
        <p className="t-12">{t('connection.slow')}</p>
      </Delayed>
    </>
  );
}
