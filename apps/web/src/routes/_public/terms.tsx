import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '../../modules/site/terms/terms-page.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/terms')({
  component: () => (
    <>
      <DocumentTitle>Terms</DocumentTitle>
      <TermsPage />
    </>
  ),
});
