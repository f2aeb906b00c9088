import { useQuery } from '@tanstack/react-query';
import { createClaim, listOwnClaims, listOwnOrders } from '@troupe/contract/affiliate/attribution';
import type { OwnAffiliate } from '@troupe/domain/affiliate/affiliate';
import type { OwnOrder } from '@troupe/domain/affiliate/attribution';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { callOptions, client, errorText, forget, refusalText } from '../../shared/api.ts';
import { useDraft } from '../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';

/** Orders with a sign of the creator, each with its reason, and claims of missing ones. */
export function OwnOrders({ program }: { program: OwnAffiliate }) {
  const params = { affiliateId: program.id };
  const [page, setPage] = useState(1);
  const orders = useQuery(callOptions(listOwnOrders, { params, query: { page } }));
  const claims = useQuery(callOptions(listOwnClaims, { params }));
  const [claiming, setClaiming] = useState(false);
  const { data } = orders;
  return (
    <Section
      title={t('orders.title')}
      actions={<Button onClick={() => setClaiming(true)}>{t('claim.action')}</Button>}
    >
      {orders.isPending && (
        <Loading label={t('loading')}>
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {orders.error && !data && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(orders.error)}
          onRetry={() => void orders.refetch()}
        />
      )}
      {data?.orders.length === 0 && <p className="t-ink2">{t('orders.none')}</p>}
      <ul className="program-rows">
        {data?.orders.map((order) => (
          <Order key={order.id} order={order} />
        ))}
      </ul>
      {data && data.pages > 1 && (
        <div className="program-actions">
          <Button
            disabledReason={page > 1 ? undefined : t('orders.firstPage')}
            onClick={() => setPage(page - 1)}
          >
            {t('orders.newer')}
          </Button>
          <Button
            disabledReason={page < data.pages ? undefined : t('orders.lastPage')}
            onClick={() => setPage(page + 1)}
          >
            {t('orders.older')}
          </Button>
        </div>
      )}
      {claims.error && !claims.data && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(claims.error)}
          onRetry={() => void claims.refetch()}
        />
      )}
      {claims.data && claims.data.claims.length > 0 && (
        <>
          <h3 className="t-14 t-name">{t('claim.list')}</h3>
          <ul className="program-rows">
            {claims.data.claims.map((claim) => (
              <li key={claim.id}>
                <span className="program-words">
                  <span className="t-name">
                    <bdi>{claim.orderName}</bdi>
                  </span>
                  {claim.answer && (
                    <span className="t-12 t-ink2" dir="auto">
                      {claim.answer}
                    </span>
                  )}
                </span>
                <Pill
                  tone={claim.state === 'accepted' ? 'green' : claim.state === 'open' ? 'iris' : 'neutral'}
                >
                  {t(`claim.state.${claim.state}`)}
                </Pill>
              </li>
            ))}
          </ul>
        </>
      )}
      {claiming && <ClaimDialog affiliateId={program.id} onClose={() => setClaiming(false)} />}
    </Section>
  );
}

/** What an order earns, or why it wasn't counted. */
function Order({ order }: { order: OwnOrder }) {
  const { name, placed, commission, currency, bp, touches, lines, matures, dispute, cut, status } = order;
  const counted = bp > 0;
  const deciding = touches.find(({ verdict }) => verdict === 'won') ?? touches[0];
  return (
    <li>
      <span className="program-words">
        <span className="t-name">
          <bdi>{name}</bdi>
        </span>
        <span className="t-12 t-ink2">{dayText(placed)}</span>
        <span className="t-12 t-ink2">
          {deciding
            ? `${t(`touch.${deciding.kind}`)}: ${t(`verdict.${deciding.verdict}`)}`
            : t('orders.byBrand')}
        </span>
        {cut > 0 && (
          <span className="t-12 t-ink2">{t('orders.cut', { amount: columnMoney(cut, currency) })}</span>
        )}
        {status === 'cancelled' && <span className="t-12 t-ink2">{t('orders.cancelled')}</span>}
        {dispute && dispute !== 'won' && counted && (
          <span className="t-12 t-ink2">{t(`orders.dispute.${dispute}`)}</span>
        )}
      </span>
      <span className="t-num t-medium">
        {counted ? columnMoney(commission, currency) : <Pill>{t('orders.notCounted')}</Pill>}
      </span>
      {counted && lines.length > 0 && (
        <ul className="program-lines t-12 t-ink2">
          {lines.map((line, at) => (
            <li key={line.lineId ?? at}>
              <span dir="auto">{line.title}</span>
              <span className="t-num">{columnMoney(line.amount, currency)}</span>
            </li>
          ))}
          {matures && (
            <li>
              <span>{t('orders.payable')}</span>
              <span>{dayText(matures)}</span>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function ClaimDialog({ affiliateId, onClose }: { affiliateId: string; onClose: () => void }) {
  const { values: fields, change, discard } = useDraft(`claim.${affiliateId}`, { orderName: '', note: '' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await client.call(createClaim, { params: { affiliateId }, body: fields });
      discard();
      forget(listOwnClaims);
      onClose();
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t('claim.title')}
      foot={t('claim.foot')}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {t('claim.send')}
          </Button>
        </>
      }
    >
      <div className="program-part">
        <TextField
          label={t('claim.order')}
          size="form"
          maxLength={60}
          value={fields.orderName}
          error={failure}
          onChange={(event) => change({ orderName: event.target.value })}
        />
        <TextArea
          label={t('claim.note')}
          size="form"
          rows={3}
          dir="auto"
          maxLength={1000}
          value={fields.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
