import { useQuery } from '@tanstack/react-query';
import { listCreatorLists } from '@troupe/contract/creator-list';
import { PageHeader } from '@troupe/ui/page-header';
import { Tabs } from '@troupe/ui/tabs';
import type { ReactNode } from 'react';
import { useBrandId } from './current-brand.ts';
import { callOptions } from './query.ts';
import './recruitment-head.css';

const TABS = [
  { tab: 'search', label: 'Search', href: '/creator-search' },
  { tab: 'lists', label: 'Lists', href: '/creator-search/lists' },
  { tab: 'deep-insights', label: 'Deep Insights', href: '/creator-search/deep-insights' },
  { tab: 'invites', label: 'Invites', href: '/creator-search/invites' },
  { tab: 'archived', label: 'Archived', href: '/creator-search/archived' },
] as const;

interface RecruitmentHeadProps {
  tab: (typeof TABS)[number]['tab'];
  actions?: ReactNode;
}

/** The head that the tabs of Creator Recruitment have in common. */
export function RecruitmentHead({ tab, actions }: RecruitmentHeadProps) {
  const { data } = useQuery(callOptions(listCreatorLists, { params: { brandId: useBrandId() } }));
  return (
    <div className="t-page recruitment-head">
      <PageHeader title="Creator Recruitment" actions={actions} />
      <Tabs
        label="Creator Recruitment"
        items={TABS.map(({ tab: name, label, href }) => ({
          label,
          href,
          active: name === tab,
          count: name === 'lists' ? data?.lists.length : undefined,
        }))}
      />
    </div>
  );
}
