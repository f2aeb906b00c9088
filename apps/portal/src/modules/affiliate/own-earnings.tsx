import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { getOwnStatementPdf, listOwnStatements } from '@troupe/contract/affiliate/commission-statement';
import { monthIn } from '@troupe/domain/affiliate/commission-statement';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { groupMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { monthTitle } from '@troupe/ui/lib/calendar';
import { dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { callOptions, client, errorText } from '../../shared/api.ts';
import { t } from './messages/messages.gen.ts';

const receives = (amount: string) => t('earnings.receive', { amount, percent: PROCESSING_FEE_PERCENT });

/** The statements of all programs; empty while they load. */
export const useOwnStatements = () => useQuery(callOptions(listOwnStatements, {})).data?.statements ?? [];

/** The newest statements; a button shows the others. */
const FIRST_SHOWN = 3;

/** What the next statement of a program will hold, and the statements so far. */
export function OwnEarnings({ affiliateId }: { affiliateId: string }) {
  const { data, error, isPending, refetch } = useQuery(callOptions(listOwnStatements, {}));
  const [failure, setFailure] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const next = data?.next.filter((one) => one.affiliateId === affiliateId) ?? [];
  const statements = data?.statements.filter((one) => one.affiliateId === affiliateId) ?? [];
  const listed = statements.slice(0, all ? undefined : FIRST_SHOWN);
  const money = (minor: number, currency: string) =>
    groupMoney(
      [
        ...next
          .filter((one) => one.currency === currency)
          .flatMap((one) => [one.next, one.creatorGets, one.minimum, one.held]),
        ...listed
          .filter((one) => one.currency === currency)
          .flatMap((one) => [one.due, one.carriedOut, one.creatorGets]),
      ],
      currency,
    )(minor);
  const save = async (statementId: string) => {
    setFailure(null);
    try {
      saveBlob(await client.download(getOwnStatementPdf, { params: { statementId } }), 'statement.pdf');
    } catch (reason) {
      setFailure(errorText(reason));
    }
  };
  return (
    <Section id="payouts" title={t('earnings.title')}>
      <div className="program-part">
        {isPending && (
          <Loading label={t('loading')}>
            <SkeletonRows rows={2} />
          </Loading>
        )}
        {((error && !data) || failure) && (
          <ErrorState
            title={t('loadFailed')}
            text={failure ?? errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data && next.length === 0 && statements.length === 0 && (
          <p className="t-ink2">{t('earnings.none')}</p>
        )}
        {next.map(({ currency, closes, next: amount, creatorGets, minimum, held }) => (
          <dl key={currency} className="program-facts">
            <dt>{t('earnings.next', { date: dayText(closes) })}</dt>
            <dd className="t-name t-num">{money(amount, currency)}</dd>
            {amount !== 0 && (
              <dd className="program-note t-12 t-ink2">
                {amount < 0
                  ? t('earnings.debt')
                  : creatorGets > 0
                    ? receives(money(creatorGets, currency))
                    : t('earnings.below', { amount: money(minimum, currency) })}
              </dd>
            )}
            <dt className="t-ink2">{t('earnings.held')}</dt>
            <dd className="t-num">{money(held, currency)}</dd>
          </dl>
        ))}
        <ul className="program-rows">
          {listed.map((one) => (
            <li key={one.id}>
              <span className="program-words">
                <span className="t-name">{monthTitle(`${monthIn(one.zone, new Date(one.from))}-01`)}</span>
                <span className="t-12 t-ink2 t-num">
                  {one.state === 'carried'
                    ? t('earnings.carried', { amount: money(one.carriedOut, one.currency) })
                    : money(one.due, one.currency)}
                </span>
                {one.due > 0 && (
                  <span className="t-12 t-ink2 t-num">{receives(money(one.creatorGets, one.currency))}</span>
                )}
                {one.payBy && (
                  <span className="t-12 t-ink2">
                    {one.paymentState === 'paid'
                      ? t('earnings.paid')
                      : t('earnings.payBy', { date: dayText(one.payBy) })}
                  </span>
                )}
              </span>
              <Pill tone={one.state === 'approved' ? 'green' : one.state === 'open' ? 'iris' : 'neutral'}>
                {t(`earnings.state.${one.state}`)}
              </Pill>
              <Button size="row" onClick={() => void save(one.id)}>
                PDF
              </Button>
            </li>
          ))}
        </ul>
        {!all && statements.length > FIRST_SHOWN && (
          <div className="program-actions">
            <Button onClick={() => setAll(true)}>{t('earnings.all', { count: statements.length })}</Button>
          </div>
        )}
      </div>
    </Section>
  );
}
