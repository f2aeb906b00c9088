import { createFileRoute } from '@tanstack/react-router';
import { GiftsScreen } from '../../modules/commerce/gift/gifts-screen.tsx';

export const Route = createFileRoute('/_member/campaigns/$campaignId/gifts')({
  component: Gifts,
});

function Gifts() {
  const { campaignId } = Route.useParams();
  return <GiftsScreen key={campaignId} campaignId={campaignId} />;
}
