import { PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/campaigns/payable';
import { ratingText } from '@troupe/domain/figure-text';
import { groupMoney } from '@troupe/domain/money';
import { Section } from '@troupe/ui/layout/section';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';
import { TermsList } from './offer-part.tsx';

/** The agreement; before it exists, the creator's request. */
export function AgreementPart({ optIn }: { optIn: OwnOptIn }) {
  const { agreement, agreed, askedTerms, termsAccepted, rating, status } = optIn;
  const { fee, currency } = agreement;
  const parts = paymentParts(agreed ? (fee ?? 0) : 0);
  const beside = [parts.fee, parts.processingFee, parts.creatorGets];
  const amount = groupMoney(beside, currency);
  const facts = [
    ...(parts.fee > 0
      ? [
          [t('collab.processingFee', { percent: PROCESSING_FEE_PERCENT }), amount(-parts.processingFee)],
          [
            t('collab.youGet'),
            status === 'completed'
              ? amount(parts.creatorGets)
              : t('collab.youGetLater', { amount: amount(parts.creatorGets) }),
          ],
        ]
      : []),
    ...(agreed ? [[t('collab.agreed'), dayText(agreed)]] : []),
    [t('collab.termsAccepted'), exactTime(termsAccepted)],
    ...(status === 'completed' && rating
      ? [[t('collab.rating'), t('collab.ratingOf', { rating: ratingText(rating.average) })]]
      : []),
  ];
  return (
    <Section title={agreed ? t('collab.agreement') : t('collab.terms')}>
      <TermsList terms={agreed ? agreement : askedTerms} beside={beside} />
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
