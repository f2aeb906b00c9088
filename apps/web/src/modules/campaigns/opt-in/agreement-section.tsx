import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import type { Agreement, Offer } from '@troupe/domain/campaigns/agreement';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { type PaymentParts, PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/campaigns/payable';
import { groupMoney } from '@troupe/domain/money';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { dayText } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { Children, type ReactNode, useState } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { OfferForm } from './offer-form.tsx';
import { approvalTerms, feeText, openOffer } from './opt-in-labels.ts';
import type { OptInWrites } from './use-opt-in-writes.ts';

interface AgreementSectionProps {
  optIn: OptIn;
  /** All versions, the first one first; empty until they are loaded. */
  offers: readonly Offer[];
  writes: OptInWrites;
}

/** The agreed terms, the open offer, and all earlier versions. */
export function AgreementSection({ optIn, offers, writes }: AgreementSectionProps) {
  const [editing, setEditing] = useState(false);
  const { agreed, agreement, termsAccepted, status } = optIn;
  const open = openOffer(optIn);
  const name = creatorName(optIn.socialProfile);
  const ago = () => open && <Ago at={open.created} />;
  const parts = agreed && agreement.fee ? paymentParts(agreement.fee) : null;
  const changes = open && (agreed || open.side === 'brand') ? open : null;
  const fees = offers.map(({ terms }) => terms.fee);
  const start = open?.side === 'brand' ? open.terms : approvalTerms(optIn);
  return (
    <>
      {changes && !editing && (
        <DrawerSection
          title={changes.side === 'brand' ? t('offer.toCreator', { name }) : t('offer.fromCreator', { name })}
        >
          <div className="opt-in-offer">
            <Terms terms={changes.terms} before={agreed ? agreement : optIn.askedTerms} />
            <p className="t-12 t-ink2">
              {Children.toArray(
                changes.side === 'brand'
                  ? t.rich(agreed ? 'offer.waitingAgreed' : 'offer.waiting', { name, ago })
                  : t.rich(agreed ? 'offer.sentAgoAgreed' : 'offer.sentAgo', { ago }),
              )}
            </p>
            <OfferActions optIn={optIn} open={changes} writes={writes} onCounter={() => setEditing(true)} />
          </div>
        </DrawerSection>
      )}
      <DrawerSection
        title={editing ? t('offer.make') : agreed ? t('terms.agreement') : t('terms.title')}
        aside={
          !editing &&
          !changes && (
            <Button kind="quiet" size="row" onClick={() => setEditing(true)}>
              {agreed ? t('offer.propose') : t('offer.make')}
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
              feeLabel={agreed ? t('terms.agreedFee') : t('optIn.asks')}
              late={status === 'approved'}
              payment={parts}
            >
              {parts && (
                <Payment parts={parts} currency={agreement.currency} completed={status === 'completed'} />
              )}
            </Terms>
            <p className="t-12 t-ink2">
              {t(agreed ? 'terms.acceptedAgreed' : 'terms.accepted', {
                agreed: agreed ? dayText(agreed) : '',
                accepted: dayText(termsAccepted),
              })}
            </p>
          </>
        )}
      </DrawerSection>
      {offers.length > 1 && (
        <DrawerSection title={t('offer.title')}>
          <ol className="opt-in-versions">
            {[...offers].reverse().map(({ number, side, state, terms, created, answered }) => (
              <li key={number}>
                <span>
                  {Children.toArray(
                    side === 'brand'
                      ? t.rich('offer.by.brand', { fee: feeText(terms, fees), state: stateText(state), b })
                      : t.rich('offer.by.creator', {
                          fee: feeText(terms, fees),
                          name,
                          state: stateText(state),
                          b,
                        }),
                  )}
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

const stateText = (state: Offer['state']): string => t(`offer.state.${state}`);

const b = (words: ReactNode[]) => <span className="t-medium">{words}</span>;

/** `2 reels, live by 12 Dec 2026.` */
function termsText({ deliverables, draftDue, liveDue, usageRights }: Agreement): string {
  const text = joined([
    deliverablesLabel(deliverables),
    draftDue && t('terms.draftByDate', { date: dayText(draftDue) }),
    liveDue && t('terms.liveByDate', { date: dayText(liveDue) }),
    usageRights && usageRightsText(usageRights),
  ]);
  return text && `${text}.`;
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
          {t('offer.change')}
        </Button>
        <Button kind="quiet" busy={busy} onClick={() => void writes.answer(optIn, 'withdraw')}>
          {t('offer.withdraw')}
        </Button>
      </div>
    );
  return (
    <div className="opt-in-actions">
      <Button kind="main" busy={busy} onClick={() => void writes.answer(optIn, 'accept')}>
        {open.terms.fee ? t('offer.acceptFee', { fee: feeText(open.terms) }) : t('offer.accept')}
      </Button>
      <Button disabled={busy} onClick={onCounter}>
        {t('offer.counter')}
      </Button>
      <Button kind="quiet" disabled={busy} onClick={() => void writes.answer(optIn, 'decline')}>
        {t('offer.decline')}
      </Button>
    </div>
  );
}

interface TermsProps {
  terms: Agreement;
  feeLabel?: string;
  /** What an offer would change. */
  before?: Agreement;
  /** Marks dates that have passed. */
  late?: boolean;
  /** What follows from the fee, if it is shown. */
  payment?: PaymentParts | null;
  children?: ReactNode;
}

/** One version of the terms. */
function Terms({ terms, feeLabel = t('terms.fee'), before, late = false, payment, children }: TermsProps) {
  const amounts = [terms.fee, before?.fee ?? null, ...shownOf(payment)];
  const { deliverables, draftDue, liveDue, usageRights } = terms;
  const day = (moment: string | null) => {
    if (!moment) return t('terms.noDate');
    const date = dayText(moment);
    return late && Date.parse(moment) < Date.now() ? t('terms.late', { date }) : date;
  };
  const rights = usageRights ? usageRightsText(usageRights) : t('terms.none');
  const was = (now: string, then: string | undefined) =>
    then !== undefined && then !== now ? (
      <span className="t-ink3"> {t('terms.was', { before: then })}</span>
    ) : null;
  const makes = deliverablesLabel(deliverables) || t('terms.none');
  return (
    <dl className="opt-in-facts">
      <dt>{feeLabel}</dt>
      <dd>
        {feeText(terms, amounts)}
        {was(feeText(terms, amounts), before && feeText(before, amounts))}
      </dd>
      {children}
      <dt>{t('terms.deliverables')}</dt>
      <dd>
        {makes}
        {was(makes, before && (deliverablesLabel(before.deliverables) || t('terms.none')))}
      </dd>
      <dt>{t('terms.draftBy')}</dt>
      <dd>
        {day(draftDue)}
        {was(day(draftDue), before && day(before.draftDue))}
      </dd>
      <dt>{t('terms.liveBy')}</dt>
      <dd>
        {day(liveDue)}
        {was(day(liveDue), before && day(before.liveDue))}
      </dd>
      <dt>{t('terms.usageRights')}</dt>
      <dd>
        {rights}
        {was(rights, before && (before.usageRights ? usageRightsText(before.usageRights) : t('terms.none')))}
      </dd>
    </dl>
  );
}

const shownOf = (parts: PaymentParts | null | undefined): number[] =>
  parts ? [parts.fee, parts.processingFee, parts.brandPays] : [];

/** The processing fee and what the brand pays in total. */
function Payment({
  parts,
  currency,
  completed,
}: {
  parts: PaymentParts;
  currency: string;
  completed: boolean;
}) {
  const amount = groupMoney(shownOf(parts), currency);
  return (
    <>
      <dt>{t('terms.processing', { percent: PROCESSING_FEE_PERCENT })}</dt>
      <dd>{amount(parts.processingFee)}</dd>
      <dt>{t('terms.youPay')}</dt>
      <dd>
        {t(completed ? 'terms.pays' : 'terms.paysLater', { amount: amount(parts.brandPays) })}{' '}
        <Link href="/account/payments" className="t-link t-link-inline">
          {t('terms.payments')}
        </Link>
      </dd>
    </>
  );
}
