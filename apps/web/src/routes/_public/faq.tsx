import { createFileRoute } from '@tanstack/react-router';
import { FaqPage } from '../../modules/site/faq/faq-page.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/faq')({
  component: () => (
    <>
      <DocumentTitle>FAQ</DocumentTitle>
      <FaqPage />
    </>
  ),
});
