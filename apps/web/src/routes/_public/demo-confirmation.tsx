import { createFileRoute } from '@tanstack/react-router';
import { DemoConfirmationPage } from '../../modules/site/demo-request/book-a-demo-page.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/demo-confirmation')({
  component: () => (
    <>
      <DocumentTitle whole>Demo Booked | Brands</DocumentTitle>
      <DemoConfirmationPage />
    </>
  ),
});
