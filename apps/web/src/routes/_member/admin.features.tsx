import { createFileRoute } from '@tanstack/react-router';
import { FeaturesScreen } from '../../modules/operations/admin/features-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/features')({
  component: () => (
    <>
      <DocumentTitle>{shared('admin.features')}</DocumentTitle>
      <FeaturesScreen />
    </>
  ),
});
