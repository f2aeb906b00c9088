import { createFileRoute } from '@tanstack/react-router';
import { BookADemoPage } from '../../modules/site/demo-request/book-a-demo-page.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/book-a-demo')({
  component: () => (
    <>
      <DocumentTitle whole>Book a Demo | Brands</DocumentTitle>
      <BookADemoPage />
    </>
  ),
});
