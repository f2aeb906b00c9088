import { answerOwnOffer } from '@troupe/contract/campaigns/creator-app';
import { CallError } from '@troupe/contract/client';
import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import type { Agreement, Offer } from '@troupe/domain/campaigns/agreement';
import { deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import { paymentParts } from '@troupe/domain/campaigns/payable';
import { groupMoney } from '@troupe/domain/money';
import { joined } from '@troupe/i18n/language';
import type { Known } from '@troupe/i18n/number-text';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { Children, useRef, useState } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';
import { OfferForm } from './offer-form.tsx';

/** The offer that waits for an answer; null without one. */
export const openOfferOf = ({ offer, status }: Pick<OwnOptIn, 'offer' | 'status'>): Offer | null =>
  offer.state === 'offered' && status !== 'rejected' && status !== 'withdrawn' ? offer : null;

/** `$405`, or `No fee`. @param beside the amounts next to it */
const feeText = (
  { fee, currency }: Pick<Agreement, 'fee' | 'currency'>,
  beside: readonly Known[] = [],
): string => (fee ? groupMoney([fee, ...beside], currency)(fee) : t('offer.noFee'));

interface OfferPartProps {
  optIn: OwnOptIn;
  onChange: (next: OwnOptIn) => void;
  /** Reloads the opt-in. */
  onStale: () => void;
}

/** The offer under way: accept, decline or counter the brand's, or withdraw an own one. */
export function OfferPart({ optIn, onChange, onStale }: OfferPartProps) {
  const [countering, setCountering] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const sending = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { agreed, agreement, askedTerms, status, campaign } = optIn;
  const open = openOfferOf(optIn);
  const brand = campaign.brand.name;
  // An application shows its terms below: there is nothing to answer before the brand decides.
  if (!open || (open.side === 'creator' && !agreed && !countering)) {
    const mayPropose = status === 'approved' || (status === 'pending' && optIn.offer.side === 'brand');
    if (!mayPropose || open) return null;
    return countering ? (
      <Section title={t('offer.other')}>
        <OfferForm
          {...{ optIn, onStale }}
          start={agreed ? agreement : askedTerms}
          onDone={(next) => {
            setCountering(false);
            onChange(next);
          }}
          onClose={() => setCountering(false)}
        />
      </Section>
    ) : (
      <div className="opt-in-part">
        <Button onClick={() => setCountering(true)}>{agreed ? t('offer.propose') : t('offer.make')}</Button>
      </div>
    );
  }
  const answer = async (what: 'accept' | 'decline' | 'withdraw') => {
    if (sending.current) return;
    sending.current = true;
    setBusy(what);
    setFailure(null);
    try {
      const params = { optInId: optIn.id, number: open.number };
      const { optIn: next } = await client.call(answerOwnOffer, { params, body: { answer: what } });
      notify.success(t(`offer.done.${what}`));
      onChange(next);
    } catch (error) {
      setFailure(errorText(error));
      if (error instanceof CallError && error.code === 'conflict') onStale();
    }
    sending.current = false;
    setBusy(null);
  };
  const own = open.side === 'creator';
  const before = agreed ? agreement : askedTerms;
  const gets = open.terms.fee ? paymentParts(open.terms.fee).creatorGets : null;
  return (
    <Section
      title={own ? t('offer.yours') : t('offer.from', { brand })}
      aside={
        <Pill tone={own ? 'neutral' : 'tangerine'}>
          {own ? t('offer.waiting', { brand }) : t('offer.yourTurn')}
        </Pill>
      }
    >
      {countering ? (
        <OfferForm
          {...{ optIn, onStale }}
          start={open.terms}
          onDone={(next) => {
            setCountering(false);
            onChange(next);
          }}
          onClose={() => setCountering(false)}
        />
      ) : (
        <div className="opt-in-part">
          <TermsList terms={open.terms} before={own ? undefined : before} gets={gets ?? undefined} />
          <p className="t-12 t-ink2">
            {Children.toArray(
              t.rich(agreed ? 'offer.sentAgoAgreed' : 'offer.sentAgo', {
                ago: () => <Ago at={open.created} />,
              }),
            )}
          </p>
          {failure && <ErrorState title={t('offer.notSaved')} text={failure} />}
          {own ? (
            <Button busy={busy === 'withdraw'} onClick={() => answer('withdraw')}>
              {t('offer.withdraw')}
            </Button>
          ) : (
            <div className="opt-in-answers">
              <Button kind="main" size="form" busy={busy === 'accept'} onClick={() => answer('accept')}>
                {open.terms.fee
                  ? t('offer.acceptFee', { amount: feeText(open.terms, [gets, before.fee]) })
                  : t('offer.accept')}
              </Button>
              <Button size="form" disabled={busy !== null} onClick={() => setCountering(true)}>
                {t('offer.counter')}
              </Button>
              <Button size="form" kind="quiet" busy={busy === 'decline'} onClick={() => answer('decline')}>
                {t('offer.decline')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

interface TermsListProps {
  terms: Agreement;
  /** What it would change; parts that differ name it. */
  before?: Agreement | undefined;
  /** What reaches the creator, to show next to the fee. */
  gets?: number | undefined;
  /** Other amounts shown with it. */
  beside?: readonly number[];
}

/** One version of the terms as a list. */
export function TermsList({ terms, before, gets, beside = [] }: TermsListProps) {
  const amounts = [terms.fee, before?.fee ?? null, gets ?? null, ...beside];
  const of = ({ deliverables, draftDue, liveDue, usageRights, ...fee }: Agreement) => [
    [t('offer.fee'), feeText(fee, amounts)],
    [t('offer.deliverables'), deliverablesLabel(deliverables) || t('offer.none')],
    [t('offer.draftBy'), draftDue ? dayText(draftDue) : t('offer.noDate')],
    [t('offer.liveBy'), liveDue ? dayText(liveDue) : t('offer.noDate')],
    [t('offer.usageRights'), usageRights ? usageRightsText(usageRights) : t('offer.none')],
  ];
  const then = before && of(before);
  return (
    <dl className="opt-in-list opt-in-facts">
      {of(terms).map(([name = '', text = ''], index) => {
        const was = then?.[index]?.[1];
        return (
          <div key={name}>
            <dt className="t-12 t-ink2">{name}</dt>
            <dd className="t-medium">
              {text}
              {was !== undefined && was !== text && (
                <span className="t-ink2"> {t('offer.was', { before: was })}</span>
              )}
              {index === 0 && gets !== undefined && (
                <span className="t-12 t-ink2 opt-in-gets">
                  {t('offer.youGet', { amount: groupMoney(amounts, terms.currency)(gets) })}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Every version of the terms, newest first. */
export function OfferHistory({ offers, brand }: { offers: readonly Offer[]; brand: string }) {
  if (offers.length < 2) return null;
  const fees = offers.map(({ terms }) => terms.fee);
  return (
    <Section title={t('offer.title')}>
      <ol className="opt-in-history">
        {[...offers].reverse().map(({ number, side, state, terms, created, answered }) => (
          <li key={number}>
            <span className="t-grow">
              {side === 'brand'
                ? t('offer.by.brand', { fee: feeText(terms, fees), brand, state: t(`offer.state.${state}`) })
                : t('offer.by.creator', { fee: feeText(terms, fees), state: t(`offer.state.${state}`) })}
              <span className="t-12 t-ink2 opt-in-gets">
                {joined([
                  deliverablesLabel(terms.deliverables),
                  terms.liveDue && t('offer.liveByDate', { date: dayText(terms.liveDue) }),
                  terms.usageRights && usageRightsText(terms.usageRights),
                ])}
              </span>
            </span>
            <span className="t-12 t-ink2">
              <Ago at={answered ?? created} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
