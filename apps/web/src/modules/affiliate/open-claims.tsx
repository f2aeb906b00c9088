import { useQuery } from '@tanstack/react-query';
import { answerClaim } from '@troupe/contract/affiliate/attribution';
import type { Claim } from '@troupe/domain/affiliate/attribution';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { useDraftForm } from '../../shared/form.ts';
import { openClaimsOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

type State = 'accepted' | 'declined';

/** Orders that creators miss and that wait for the brand's answer; nothing while there are none. */
export function OpenClaims() {
  const { data } = useQuery(openClaimsOptions(useBrandId()));
  const [asks, setAsks] = useState<{ claim: Claim; state: State } | null>(null);
  if (!data || data.claims.length === 0) return null;
  return (
    <Section id="claims" title={t('claims.title')} subtitle={t('claims.text')}>
      <ul className="affiliate-lines">
        {data.claims.map((claim) => (
          <li key={claim.id}>
            <span className="t-grow">
              <span className="t-name">{claim.orderName}</span> {affiliateName(claim.creator)}
              <span className="t-12 t-ink2">
                {' '}
                {claim.order ? columnMoney(claim.order.net, claim.order.currency) : t('claims.notFound')}
                {claim.note && `, “${claim.note}”`}, <Ago at={claim.created} />
              </span>
            </span>
            <Button
              size="row"
              disabledReason={claim.abilities.decline.reason}
              onClick={() => setAsks({ claim, state: 'declined' })}
            >
              {t('claims.decline')}
            </Button>
            <Button
              size="row"
              disabledReason={claim.abilities.accept.reason}
              onClick={() => setAsks({ claim, state: 'accepted' })}
            >
              {t('claims.accept')}
            </Button>
          </li>
        ))}
      </ul>
      {asks && <AnswerDialog key={asks.claim.id} {...asks} onClose={() => setAsks(null)} />}
    </Section>
  );
}

function AnswerDialog({ claim, state, onClose }: { claim: Claim; state: State; onClose: () => void }) {
  const brandId = useBrandId();
  const form = useDraftForm({
    draft: `claim.${claim.id}.${state}`,
    saved: { answer: state === 'accepted' ? t('claims.acceptedText') : '' },
    validate: ({ answer }) => (answer.trim() === '' ? { answer: t('claims.answerMissing') } : {}),
  });
  const send = useAffiliateWrite(
    (answer: string) =>
      client.call(answerClaim, { params: { brandId, claimId: claim.id }, body: { state, answer } }),
    { failed: t('claims.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async ({ answer }) => {
    const done = await send.mutateAsync(answer.trim()).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(state === 'accepted' ? t('claims.accepted') : t('claims.declined'));
    onClose();
  });
  const accepts = state === 'accepted';
  return (
    <Dialog
      open
      title={
        accepts
          ? t('claims.acceptTitle', { order: claim.orderName })
          : t('claims.declineTitle', { order: claim.orderName })
      }
      foot={accepts ? t('claims.acceptFoot', { name: affiliateName(claim.creator) }) : undefined}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind={accepts ? 'main' : 'danger'} type="submit" busy={form.busy}>
            {accepts ? t('claims.accept') : t('claims.decline')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('claims.answer')}
        help={t('claims.answerHelp')}
        size="form"
        rows={3}
        maxLength={500}
        value={form.values.answer}
        error={form.errors.answer}
        onChange={(event) => form.change({ answer: event.target.value })}
      />
    </Dialog>
  );
}
