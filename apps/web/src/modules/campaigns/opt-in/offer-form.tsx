import { type Agreement, sameTerms } from '@troupe/domain/campaigns/agreement';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { DateField } from '@troupe/ui/field/date-field';
import { TextField } from '@troupe/ui/field/field';
import { amountText } from '@troupe/ui/lib/amount';
import { dateField, readField } from '@troupe/ui/lib/wall-time';
import { type SubmitEventHandler, useState } from 'react';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { DeliverablesField, readRows, rowsOf } from './deliverables-field.tsx';
import { readFee } from './opt-in-labels.ts';
import { PriceHint } from './price/price-estimate.tsx';
import { RightsField } from './rights-field.tsx';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

/** The day of a moment in the person's time zone, for a date field. */
const dayOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');

/** The end of a day in the person's time zone; an unchanged day keeps its moment. */
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

/** Offers other terms to a creator, who can accept, decline or counter them. */
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
  // Unchanged terms are approved or accepted, not offered again.
  const idle =
    terms && optIn.agreed && sameTerms(terms, optIn.agreement)
      ? t('offer.alreadyAgreed')
      : terms && sameTerms(terms, start)
        ? t('offer.changeFirst')
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
      offer.state === 'offered' ? t('offer.sent') : agreed ? t('offer.agreedNow') : t('offer.saved'),
    );
    if (done) close();
  };
  return (
    <form className="opt-in-form" onSubmit={submit} noValidate>
      <TextField
        label={t('terms.fee')}
        inputMode="decimal"
        autoFocus
        trail={<span className="t-12 t-ink2">{currency}</span>}
        help={t('offer.feeHelp')}
        value={fee}
        error={read instanceof Error ? read.message : fields['agreement.fee']}
        onChange={(event) => form.change({ fee: event.target.value })}
      />
      <PriceHint
        creatorId={optIn.socialProfile.id}
        currency={currency}
        kinds={makes instanceof Error ? [] : makes.map(({ kind }) => kind)}
      />
      <DeliverablesField
        rows={rows}
        error={asked && makes instanceof Error ? makes.message : fields['agreement.deliverables']}
        onChange={(next) => form.change({ rows: next })}
      />
      <DateField
        label={t('terms.draftBy')}
        value={draft}
        error={fields['agreement.draftDue']}
        onChange={(next) => form.change({ draft: next })}
      />
      <DateField
        label={t('terms.liveBy')}
        value={live}
        error={fields['agreement.liveDue']}
        onChange={(next) => form.change({ live: next })}
      />
      <RightsField rights={rights} onChange={(next) => form.change({ rights: next })} />
      <p className="t-12 t-ink2">{t('offer.help')}</p>
      <div className="opt-in-actions">
        <Button kind="main" type="submit" busy={busy} disabledReason={idle}>
          {t('offer.send')}
        </Button>
        <Button onClick={close}>{t('action.cancel')}</Button>
      </div>
    </form>
  );
}
