import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createPortalSession } from '@troupe/contract/billing/billing';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { CurtainDrawing } from '@troupe/ui/content/drawings';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import type { ReactNode } from 'react';
import { brandOptions } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import './past-due.css';

/** How often the brand is looked at while a payment is settled elsewhere. */
const LOOK_AGAIN_MS = 4000;

interface PastDueScreenProps {
  brandId: string;
  /** The way to another brand of the person, where there is one. */
  otherBrands?: ReactNode;
  /** The brand's data to take along, for owners. */
  ownData?: ReactNode;
}

/** Replaces all screens while a brand's payment is past due; disappears once it is paid. */
export default function PastDueScreen({ brandId, otherBrands, ownData }: PastDueScreenProps) {
  const { data: brand } = useQuery({
    ...brandOptions(brandId),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
  });
  const portal = useMutation({
    mutationFn: () => client.call(createPortalSession, { params: { brandId } }),
    // Its address works once, so it is asked for at the click.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <main className="past-due">
      <DocumentTitle>{t('pastDue.title')}</DocumentTitle>
      <CurtainDrawing />
      <div className="past-due-text">
        <h1 className="t-20">{t('pastDue.title')}</h1>
        <p className="t-ink2">
          {t('pastDue.text', { hasBrand: brand ? 'yes' : 'no', brand: brand?.name ?? '' })}
        </p>
      </div>
      {portal.error && <ErrorState title={t('billing.notOpened')} text={errorText(portal.error)} />}
      <Button
        kind="main"
        size="form"
        busy={portal.isPending || portal.isSuccess}
        onClick={() => portal.mutate()}
      >
        {t('billing.open')}
      </Button>
      {otherBrands}
      {ownData}
      <Link href="/logout" className="t-link">
        {shared('action.signOut')}
      </Link>
    </main>
  );
}

/** Administrators keep access and read why members of the brand have none. */
export function PastDueWarning() {
  return (
    <aside className="past-due-warning" aria-label={t('checkout.title')}>
      <IconAlertTriangle size={18} />
      <p>{t('pastDue.warning')}</p>
    </aside>
  );
}
