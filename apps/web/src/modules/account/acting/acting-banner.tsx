import { IconEye } from '@tabler/icons-react';
import { endActing } from '@troupe/contract/account/acting';
import type { Acting } from '@troupe/domain/account/acting';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { useEffect, useState } from 'react';
import { goAfterActing, leaveEndedActing } from '../../../shared/brand/acting.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
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
      notify.failure("Couldn't stop acting.", { detail: errorText(error) });
      setBusy(false);
    }
  };
  return (
    <section className="acting" aria-label="Acting as a member">
      <IconEye size={18} />
      <span className="t-grow">
        You're acting as <strong dir="auto">{name}</strong>, a member of{' '}
        <strong dir="auto">{brandName}</strong>. Actions are logged under both names.
      </span>
      <Button size="row" busy={busy} onClick={() => void end()}>
        End
      </Button>
    </section>
  );
}
