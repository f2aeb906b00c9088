import { useQuery } from '@tanstack/react-query';
import { decideAttribution } from '@troupe/contract/affiliate/attribution';
import type { AffiliateOrder } from '@troupe/domain/affiliate/attribution';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SelectField, TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { useDraftForm } from '../../shared/form.ts';
import { affiliateNamesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

const WHOLE_BP = 10_000;
const NOBODY = 'nobody';
const RULES = 'rules';

/** Credits an order to another creator than the rules did, with a reason. */
export default function DecideDialog({ order, onClose }: { order: AffiliateOrder; onClose: () => void }) {
  const brandId = useBrandId();
  const { data } = useQuery(affiliateNamesOptions(brandId));
  const form = useDraftForm({
    draft: `attribution.${order.id}`,
    saved: { who: order.credits[0]?.affiliateId ?? NOBODY, reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('decide.reasonMissing') } : {}),
  });
  const { values, errors, change } = form;
  const decide = useAffiliateWrite(
    ({ who, reason }: typeof values) =>
      client.call(decideAttribution, {
        params: { brandId, orderId: order.id },
        body: {
          shares: who === RULES ? null : who === NOBODY ? [] : [{ affiliateId: who, bp: WHOLE_BP }],
          reason: reason.trim(),
          revision: order.revision,
        },
      }),
    { failed: t('decide.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    const done = await decide.mutateAsync(typed).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(t('decide.done'));
    onClose();
  });
  return (
    <Dialog
      open
      title={t('decide.title', { order: order.name })}
      foot={t('decide.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('decide.save')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        <SelectField
          label={t('decide.who')}
          size="form"
          value={values.who}
          error={errors.shares}
          onChange={(event) => change({ who: event.target.value })}
          options={[
            ...(data?.affiliates ?? []).map((one) => ({ value: one.id, label: affiliateName(one) })),
            { value: NOBODY, label: t('orders.nobody') },
            { value: RULES, label: t('decide.rules') },
          ]}
        />
        <TextArea
          label={t('decide.reason')}
          help={t('decide.reasonHelp')}
          size="form"
          rows={3}
          maxLength={500}
          value={values.reason}
          error={errors.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
