import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { billingOptions, useBillingWrites } from './account-queries.ts';

/** The way to the billing portal, for those who may manage billing. */
export function PortalButton() {
  const brandId = useBrandId();
  const mayManage = useQuery(brandOptions(brandId)).data?.abilities.manageBilling.allowed;
  const hasPortal = useQuery(billingOptions(brandId)).data?.hasPortal;
  const { openPortal } = useBillingWrites();
  if (!mayManage || !hasPortal) return null;
  return (
    <Button
      icon={<IconExternalLink size={16} />}
      busy={openPortal.isPending}
      onClick={() => openPortal.mutate()}
    >
      Open Billing
    </Button>
  );
}
