import { useQuery } from '@tanstack/react-query';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import type { ReactNode } from 'react';
import { brandOptions, useBrandId } from '../brand/current-brand.ts';
import { t } from '../messages/messages.gen.ts';
import { type LoadQuery, LoadState } from './screen.tsx';

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
  /** Noun for messages: 'API keys'. */
  what: string;
  query: LoadQuery;
  /** Shown once there is something to show. */
  children: ReactNode;
}

/** A part of the account that only owners see; others read that. Ask for its data with `enabled: useIsOwner()`. */
export function OwnerSection({ id, title, subtitle, actions, what, query, children }: OwnerSectionProps) {
  const owner = useIsOwner();
  const { data } = query;
  if (owner === false)
    return (
      <Section id={id} title={title}>
        <p className="t-ink2">{t('owner.only')}</p>
      </Section>
    );
  return (
    <Section id={id} title={title} subtitle={subtitle} actions={data ? actions : undefined}>
      <LoadState what={t('owner.what', { what })} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data ? children : null}
    </Section>
  );
}
