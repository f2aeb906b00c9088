import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_member/affiliate/$tab')({ component: AffiliateTab });

function AffiliateTab() {
  return (
    <LaterScreen title="Affiliate">
      Links, codes and commissions of your affiliates will be shown here.
    </LaterScreen>
  );
}
