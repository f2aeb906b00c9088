import { useQuery } from '@tanstack/react-query';
import { planOf } from '@troupe/domain/billing/plan';
import { AccountTeam } from '../../../modules/account/team/account-team.tsx';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';

/** The team, with the name of the plan that limits its size. */
export default function Team() {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  return <AccountTeam plan={planOf(brand?.activeSubscriptions[0]?.planId)?.name ?? null} />;
}
