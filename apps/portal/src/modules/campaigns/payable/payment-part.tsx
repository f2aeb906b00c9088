import { listOwnPayables } from '@troupe/contract/campaigns/payable';
import { Section } from '@troupe/ui/layout/section';
import { useEffect } from 'react';
import type { OwnOptIn } from '../../../shared/creator-nouns.ts';
import { useCall } from '../../../shared/use-call.ts';
import { PaymentRow } from './payment-row.tsx';

/** The payment of an opt-in; nothing before there is one. It is read anew whenever the opt-in is. */
export function PaymentPart({ optIn }: { optIn: OwnOptIn }) {
  const { loaded, retry } = useCall(listOwnPayables, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was news of the opt-in may be news of its payment
  useEffect(() => {
    void retry();
  }, [optIn, retry]);
  if (loaded.state !== 'known') return null;
  const payable = loaded.value.payables.find((one) => one.optInId === optIn.id);
  if (!payable) return null;
  return (
    <Section title="Your payment">
      <PaymentRow payable={payable} />
    </Section>
  );
}
