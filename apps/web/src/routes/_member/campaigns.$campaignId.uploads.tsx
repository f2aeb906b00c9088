import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ContentAddress, readContentAddress } from '../../features/campaign-content/content-address.ts';
import { UploadsScreen } from '../../features/campaign-content/uploads-screen.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/uploads')({
  validateSearch: readContentAddress,
  component: Uploads,
});

function Uploads() {
  const { campaignId } = Route.useParams();
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const change = useCallback(
    (part: Partial<ContentAddress>) =>
      void navigate({ search: (before) => readContentAddress({ ...before, ...part }) }),
    [navigate],
  );
  return <UploadsScreen campaignId={campaignId} address={address} onChange={change} />;
}

const readAddress = (search: ContentAddress) => readContentAddress({ ...search });
