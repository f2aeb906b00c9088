import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { type Agreement, OFFER_STATE_NAMES, type Offer } from '@troupe/domain/campaigns/agreement';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/campaigns/payable';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { type ReactNode, useState } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { OfferForm } from './offer-form.tsx';
import { approvalTerms, feeText, openOffer } from './opt-in-labels.ts';
import type { OptInWrites } from './use-opt-in-writes.ts';

interface AgreementSectionProps {
  optIn: OptIn;
  /** Every version, first to last; empty until it is loaded. */
  offers: readonly Offer[];
  writes: OptInWrites;
}

/** The terms both sides agreed on, the offer under way, and every version before. */
export function AgreementSection({ optIn, offers, writes }: AgreementSectionProps) {
  const [editing, setEditing] = useState(false);
  const { agreed, agreement, termsAccepted, status } = optIn;
  const open = openOffer(optIn);
  const name = creatorName(optIn.socialProfile);
  const changes = open && (agreed || open.side === 'brand') ? open : null;
  const start = open?.side === 'brand' ? open.terms : approvalTerms(optIn);
  return (
    <>
      {changes && !editing && (
        <DrawerSection title={changes.side === 'brand' ? `Your offer to ${name}` : `Offer from ${name}`}>
          <div className="opt-in-offer">
            <Terms terms={changes.terms} before={agreed ? agreement : optIn.askedTerms} />
            <p className="t-12 t-ink2">
              {changes.side === 'brand' ? `Waiting for ${name} since ` : 'Sent '}
              <Ago at={changes.created} />.{' '}
              {agreed ? 'Until it is accepted, the agreement below applies.' : 'Nothing is agreed yet.'}
            </p>
            <OfferActions optIn={optIn} open={changes} writes={writes} onCounter={() => setEditing(true)} />
          </div>
        </DrawerSection>
      )}
      <DrawerSection
        title={editing ? 'Make an offer' : agreed ? 'Agreement' : 'Terms'}
        aside={
          !editing &&
          !changes && (
            <Button kind="quiet" size="row" onClick={() => setEditing(true)}>
              {agreed ? 'Propose changes' : 'Make an offer'}
            </Button>
          )
        }
      >
        {editing ? (
          <OfferForm optIn={optIn} start={start} writes={writes} onClose={() => setEditing(false)} />
        ) : (
          <>
            <Terms
              terms={agreed ? agreement : optIn.askedTerms}
              feeLabel={agreed ? 'Agreed fee' : 'Asks'}
              late={status === 'approved'}
            >
              {agreed && agreement.fee ? (
                <Payment
                  fee={agreement.fee}
                  currency={agreement.currency}
                  completed={status === 'completed'}
                />
              ) : null}
            </Terms>
            <p className="t-12 t-ink2">
              {agreed ? `Agreed ${dayText(agreed)}. ` : ''}Campaign terms accepted {dayText(termsAccepted)}.
            </p>
          </>
        )}
      </DrawerSection>
      {offers.length > 1 && (
        <DrawerSection title="Offers">
          <ol className="opt-in-versions">
            {[...offers].reverse().map(({ number, side, state, terms, created, answered }) => (
              <li key={number}>
                <span>
                  <span className="t-medium">{feeText(terms)}</span> by{' '}
                  {side === 'brand' ? 'your team' : name}: {OFFER_STATE_NAMES[state].toLowerCase()}
                </span>
                <span className="t-12 t-ink2">
                  {termsText(terms)} <Ago at={answered ?? created} />
                </span>
              </li>
            ))}
          </ol>
        </DrawerSection>
      )}
    </>
  );
}

/** `2 reels, live by 12 Dec 2026.` */
function termsText({ deliverables, draftDue, liveDue, usageRights }: Agreement): string {
  const parts = [
    deliverablesLabel(deliverables),
    draftDue && `draft by ${dayText(draftDue)}`,
    liveDue && `live by ${dayText(liveDue)}`,
    usageRights && usageRightsText(usageRights),
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

function OfferActions({
  optIn,
  open,
  writes,
  onCounter,
}: {
  optIn: OptIn;
  open: Offer;
  writes: OptInWrites;
  onCounter: () => void;
}) {
  const busy = writes.busyIds.has(optIn.id);
  if (open.side === 'brand')
    return (
      <div className="opt-in-actions">
        <Button disabled={busy} onClick={onCounter}>
          Change offer
        </Button>
        <Button kind="quiet" busy={busy} onClick={() => void writes.answer(optIn, 'withdraw')}>
          Withdraw offer
        </Button>
      </div>
    );
  return (
    <div className="opt-in-actions">
      <Button kind="main" busy={busy} onClick={() => void writes.answer(optIn, 'accept')}>
        {open.terms.fee ? `Accept ${feeText(open.terms)}` : 'Accept offer'}
      </Button>
      <Button disabled={busy} onClick={onCounter}>
        Counter
      </Button>
      <Button kind="quiet" disabled={busy} onClick={() => void writes.answer(optIn, 'decline')}>
        Decline offer
      </Button>
    </div>
  );
}

interface TermsProps {
  terms: Agreement;
  feeLabel?: string;
  /** What an offer would change. */
  before?: Agreement;
  /** Dates that passed are named. */
  late?: boolean;
  children?: ReactNode;
}

/** One version of the terms. */
function Terms({ terms, feeLabel = 'Fee', before, late = false, children }: TermsProps) {
  const { deliverables, draftDue, liveDue, usageRights } = terms;
  const past = (moment: string | null) =>
    late && moment && Date.parse(moment) < Date.now() ? ', past due' : '';
  const day = (moment: string | null) => (moment ? dayText(moment) + past(moment) : 'No date');
  const rights = usageRights ? usageRightsText(usageRights) : 'None';
  const was = (now: string, then: string | undefined) =>
    then !== undefined && then !== now ? <span className="t-ink3"> (was {then})</span> : null;
  const makes = deliverablesLabel(deliverables) || 'None';
  return (
    <dl className="opt-in-facts">
      <dt>{feeLabel}</dt>
      <dd>
        {feeText(terms)}
        {was(feeText(terms), before && feeText(before))}
      </dd>
      {children}
      <dt>Deliverables</dt>
      <dd>
        {makes}
        {was(makes, before && (deliverablesLabel(before.deliverables) || 'None'))}
      </dd>
      <dt>Draft by</dt>
      <dd>
        {day(draftDue)}
        {was(day(draftDue), before && day(before.draftDue))}
      </dd>
      <dt>Live by</dt>
      <dd>
        {day(liveDue)}
        {was(day(liveDue), before && day(before.liveDue))}
      </dd>
      <dt>Usage rights</dt>
      <dd>
        {rights}
        {was(rights, before && (before.usageRights ? usageRightsText(before.usageRights) : 'None'))}
      </dd>
    </dl>
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
        <Link href="/account/payments" className="t-link t-link-inline">
          Payments
        </Link>
      </dd>
    </>
  );
}
