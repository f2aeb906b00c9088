import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { getPayoutSettings, updatePayoutSettings } from '@troupe/contract/campaigns/payout';
import { PayoutMethod, type PayoutSettings } from '@troupe/domain/campaigns/payout';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Radio } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';

type Known = CallOutput<typeof getPayoutSettings>;

/** How the brand pays creators, and within how many days. */
export default function PayoutSettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(callOptions(getPayoutSettings, { params: { brandId: useBrandId() } }));
  // After an edit conflict, shows what the other owner saved.
  if (query.data)
    return <SettingsForm key={query.data.settings.version} known={query.data} onClose={onClose} />;
  return (
    <Dialog open title={t('payouts.settings')} onClose={onClose}>
      <LoadState what={t('payouts.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
    </Dialog>
  );
}

function SettingsForm({
  known: { settings, methods, canChange },
  onClose,
}: {
  known: Known;
  onClose: () => void;
}) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [method, setMethod] = useState(settings.method);
  const [days, setDays] = useState(String(settings.paymentDays));
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: PayoutSettings) => client.call(updatePayoutSettings, { params: { brandId }, body }),
    onSuccess: () => {
      notify.success(t('payouts.saved'));
      onClose();
    },
    onError: (failure) => notify.failure(errorText(failure)),
    onSettled: () =>
      Promise.all(['payout', 'payable'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] }))),
  });
  const save = () => {
    const paymentDays = Number(days.trim() || Number.NaN);
    if (!Number.isInteger(paymentDays) || paymentDays < 0 || paymentDays > 120)
      return setError(t('payouts.daysError'));
    if (!isPending) mutate({ method, paymentDays, version: settings.version });
  };
  const why = (one: PayoutMethod) =>
    methods.includes(one) ? t(`payouts.${one}Help`) : t('payouts.unavailable');
  return (
    <Dialog
      open
      title={t('payouts.settings')}
      onClose={onClose}
      onSubmit={save}
      foot={canChange ? undefined : t('payouts.ownersOnly')}
      actions={
        canChange ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button kind="main" type="submit" busy={isPending}>
              {t('payouts.save')}
            </Button>
          </>
        ) : (
          <Button kind="main" onClick={onClose}>
            {t('action.close')}
          </Button>
        )
      }
    >
      <fieldset className="payout-methods" disabled={!canChange}>
        <legend className="t-medium">{t('payouts.method')}</legend>
        {PayoutMethod.options.map((one) => (
          <Radio
            key={one}
            name="payout-method"
            label={t(`payouts.${one}`)}
            help={why(one)}
            checked={method === one}
            disabled={!methods.includes(one)}
            onChange={() => setMethod(one)}
          />
        ))}
      </fieldset>
      <TextField
        label={t('payouts.days')}
        help={t('payouts.daysHelp')}
        error={error}
        size="form"
        inputMode="numeric"
        maxLength={3}
        disabled={!canChange}
        value={days}
        onChange={(event) => {
          setDays(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
