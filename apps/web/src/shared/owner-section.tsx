import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@troupe/ui/error-state';
import { Section } from '@troupe/ui/section';
import { Loading, SkeletonRows } from '@troupe/ui/skeleton';
import type { ReactNode } from 'react';
import { brandOptions, useBrandId } from './current-brand.ts';
import { errorText } from './error-text.ts';

/** Whether the person may see what is for owners of the brand; undefined until that is known. */
export function useIsOwner(): boolean | undefined {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  return brand?.abilities.manageTeam.allowed;
}

interface OwnerSectionProps {
  id: string;
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** What is loaded: 'API keys'. */
  what: string;
  query: { data?: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Shown once there is something to show. */
  children: ReactNode;
}

/** A part of the account that only owners see; others read that. Ask for its data with `enabled: useIsOwner()`. */
export function OwnerSection({ id, title, subtitle, actions, what, query, children }: OwnerSectionProps) {
  const owner = useIsOwner();
  const { data, error, isFetching, refetch } = query;
  if (owner === false)
    return (
      <Section id={id} title={title}>
        <p className="t-ink2">Only owners of the brand see this.</p>
      </Section>
    );
  return (
    <Section id={id} title={title} subtitle={subtitle} actions={data ? actions : undefined}>
      {error && (
        <ErrorState
          title={`The ${what} could not be loaded.`}
          text={data ? 'Showing what was loaded before.' : errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label={`Loading the ${what}`}>
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data ? children : null}
    </Section>
  );
}
