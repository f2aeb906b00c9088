import { ErrorState } from '@troupe/ui/error-state';
import { Loading } from '@troupe/ui/skeleton';
import type { ReactNode } from 'react';
import { errorText } from './error-text.ts';

/** As much of a query as says how it stands. */
export interface LoadQuery {
  data?: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadStateProps {
  /** What is loaded, as it stands within a sentence: `the orders`. */
  what: string;
  query: LoadQuery;
  /** Said beside what was loaded before: what else is kept. */
  note?: string;
  /** What its place looks like until something is known. */
  children: ReactNode;
}

/**
 * Stands above what is loaded: that it is on its way, or that it could not be loaded or brought up to date, with
 * Retry. Nothing while all is well.
 */
export function LoadState({ what, query, note, children }: LoadStateProps) {
  const { data, error, isFetching, refetch } = query;
  if (!error) return data ? null : <Loading label={`Loading ${what}`}>{children}</Loading>;
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return (
    <ErrorState
      title={`${subject} could not be ${data ? 'brought up to date' : 'loaded'}.`}
      text={data ? ['Showing what was loaded before.', note].filter(Boolean).join(' ') : errorText(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
