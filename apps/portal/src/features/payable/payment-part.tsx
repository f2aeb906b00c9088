import { listOwnPayables } from '@troupe/contract/payable';
import { Section } from '@troupe/ui/section';
import { useEffect } from 'react';
import { useCall } from '../../shared/use-call.ts';
import { PaymentRow } from './payment-row.tsx';

/** The payment of one opt-in; nothing before there is one. `version` changes with the opt-in. */
export function PaymentPart({ optInId, version }: { optInId: string; version: number }) {
  const { loaded, retry } = useCall(listOwnPayables, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due changes with the opt-in
  useEffect(() => {
    void retry();
  }, [version, retry]);
  if (loaded.state !== 'known') return null;
  const payable = loaded.value.payables.find((one) => one.optInId === optInId);
  if (!payable) return null;
  return (
    <Section title="Your payment">
      <PaymentRow payable={payable} />
    </Section>
  );
}
