import { giveAddress } from '@troupe/contract/campaigns/creator-app';
import { CallError } from '@troupe/contract/client';
import type { ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { type SubmitEvent, useState } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';

const FIELDS: [field: keyof ShippingAddress, label: string, autoComplete: string][] = [
  ['name', 'Name', 'name'],
  ['street', 'Street and number', 'street-address'],
  ['postcode', 'Postcode (optional)', 'postal-code'],
  ['city', 'City', 'address-level2'],
  ['region', 'Region or state (optional)', 'address-level1'],
  ['country', 'Country code, such as PT', 'country'],
  ['phone', 'Phone for the delivery (optional)', 'tel'],
];
const NEEDED: readonly (keyof ShippingAddress)[] = ['name', 'street', 'city', 'country'];
const EMPTY: ShippingAddress = {
  name: '',
  street: '',
  city: '',
  postcode: '',
  region: '',
  country: '',
  phone: '',
};

interface PartProps {
  optIn: OwnOptIn;
  onChange: (next: OwnOptIn) => void;
}

function AddressForm({ optIn, onChange, onDone }: PartProps & { onDone: () => void }) {
  const draft = useDraft<ShippingAddress>(`address.${optIn.id}`, optIn.shipment.address ?? EMPTY);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const address = { ...draft.values, country: draft.values.country.trim().toUpperCase() };
    const found: Record<string, string> = {};
    for (const field of NEEDED) if (!address[field].trim()) found[`address.${field}`] = 'Please fill this in';
    if (!found['address.country'] && !/^[A-Z]{2}$/.test(address.country))
      found['address.country'] = 'Enter a two-letter country code, such as PT';
    setFields(found);
    setFailure(null);
    if (Object.keys(found).length > 0) {
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const answer = await client.call(giveAddress, { params: { optInId: optIn.id }, body: { address } });
      draft.discard();
      notify.success('Address sent.');
      onDone();
      onChange(answer.optIn);
    } catch (error) {
      if (error instanceof CallError && error.body.fields) setFields(error.body.fields);
      else setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form className="opt-in-part" onSubmit={send} noValidate aria-label="Address">
      {FIELDS.map(([field, label, autoComplete]) => (
        <TextField
          key={field}
          label={label}
          size="form"
          autoComplete={autoComplete}
          value={draft.values[field]}
          error={fields[`address.${field}`]}
          onChange={(event) => draft.change({ [field]: event.target.value })}
        />
      ))}
      {failure && <ErrorState title="Couldn't send the address." text={`${failure} It's kept here.`} />}
      <Button kind="main" size="form" type="submit" busy={busy}>
        Send Address
      </Button>
    </form>
  );
}

const STATES = { asked: 'Address needed', ready: 'To be sent', shipped: 'On its way', received: 'Received' };

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
      title="Your product"
      aside={
        <Pill tone={shipment.state === 'asked' ? 'tangerine' : 'neutral'}>{STATES[shipment.state]}</Pill>
      }
    >
      {shipment.state === 'asked' || editing ? (
        <AddressForm {...props} onDone={() => setEditing(false)} />
      ) : (
        <div className="opt-in-part">
          {address && (
            <address className="opt-in-address">
              {[
                address.name,
                address.street,
                `${address.postcode} ${address.city}`.trim(),
                address.region,
                address.country,
              ]
                .filter(Boolean)
                .join('\n')}
            </address>
          )}
          {shipped && (
            <p>
              Sent on {dayText(shipped)}
              {carrier && ` with ${carrier}`}
              {tracking && `, number ${tracking}`}
            </p>
          )}
          {received && <p>Received on {dayText(received)}</p>}
          {failure && <ErrorState title="Couldn't save this." text={failure} />}
          {shipment.state === 'ready' && <Button onClick={() => setEditing(true)}>Change Address</Button>}
          {shipment.state === 'shipped' && (
            <Button kind="main" busy={busy} onClick={receive}>
              Mark as Received
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
