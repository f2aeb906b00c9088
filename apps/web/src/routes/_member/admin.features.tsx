import { createFileRoute } from '@tanstack/react-router';
import { FeaturesScreen } from '../../modules/operations/admin/features-screen.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/features')({
  component: () => (
    <>
      <DocumentTitle>Features</DocumentTitle>
      <FeaturesScreen />
    </>
  ),
});
