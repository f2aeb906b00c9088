import { IconEye } from '@tabler/icons-react';
import { endActing } from '@troupe/contract/account/acting';
import type { Acting } from '@troupe/domain/account/acting';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { useEffect, useState } from 'react';
import { goAfterActing, leaveEndedActing } from '../../../shared/brand/acting.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import './acting.css';

/** Says on every screen as whom an administrator acts, and ends it. */
export default function ActingBanner({ acting }: { acting: Acting }) {
  const [busy, setBusy] = useState(false);
  const { id: actingId, brandId, brandName, name } = acting;
  useEffect(() => {
    document.documentElement.dataset.acting = '';
    return () => {
      delete document.documentElement.dataset.acting;
    };
  }, []);
  const end = async () => {
    setBusy(true);
    goAfterActing('/admin');
    try {
      await client.call(endActing, { params: { brandId, actingId } });
      leaveEndedActing();
    } catch (error) {
      goAfterActing('/');
      notify.failure(t('acting.notEnded'), { detail: errorText(error) });
      setBusy(false);
    }
  };
  return (
    <section className="acting" aria-label={t('acting.label')} data-action-bar>
      <IconEye size={18} />
      <span className="t-grow">
        {t.rich('acting.text', {
          name,
          brand: brandName,
          who: (words) => (
            <strong key="who" dir="auto">
              {words}
            </strong>
          ),
          where: (words) => (
            <strong key="where" dir="auto">
              {words}
            </strong>
          ),
        })}
      </span>
      <Button size="row" busy={busy} onClick={() => void end()}>
        {t('acting.end')}
      </Button>
    </section>
  );
}
