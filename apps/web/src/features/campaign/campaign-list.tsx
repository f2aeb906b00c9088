import { useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@troupe/contract/campaign';
import { useBrandId } from '../../shared/current-brand.ts';
import { callOptions } from '../../shared/query.ts';

/** The campaigns of the brand. */
export function CampaignList() {
  const campaigns = useQuery(callOptions(listCampaigns, { params: { brandId: useBrandId() } }));
  return (
    <ul>
      {campaigns.data?.campaigns.map((campaign) => (
        <li key={campaign.id}>{campaign.title}</li>
      ))}
    </ul>
  );
}
