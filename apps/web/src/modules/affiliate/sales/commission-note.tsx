import { useQuery } from '@tanstack/react-query';
import { getAffiliateProgram } from '@troupe/contract/affiliate/affiliate-program';
import { Link } from '@troupe/ui/action/link';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** How the commission that a campaign offers is paid. */
export default function CommissionNote({ percent }: { percent: number | null }) {
  const brandId = useBrandId();
  const program = useQuery(callOptions(getAffiliateProgram, { params: { brandId } })).data?.program;
  if (!program || percent === null) return null;
  if (program.state === 'on') return <p className="t-12 t-ink2">{t('sales.paidByProgram')}</p>;
  return (
    <p className="t-12 t-ink2">
      {t('sales.notPaid')} <Link href="/affiliate/settings">{t('sales.turnOn')}</Link>
    </p>
  );
}
