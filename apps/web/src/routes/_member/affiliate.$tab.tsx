import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { brandOptions, useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';

export const Route = createFileRoute('/_member/affiliate/$tab')({ component: AffiliateTab });

function AffiliateTab() {
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  return (
    <LaterScreen
      title="Affiliate"
      text={
        brand?.affiliateSubscription
          ? 'Your Affiliate Integration subscription is unchanged. You can cancel it in Account.'
          : 'Affiliate links, codes and commissions will be here.'
      }
    >
      Affiliate isn't available yet.
    </LaterScreen>
  );
}
