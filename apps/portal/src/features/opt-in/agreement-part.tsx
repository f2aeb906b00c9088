import { deliverableWords } from '@troupe/domain/content-kind-name';
import type { OptInEvent } from '@troupe/domain/opt-in';
import { PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/payable';
import { Ago } from '@troupe/ui/ago';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { Section } from '@troupe/ui/section';
import type { OwnOptIn } from '../../shared/creator-nouns.ts';

/** What is agreed, and what was asked for before it is. */
export function AgreementPart({ optIn, changed }: { optIn: OwnOptIn; changed: OptInEvent | undefined }) {
  const { agreement, askedFee, termsAccepted, rating, status } = optIn;
  const { fee, currency, deliverables, draftDue, liveDue } = agreement;
  const parts = paymentParts(fee ?? 0);
  const facts = [
    fee !== null && ['Agreed fee', money(fee, currency)],
    fee !== null &&
      fee > 0 && [`Processing fee, ${PROCESSING_FEE_PERCENT}%`, money(-parts.processingFee, currency)],
    fee !== null &&
      fee > 0 && [
        'You get',
        `${money(parts.creatorGets, currency)}${status === 'completed' ? '' : ', once completed'}`,
      ],
    fee === null &&
      askedFee !== null && [
        status === 'pending' ? 'Fee you asked for' : 'Fee',
        status === 'pending'
          ? money(askedFee, currency)
          : `Not agreed yet, you asked for ${money(askedFee, currency)}`,
      ],
    deliverables.length > 0 && ['You make', deliverableWords(deliverables)],
    draftDue && ['Draft due', dayText(draftDue)],
    liveDue && ['Live by', dayText(liveDue)],
    ['Terms accepted', exactTime(termsAccepted)],
    status === 'completed' && rating && ['Rating by the brand', `${rating.average.toFixed(2)} of 5`],
  ].filter((fact): fact is [string, string] => Array.isArray(fact));
  return (
    <Section title={changed || fee !== null ? 'What is agreed' : 'What you offered'}>
      {changed && (
        <p className="t-panel opt-in-changed" role="note">
          Changed by {changed.by ?? 'the brand'} <Ago at={changed.created} />. Write to them if this is not
          what you agreed to.
        </p>
      )}
      <dl className="opt-in-list opt-in-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="t-12 t-ink2">{name}</dt>
            <dd className="t-medium">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
