import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { exactNumber } from '@troupe/ui/lib/format';
import { shortMonth } from '../../modules/campaigns/usage/usage-labels.ts';
import { usageOptions } from '../../modules/campaigns/usage/usage-queries.ts';
import { creditsOptions } from '../../shared/brand/credit.tsx';
import { useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { t } from './messages/messages.gen.ts';

/** The credits that the brand can spend, in the header. */
export function HeaderCredits() {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...creditsOptions(brandId ?? ''), enabled: brandId !== null });
  if (!data) return null;
  return (
    <Link href="/account/credits" className="header-credits-link">
      <IconCoins size={18} />
      {shared('credits.count', { count: data.balance })}
    </Link>
  );
}

/** How many collaborations of its plan the brand used this month; the period of the plan if it has no limit. */
export function PlanUse({ period }: { period: string }) {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...usageOptions(brandId ?? ''), enabled: brandId !== null });
  const use = data?.collaborations;
  const month = use?.months.at(-1)?.month;
  if (!use || use.limit === null || month === undefined) return <span className="plan-use">{period}</span>;
  const { used, limit } = use;
  return (
    <>
      <span className="plan-use" title={t('plan.useTitle')}>
        {t('plan.use', { used: exactNumber(used), limit: exactNumber(limit), month: shortMonth(month) })}
      </span>
      <span className="plan-track" aria-hidden="true">
        <span style={{ width: `${limit === 0 ? 0 : Math.min(1, used / limit) * 100}%` }} />
      </span>
    </>
  );
}
