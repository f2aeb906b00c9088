import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { brandOptions, useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { LaterScreen } from '../../shared/screen/later-screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/affiliate/$tab')({ component: AffiliateTab });

function AffiliateTab() {
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  return (
    <LaterScreen
      title={t('affiliate.title')}
      text={brand?.affiliateSubscription ? t('affiliate.unchanged') : t('affiliate.text')}
    >
      {t('affiliate.later')}
    </LaterScreen>
  );
}
