import { giveAddress } from '@troupe/contract/campaigns/creator-app';
import { CallError } from '@troupe/contract/client';
import type { ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { type SubmitEvent, useState } from 'react';
import {
  AddressFields,
  EMPTY_ADDRESS,
  focusError,
  PostalAddress,
  readAddress,
} from '../../../shared/address-fields.tsx';
import { client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';

interface PartProps {
  optIn: OwnOptIn;
  onChange: (next: OwnOptIn) => void;
}

function AddressForm({ optIn, onChange, onDone }: PartProps & { onDone: () => void }) {
  const draft = useDraft<ShippingAddress>(`address.${optIn.id}`, optIn.shipment.address ?? EMPTY_ADDRESS);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { address, errors: found } = readAddress(draft.values);
    setFields(found);
    setFailure(null);
    if (Object.keys(found).length > 0) {
      focusError(event.currentTarget);
      return;
    }
    setBusy(true);
    try {
      const answer = await client.call(giveAddress, { params: { optInId: optIn.id }, body: { address } });
      draft.discard();
      notify.success(t('shipment.sent'));
      onDone();
      onChange(answer.optIn);
    } catch (error) {
      if (error instanceof CallError && error.body.fields) setFields(error.body.fields);
      else setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form className="opt-in-part" onSubmit={send} noValidate aria-label={t('shipment.address')}>
      <AddressFields values={draft.values} errors={fields} onChange={draft.change} />
      {failure && <ErrorState title={t('shipment.failed')} text={t('shipment.kept', { failure })} />}
      <Button kind="main" size="form" type="submit" busy={busy}>
        {t('shipment.send')}
      </Button>
    </form>
  );
}

/** When the product was sent, with the carrier and its number where they are known. */
function shippedText(date: string, carrier: string | null, number: string | null): string {
  if (carrier && number) return t('shipment.shippedWithNumber', { date, carrier, number });
  if (carrier) return t('shipment.shippedWith', { date, carrier });
  return number ? t('shipment.shippedNumber', { date, number }) : t('shipment.shipped', { date });
}

/** The product on its way: where it goes, who carries it, and that it is there. */
export function ShipmentPart(props: PartProps) {
  const { optIn, onChange } = props;
  const { shipment, status } = optIn;
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (shipment.state === 'none' || (status !== 'approved' && status !== 'completed')) return null;
  const receive = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await client.call(giveAddress, {
        params: { optInId: optIn.id },
        body: { received: true },
      });
      onChange(answer.optIn);
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  const { address, carrier, tracking, shipped, received } = shipment;
  return (
    <Section
      title={t('shipment.title')}
      aside={
        <Pill tone={shipment.state === 'asked' ? 'tangerine' : 'neutral'}>
          {t(`shipment.state.${shipment.state}`)}
        </Pill>
      }
    >
      {shipment.state === 'asked' || editing ? (
        <AddressForm {...props} onDone={() => setEditing(false)} />
      ) : (
        <div className="opt-in-part">
          {address && <PostalAddress address={address} />}
          {shipped && <p>{shippedText(dayText(shipped), carrier, tracking)}</p>}
          {received && <p>{t('shipment.received', { date: dayText(received) })}</p>}
          {failure && <ErrorState title={t('shipment.saveFailed')} text={failure} />}
          {shipment.state === 'ready' && (
            <Button onClick={() => setEditing(true)}>{t('shipment.change')}</Button>
          )}
          {shipment.state === 'shipped' && (
            <Button kind="main" busy={busy} onClick={receive}>
              {t('shipment.receive')}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
