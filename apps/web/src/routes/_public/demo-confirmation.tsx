import { createFileRoute } from '@tanstack/react-router';
import { DemoConfirmationPage } from '../../modules/site/demo-request/demo-confirmation-page.tsx';
import { DocumentTitle } from '../../shared/screen/document-title.tsx';

export const Route = createFileRoute('/_public/demo-confirmation')({
  component: () => (
    <>
      <DocumentTitle whole>Demo Booked | Brands</DocumentTitle>
      <DemoConfirmationPage />
    </>
  ),
});
