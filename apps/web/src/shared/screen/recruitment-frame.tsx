import { useQuery } from '@tanstack/react-query';
import { listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { memo, type ReactNode } from 'react';
import { useBrandId } from '../brand/current-brand.ts';
import { callOptions } from '../call/query.ts';
import { t } from '../messages/messages.gen.ts';
import { SheetHead } from './screen.tsx';

export type RecruitmentTab = 'search' | 'lists' | 'deep-insights' | 'invites' | 'archived';

const TABS: readonly RecruitmentTab[] = ['search', 'lists', 'deep-insights', 'invites', 'archived'];

/** The query of all lists of a brand. */
export const allListsOptions = (brandId: string) => callOptions(listCreatorLists, { params: { brandId } });

interface RecruitmentHeadProps {
  tab: RecruitmentTab;
  actions?: ReactNode;
}

/** Title, main actions and tabs that all views of Creator Recruitment share. */
export function RecruitmentFrame(props: RecruitmentHeadProps & { children: ReactNode }) {
  return (
    <>
      <RecruitmentHead tab={props.tab} actions={props.actions} />
      <div className="t-page">{props.children}</div>
    </>
  );
}

// Memoized for views whose actions stay the same.
const RecruitmentHead = memo(function RecruitmentHead(props: RecruitmentHeadProps) {
  const lists = useQuery(allListsOptions(useBrandId())).data?.lists;
  return (
    <SheetHead>
      <PageHeader title={t('recruitment')} actions={props.actions} />
      <Tabs
        label={t('recruitment')}
        items={TABS.map((tab) => ({
          label: t(`recruitment.${tab}`),
          href: tab === 'search' ? '/creator-search' : `/creator-search/${tab}`,
          active: tab === props.tab,
          count: tab === 'lists' ? lists?.length : undefined,
        }))}
      />
    </SheetHead>
  );
});
