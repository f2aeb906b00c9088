import type { OptIn, Shipment, ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Steps } from '@troupe/ui/feedback/progress-bar';
import { TextField } from '@troupe/ui/field/field';
import { dayText } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { countryName } from '../../../shared/creator/creator-labels.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

const STEPS = ['Requested', 'Address', 'Shipped', 'Received'];
const AT: Record<Shipment['state'], number> = { none: 0, asked: 1, ready: 2, shipped: 3, received: 4 };

const linesOf = ({ name, street, city, postcode, region, country, phone }: ShippingAddress): string[] =>
  [name, street, `${postcode} ${city}`.trim(), region, countryName(country), phone].filter(Boolean);

/** The way of the product to the creator, step by step. */
export function ShipmentSection({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const { save, busy } = useSaving(optIn, writes);
  const { shipment } = optIn;
  const { state, address, carrier, tracking, shipped, received } = shipment;
  return (
    <DrawerSection title="Shipment">
      {state !== 'none' && <Steps label="Shipment" steps={STEPS} current={AT[state]} />}
      {address && (
        <address className="opt-in-address">
          <span>
            {linesOf(address).map((line) => (
              <span key={line} className="opt-in-words" dir="auto">
                {line}
              </span>
            ))}
          </span>
          <CopyButton text={linesOf(address).join('\n')} label="Copy address" />
        </address>
      )}
      {shipped && (
        <p className="t-ink2">
          {[`Shipped ${dayText(shipped)}`, carrier && `with ${carrier}`, tracking && `tracking ${tracking}`]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {received && <p className="t-ink2">Received {dayText(received)}</p>}
      {state === 'none' && (
        <>
          <p className="t-ink2">Not shipped yet. You can request a shipping address from the creator.</p>
          <div className="opt-in-actions">
            <Button
              busy={busy}
              onClick={() => void save({ shipment: { state: 'asked' } }, 'Address requested.')}
            >
              Request address
            </Button>
          </div>
        </>
      )}
      {state === 'asked' && <p className="t-ink2">Waiting for the creator's address.</p>}
      {state === 'ready' && <ShippedForm optIn={optIn} writes={writes} />}
      {state === 'shipped' && (
        <div className="opt-in-actions">
          <Button
            busy={busy}
            onClick={() => void save({ shipment: { state: 'received' } }, 'Product delivered.')}
          >
            Mark as received
          </Button>
        </div>
      )}
    </DrawerSection>
  );
}

function ShippedForm({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const { save, busy } = useSaving(optIn, writes);
  const form = useDraftForm({ draft: `opt-in.${optIn.id}.shipped`, saved: { carrier: '', tracking: '' } });
  const { carrier, tracking } = form.values;
  return (
    <form
      className="opt-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(
          {
            shipment: {
              state: 'shipped',
              carrier: carrier.trim() || null,
              tracking: tracking.trim() || null,
            },
          },
          'Product shipped.',
        ).then((done) => done && form.discard());
      }}
    >
      <TextField
        label="Carrier"
        maxLength={100}
        value={carrier}
        onChange={(event) => form.change({ carrier: event.target.value })}
      />
      <TextField
        label="Tracking number"
        maxLength={200}
        value={tracking}
        onChange={(event) => form.change({ tracking: event.target.value })}
      />
      <div className="opt-in-actions">
        <Button type="submit" busy={busy}>
          Mark as shipped
        </Button>
      </div>
    </form>
  );
}
