import { createFileRoute } from '@tanstack/react-router';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { RecruitmentFrame } from '../../shared/recruitment-frame.tsx';

export const Route = createFileRoute('/_member/creator-search/deep-insights')({ component: DeepInsights });

function DeepInsights() {
  return (
    <BrandScreen>
      <DocumentTitle>Deep Insights</DocumentTitle>
      <RecruitmentFrame tab="deep-insights">
        <EmptyState
          title="The audience reports you have bought will be listed here."
          actions={<Button href="/creator-search">Back to Search</Button>}
        />
      </RecruitmentFrame>
    </BrandScreen>
  );
}
