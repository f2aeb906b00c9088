import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import type { NoticeOptions } from '@troupe/ui/feedback/notify';
import { callOptions } from '../call/query.ts';
import { t } from '../messages/messages.gen.ts';
import { useBrandId } from './current-brand.ts';

/** What a brand can spend, what is held, and a page of its movements. */
export const creditsOptions = (brandId: string, page = 1) =>
  callOptions(listCredits, { params: { brandId }, query: { page } });

/** How many credits the brand can spend; undefined until it is known. */
export function useBalance(): number | undefined {
  return useQuery(creditsOptions(useBrandId())).data?.balance;
}

/** Where packs of credits are sold. */
export const BUY_CREDITS = '/account/credits?buy=yes';

/** Returns the notice action for missing credits or plan, by error code; undefined for other errors. */
export function paymentActionFor(code: string): NoticeOptions['action'] {
  if (code === 'insufficient_credits') return { label: t('credits.buy'), href: BUY_CREDITS };
  return code === 'subscription_required' || code === 'plan_limit'
    ? { label: t('plans.see'), href: '/pricing' }
    : undefined;
}

/** The same for a failed call. */
export const paymentAction = (error: unknown): NoticeOptions['action'] =>
  error instanceof CallError ? paymentActionFor(error.code) : undefined;

/** The brand's credits, leading to where they came and went; nothing until they are known. */
export function CreditBalance({ button }: { button?: boolean }) {
  const balance = useBalance();
  if (balance === undefined) return null;
  if (button) {
    return (
      <Button kind="quiet" icon={<IconCoins size={16} />} href="/account/credits">
        {t('credits.count', { count: balance })}
      </Button>
    );
  }
  return (
    <Link href="/account/credits" className="t-link t-12 t-num t-row">
      <IconCoins size={16} aria-hidden="true" />
      {t('credits.count', { count: balance })}
    </Link>
  );
}
