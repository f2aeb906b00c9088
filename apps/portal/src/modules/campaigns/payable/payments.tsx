import { useQuery } from '@tanstack/react-query';
import { paymentTitle } from '@troupe/browser/stored-month';
import type { CallOutput } from '@troupe/contract/call';
import { listOwnPayables } from '@troupe/contract/campaigns/payable';
import { type PayableState, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { payoutFailureText } from '@troupe/domain/campaigns/payout';
import { groupMoney } from '@troupe/domain/money';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { Children, type ReactNode, useEffect } from 'react';
import { callOptions, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import './payable.css';
import { t } from '../messages/messages.gen.ts';

type OwnPayable = CallOutput<typeof listOwnPayables>['payables'][number];

// A payment that is due to the brand is pending to the creator.
const TONES: Record<PayableState, PillTone> = {
  due: 'iris',
  approved: 'tangerine',
  paid: 'green',
  failed: 'red',
};

function dueText({ payBy }: OwnPayable): string {
  const date = dayText(payBy);
  return Date.parse(payBy) < Date.now() ? t('payment.late', { date }) : t('payment.dueBy', { date });
}

/** The payment that is due first; null if nothing is owed. */
function nextOf(payables: readonly OwnPayable[]): OwnPayable | null {
  const open = payables.filter(({ state }) => state !== 'paid');
  return open.toSorted((one, other) => Date.parse(one.payBy) - Date.parse(other.payBy))[0] ?? null;
}

/** Returns a formatter for the amounts of payments in a currency that are shown together. */
const amountsOf = (payables: readonly OwnPayable[], currency: string) =>
  groupMoney(
    payables
      .filter((one) => one.currency === currency)
      .flatMap(({ fee, processingFee, creatorGets }) => [fee, processingFee, creatorGets]),
    currency,
  );

interface PaymentRowProps {
  payable: OwnPayable;
  /** The payments shown together. */
  among: readonly OwnPayable[];
  title?: ReactNode;
}

/** One payment: what the creator gets, where it stands, and why it failed. */
function PaymentRow({ payable, among, title }: PaymentRowProps) {
  const { fee, processingFee, creatorGets, currency, state, reference, paid, updated } = payable;
  const { failure, sending } = payable;
  const amount = amountsOf(among, currency);
  const reason = failure ? payoutFailureText(failure) : payable.reason;
  return (
    <div className="payment">
      <div className="payment-head">
        <span className="t-medium t-num">{amount(creatorGets)}</span>
        <Pill tone={sending ? 'iris' : TONES[state]}>
          {t(`payment.state.${sending ? 'sending' : state}`)}
        </Pill>
        <span className="t-12 t-ink2">{paid ? dayText(paid) : <Ago at={updated} />}</span>
      </div>
      {title}
      <p className="t-12 t-ink2">
        {t(payable.optInId ? 'payment.breakdown' : 'payment.breakdownStatement', {
          fee: amount(fee),
          processing: amount(processingFee),
        })}
      </p>
      {state !== 'paid' && <p className="t-12 t-ink2">{dueText(payable)}</p>}
      {reference && (
        <p className="t-12 t-ink2" dir="auto">
          {t('payment.reference', { reference })}
        </p>
      )}
      {reason && (
        <p dir="auto">
          {Children.toArray(
            t.rich('payment.failedReason', {
              reason,
              label: (words: ReactNode[]) => <span className="t-ink2">{words}</span>,
            }),
          )}
        </p>
      )}
    </div>
  );
}

interface PaymentListProps {
  /** The page that shows a statement of commissions. */
  hrefOfStatement: (statementId: string) => string;
}

/** Everything a creator is paid, newest first. */
export function PaymentList({ hrefOfStatement }: PaymentListProps) {
  const hrefOf = ({ optInId, statementId }: OwnPayable) =>
    optInId ? `/opt-ins/${optInId}` : hrefOfStatement(statementId ?? '');
  const { data, error, isPending, refetch } = useQuery(callOptions(listOwnPayables, {}));
  const next = data ? nextOf(data.payables) : null;
  return (
    <Section id="payments" title={t('payment.list')}>
      {next && (
        <p className="t-medium">
          {t('payment.next', {
            amount: amountsOf(data?.payables ?? [], next.currency)(next.creatorGets),
            brand: next.brandName,
            date: dayText(next.payBy),
          })}
        </p>
      )}
      <p className="t-ink2">{t('payment.text', { percent: PROCESSING_FEE_PERCENT })}</p>
      {isPending && (
        <Loading label={t('payment.loading')}>
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {error && !data && (
        <ErrorState title={t('payment.loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
      )}
      {data?.payables.length === 0 && <p>{t('payment.empty')}</p>}
      {data && data.payables.length > 0 && (
        <ul className="payments">
          {data.payables.map((payable) => (
            <li key={payable.id}>
              <PaymentRow
                payable={payable}
                among={data.payables}
                title={
                  <Link href={hrefOf(payable)} className="t-link">
                    {t('payment.row', {
                      campaign: paymentTitle(payable, (month) => t('payment.commissions', { month })),
                      brand: payable.brandName,
                    })}
                  </Link>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The payment of an opt-in; nothing before there is one. It is read again whenever the opt-in is. */
export function PaymentPart({ optIn }: { optIn: OwnOptIn }) {
  const { data, refetch } = useQuery(callOptions(listOwnPayables, {}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the opt-in may have changed its payment
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [optIn, refetch]);
  const payable = data?.payables.find((one) => one.optInId === optIn.id);
  if (!payable) return null;
  return (
    <Section title={t('payment.title')}>
      <PaymentRow payable={payable} among={[payable]} />
    </Section>
  );
}
