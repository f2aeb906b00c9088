import type { OptIn, Shipment, ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Steps } from '@troupe/ui/feedback/progress-bar';
import { TextField } from '@troupe/ui/field/field';
import { dayText } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { countryName } from '../../../shared/creator/creator-labels.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

const STEPS = ['requested', 'address', 'shipped', 'received'] as const;
const AT: Record<Shipment['state'], number> = { none: 0, asked: 1, ready: 2, shipped: 3, received: 4 };

const linesOf = ({ name, street, city, postcode, region, country, phone }: ShippingAddress): string[] =>
  [name, street, `${postcode} ${city}`.trim(), region, countryName(country), phone].filter(Boolean);

/** `Shipped 12 Nov 2026, with DHL, tracking 123`. */
function shippedText(date: string, carrier: string | null, number: string | null): string {
  if (carrier && number) return t('shipment.shippedWithNumber', { date, carrier, number });
  if (carrier) return t('shipment.shippedWith', { date, carrier });
  return number ? t('shipment.shippedNumber', { date, number }) : t('shipment.shipped', { date });
}

/** The shipment of the product to the creator. */
export function ShipmentSection({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const { save, busy } = useSaving(optIn, writes);
  const { shipment } = optIn;
  const { state, address, carrier, tracking, shipped, received } = shipment;
  return (
    <DrawerSection title={t('shipment.title')}>
      {state !== 'none' && (
        <Steps
          label={t('shipment.title')}
          steps={STEPS.map((step) => t(`shipment.step.${step}`))}
          current={AT[state]}
        />
      )}
      {address && (
        <address className="opt-in-address">
          <span>
            {linesOf(address).map((line) => (
              <span key={line} className="opt-in-words" dir="auto">
                {line}
              </span>
            ))}
          </span>
          <CopyButton text={linesOf(address).join('\n')} label={t('shipment.copyAddress')} />
        </address>
      )}
      {shipped && <p className="t-ink2">{shippedText(dayText(shipped), carrier, tracking)}</p>}
      {received && <p className="t-ink2">{t('shipment.received', { date: dayText(received) })}</p>}
      {state === 'none' && (
        <>
          <p className="t-ink2">{t('shipment.none')}</p>
          <div className="opt-in-actions">
            <Button
              busy={busy}
              onClick={() => void save({ shipment: { state: 'asked' } }, t('shipment.requested'))}
            >
              {t('shipment.request')}
            </Button>
          </div>
        </>
      )}
      {state === 'asked' && <p className="t-ink2">{t('shipment.waiting')}</p>}
      {state === 'ready' && <ShippedForm optIn={optIn} writes={writes} />}
      {state === 'shipped' && (
        <div className="opt-in-actions">
          <Button
            busy={busy}
            onClick={() => void save({ shipment: { state: 'received' } }, t('shipment.delivered'))}
          >
            {t('shipment.markReceived')}
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
          t('shipment.productShipped'),
        ).then((done) => done && form.discard());
      }}
    >
      <TextField
        label={t('shipment.carrier')}
        maxLength={100}
        value={carrier}
        onChange={(event) => form.change({ carrier: event.target.value })}
      />
      <TextField
        label={t('shipment.tracking')}
        maxLength={200}
        value={tracking}
        onChange={(event) => form.change({ tracking: event.target.value })}
      />
      <div className="opt-in-actions">
        <Button type="submit" busy={busy}>
          {t('shipment.markShipped')}
        </Button>
      </div>
    </form>
  );
}
