import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading } from '@troupe/ui/feedback/skeleton';
import type { ReactNode } from 'react';
import { errorText } from '../call/error-text.ts';

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

/** The loading state of a query, or its error with Retry. Renders nothing once data is loaded. */
export function LoadState({ what, query, note, children }: LoadStateProps) {
  const { data, error, isFetching, refetch } = query;
  if (!error) return data ? null : <Loading label={`Loading ${what}`}>{children}</Loading>;
  return (
    <ErrorState
      title={`Couldn't ${data ? 'update' : 'load'} ${what}.`}
      text={data ? ['Showing the last loaded data.', note].filter(Boolean).join(' ') : errorText(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
