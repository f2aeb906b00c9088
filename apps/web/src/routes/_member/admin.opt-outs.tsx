import { createFileRoute } from '@tanstack/react-router';
import { OptOutsScreen } from '../../modules/operations/admin/opt-outs-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/opt-outs')({
  component: () => (
    <>
      <DocumentTitle>{shared('admin.opt-outs')}</DocumentTitle>
      <OptOutsScreen />
    </>
  ),
});
