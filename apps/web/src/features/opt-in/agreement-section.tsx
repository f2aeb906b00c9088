import type { OptIn } from '@troupe/domain/opt-in';
import { PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/payable';
import { Button } from '@troupe/ui/button';
import { DrawerSection } from '@troupe/ui/drawer';
import { TextField } from '@troupe/ui/field';
import { amountText } from '@troupe/ui/lib/amount';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { dateField, readField } from '@troupe/ui/lib/wall-time';
import { Link } from '@troupe/ui/link';
import { type SubmitEventHandler, useState } from 'react';
import { useDraftFields } from '../../shared/draft.ts';
import { DeliverablesField, readRows, rowsOf } from './deliverables-field.tsx';
import { offerWords, readFee } from './opt-in-words.ts';
import type { OptInWrites } from './use-opt-in-writes.ts';
import { useSaving } from './use-saving.ts';

/** A moment as a day of the person's calendar, for a date field. */
const dayOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');

/** The end of a day of the person's calendar; an unchanged day keeps its moment. */
function momentOf(day: string, before: string | null): string | null {
  if (day === dayOf(before)) return before;
  return readField(day, { hour: 23, minute: 59 })?.toISOString() ?? null;
}

/** What was agreed with a creator: the fee, what is made, and when it is due. */
export function AgreementSection({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const [editing, setEditing] = useState(false);
  const { agreement, termsAccepted } = optIn;
  const { fee, currency, draftDue, liveDue } = agreement;
  const late = (moment: string | null) =>
    moment && optIn.status === 'approved' && Date.parse(moment) < Date.now() ? ', past due' : '';
  return (
    <DrawerSection
      title="Agreement"
      aside={
        !editing && (
          <Button kind="quiet" size="row" onClick={() => setEditing(true)} aria-label="Change the agreement">
            Change
          </Button>
        )
      }
    >
      {editing ? (
        <AgreementForm optIn={optIn} writes={writes} onClose={() => setEditing(false)} />
      ) : (
        <dl className="opt-in-facts">
          <dt>Fee</dt>
          <dd>
            {fee !== null
              ? money(fee, currency)
              : optIn.askedFee
                ? `Not agreed yet, asks ${money(optIn.askedFee, currency)}`
                : 'None agreed'}
          </dd>
          {fee !== null && fee > 0 && (
            <Payment fee={fee} currency={currency} completed={optIn.status === 'completed'} />
          )}
          <dt>Makes</dt>
          <dd>{offerWords(optIn)}</dd>
          <dt>Draft by</dt>
          <dd>{draftDue ? dayText(draftDue) + late(draftDue) : '–'}</dd>
          <dt>Live by</dt>
          <dd>{liveDue ? dayText(liveDue) + late(liveDue) : '–'}</dd>
          <dt>Terms</dt>
          <dd>Accepted {dayText(termsAccepted)}</dd>
        </dl>
      )}
    </DrawerSection>
  );
}

/** What the fee comes to with its processing. */
function Payment({ fee, currency, completed }: { fee: number; currency: string; completed: boolean }) {
  const { processingFee, brandPays } = paymentParts(fee);
  return (
    <>
      <dt>Processing fee, {PROCESSING_FEE_PERCENT}%</dt>
      <dd>{money(processingFee, currency)}</dd>
      <dt>You pay</dt>
      <dd>
        {money(brandPays, currency)}
        {completed ? '' : ', once completed'}.{' '}
        <Link href="/account/payments" className="t-link">
          Payments
        </Link>
      </dd>
    </>
  );
}

function AgreementForm({
  optIn,
  writes,
  onClose,
}: {
  optIn: OptIn;
  writes: OptInWrites;
  onClose: () => void;
}) {
  const { agreement, askedFee } = optIn;
  const { currency } = agreement;
  const { save, busy, fields } = useSaving(optIn, writes);
  const kept = useDraftFields(`opt-in.${optIn.id}.agreement`, {
    fee: amountText(agreement.fee ?? askedFee, currency),
    draft: dayOf(agreement.draftDue),
    live: dayOf(agreement.liveDue),
    rows: rowsOf(agreement.deliverables),
  });
  const { fee, draft, live, rows } = kept.values;
  const [asked, setAsked] = useState(false);
  const read = readFee(fee, currency);
  const makes = readRows(rows);

  const close = () => {
    kept.discard();
    onClose();
  };
  const submit: SubmitEventHandler<HTMLFormElement> = async (event) => {
    event.preventDefault();
    setAsked(true);
    if (read instanceof Error || makes instanceof Error) return;
    const done = await save(
      {
        agreement: {
          fee: read,
          deliverables: makes,
          draftDue: momentOf(draft, agreement.draftDue),
          liveDue: momentOf(live, agreement.liveDue),
        },
      },
      'The agreement is saved.',
    );
    if (done) close();
  };
  return (
    <form className="opt-in-form" onSubmit={submit} noValidate>
      <TextField
        label="Fee"
        inputMode="decimal"
        autoFocus
        trail={<span className="t-12 t-ink2">{currency}</span>}
        help="Leave it empty where no money is paid."
        value={fee}
        error={read instanceof Error ? read.message : fields['agreement.fee']}
        onChange={(event) => kept.change({ fee: event.target.value })}
      />
      <DeliverablesField
        rows={rows}
        error={asked && makes instanceof Error ? makes.message : fields['agreement.deliverables']}
        onChange={(next) => kept.change({ rows: next })}
      />
      <TextField
        label="Draft by"
        type="date"
        value={draft}
        error={fields['agreement.draftDue']}
        onChange={(event) => kept.change({ draft: event.target.value })}
      />
      <TextField
        label="Live by"
        type="date"
        value={live}
        error={fields['agreement.liveDue']}
        onChange={(event) => kept.change({ live: event.target.value })}
      />
      <p className="t-12 t-ink2">The creator is told what changed, and it stays in the history.</p>
      <div className="opt-in-actions">
        <Button kind="main" type="submit" busy={busy}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
