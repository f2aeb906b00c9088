import { CREDIT_PACKS, type CreditPackId, CURRENCY } from '@troupe/domain/billing/plan';
import { groupMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Radio } from '@troupe/ui/field/choice';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import './buy-credits.css';
import { prepareDialog } from './chargebee.ts';
import { useCheckout } from './use-checkout.ts';

interface BuyCreditsDialogProps {
  brandId: string;
  /** Why this person cannot buy; undefined for owners. */
  refusal: string | undefined;
  onClose: () => void;
}

const packPrice = groupMoney(
  CREDIT_PACKS.map(({ price }) => price),
  CURRENCY,
);
const creditPrice = groupMoney(
  CREDIT_PACKS.map(({ price, credits }) => price / credits),
  CURRENCY,
);

/** Packs of credits, bought once on the provider's page. */
export default function BuyCreditsDialog({ brandId, refusal, onClose }: BuyCreditsDialogProps) {
  const [packId, setPackId] = useState<CreditPackId>('credits-50');
  const { start, busy, failure } = useCheckout(brandId);
  useEffect(prepareDialog, []);
  const pack = CREDIT_PACKS.find(({ id }) => id === packId);
  return (
    <Dialog
      open
      title={t('buyCredits.title')}
      onClose={onClose}
      onSubmit={() => !refusal && void start({ kind: 'addon', addon: packId }, '/account/credits?buy=yes')}
      foot={pack && t('buyCredits.once', { amount: packPrice(pack.price) })}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy !== null} disabledReason={refusal}>
            {t('buyCredits.toPayment')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('buyCredits.text')}</p>
      <fieldset className="buy-credits">
        <legend className="t-hidden">{t('buyCredits.quantity')}</legend>
        {CREDIT_PACKS.map(({ id, name, credits, price }) => (
          <Radio
            key={id}
            name="pack"
            checked={id === packId}
            data-autofocus={id === packId || undefined}
            onChange={() => setPackId(id)}
            label={
              <span className="buy-credits-pack">
                <span className="t-medium">{name}</span>
                <span className="t-num">{packPrice(price)}</span>
              </span>
            }
            help={t('buyCredits.perCredit', { amount: creditPrice(price / credits) })}
          />
        ))}
      </fieldset>
      {failure && <ErrorState title={failure.text} text={failure.reason} />}
    </Dialog>
  );
}
