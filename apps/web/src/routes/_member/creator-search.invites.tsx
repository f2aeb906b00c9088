import { createFileRoute } from '@tanstack/react-router';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { RecruitmentFrame } from '../../shared/recruitment-frame.tsx';

export const Route = createFileRoute('/_member/creator-search/invites')({ component: Invites });

function Invites() {
  return (
    <BrandScreen>
      <DocumentTitle>Invites</DocumentTitle>
      <RecruitmentFrame tab="invites">
        <EmptyState
          title="The invites you have sent will be listed here, with what became of them."
          actions={<Button href="/creator-search">Back to Search</Button>}
        />
      </RecruitmentFrame>
    </BrandScreen>
  );
}
