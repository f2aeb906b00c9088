import { createFileRoute } from '@tanstack/react-router';
import { jobQueuesOptions } from '../../modules/operations/admin/admin-queries.ts';
import { JobsScreen } from '../../modules/operations/admin/jobs-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/jobs')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(jobQueuesOptions),
  component: () => (
    <>
      <DocumentTitle>{shared('admin.jobs')}</DocumentTitle>
      <JobsScreen />
    </>
  ),
});
