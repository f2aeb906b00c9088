import { type Agreement, sameTerms } from '@troupe/domain/campaigns/agreement';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { amountText } from '@troupe/ui/lib/amount';
import { dateField, readField } from '@troupe/ui/lib/wall-time';
import { type SubmitEventHandler, useState } from 'react';
import { useDraftForm } from '../../../shared/form.ts';
import { DeliverablesField, readRows, rowsOf } from './deliverables-field.tsx';
import { readFee } from './opt-in-labels.ts';
import { RightsField } from './rights-field.tsx';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

/** A moment as a day of the person's calendar, for a date field. */
const dayOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');

/** The end of a day of the person's calendar; an unchanged day keeps its moment. */
function momentOf(day: string, before: string | null): string | null {
  if (day === dayOf(before)) return before;
  return readField(day, { hour: 23, minute: 59 })?.toISOString() ?? null;
}

interface OfferFormProps {
  optIn: OptIn;
  /** The terms to start from. */
  start: Agreement;
  writes: OptInWrites;
  onClose: () => void;
}

/** Other terms for a creator, who accepts, declines or counters them. */
export function OfferForm({ optIn, start, writes, onClose }: OfferFormProps) {
  const { currency } = start;
  const { save, busy, fields } = useSaving(optIn, writes);
  const form = useDraftForm({
    draft: `opt-in.${optIn.id}.offer`,
    saved: {
      fee: amountText(start.fee, currency),
      draft: dayOf(start.draftDue),
      live: dayOf(start.liveDue),
      rows: rowsOf(start.deliverables),
      rights: start.usageRights,
    },
  });
  const { fee, draft, live, rows, rights } = form.values;
  const [asked, setAsked] = useState(false);
  const read = readFee(fee, currency);
  const makes = readRows(rows);
  const terms: Agreement | null =
    read instanceof Error || makes instanceof Error
      ? null
      : {
          fee: read,
          currency,
          deliverables: makes,
          usageRights: rights,
          draftDue: momentOf(draft, start.draftDue),
          liveDue: momentOf(live, start.liveDue),
        };
  // Terms that are on the table already are taken by approving or accepting them, not by an offer.
  const idle =
    terms && optIn.agreed && sameTerms(terms, optIn.agreement)
      ? 'These terms are already agreed'
      : terms && sameTerms(terms, start)
        ? 'Change the terms to make an offer'
        : undefined;

  const close = () => {
    form.discard();
    onClose();
  };
  const submit: SubmitEventHandler<HTMLFormElement> = async (event) => {
    event.preventDefault();
    setAsked(true);
    if (!terms || idle) return;
    const { currency: _, ...agreement } = terms;
    const done = await save({ agreement }, ({ offer, agreed }) =>
      offer.state === 'offered' ? 'Offer sent.' : agreed ? 'These terms are agreed.' : 'Saved.',
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
        help="Leave blank for no fee."
        value={fee}
        error={read instanceof Error ? read.message : fields['agreement.fee']}
        onChange={(event) => form.change({ fee: event.target.value })}
      />
      <DeliverablesField
        rows={rows}
        error={asked && makes instanceof Error ? makes.message : fields['agreement.deliverables']}
        onChange={(next) => form.change({ rows: next })}
      />
      <TextField
        label="Draft by"
        type="date"
        value={draft}
        error={fields['agreement.draftDue']}
        onChange={(event) => form.change({ draft: event.target.value })}
      />
      <TextField
        label="Live by"
        type="date"
        value={live}
        error={fields['agreement.liveDue']}
        onChange={(event) => form.change({ live: event.target.value })}
      />
      <RightsField rights={rights} onChange={(next) => form.change({ rights: next })} />
      <p className="t-12 t-ink2">
        The creator can accept, decline or counter. Nothing changes until they accept.
      </p>
      <div className="opt-in-actions">
        <Button kind="main" type="submit" busy={busy} disabledReason={idle}>
          Send offer
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
