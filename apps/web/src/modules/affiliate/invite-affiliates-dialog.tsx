import { useQuery } from '@tanstack/react-query';
import { inviteAffiliates } from '@troupe/contract/affiliate/affiliate';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { listOptIns } from '@troupe/contract/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { callOptions } from '../../shared/call/query.ts';
import { creatorName } from '../../shared/creator/creator-labels.ts';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import { readRate } from './affiliate-program/program-labels.ts';
import { affiliateNamesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

/** Invites creators whose opt-ins were approved, at the program's rate or an individual one. */
export default function InviteAffiliatesDialog({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const members = useQuery(affiliateNamesOptions(brandId)).data?.affiliates ?? [];
  const campaigns = useQuery(callOptions(listCampaigns, { params: { brandId }, query: {} }));
  const [campaignId, setCampaignId] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rate, setRate] = useState('');
  const [page, setPage] = useState(1);
  const rateBp = readRate(rate);
  const choices = campaigns.data?.campaigns.filter(({ status }) => status !== 'draft') ?? [];
  const campaign = campaignId || choices[0]?.id || '';
  const optIns = useQuery({
    ...callOptions(listOptIns, {
      params: { campaignId: campaign, page },
      query: { status: ['approved', 'completed'] },
    }),
    enabled: campaign !== '',
  });
  const send = useAffiliateWrite(
    () =>
      client.call(inviteAffiliates, {
        params: { brandId },
        body: { optInIds: [...chosen], rateBp: rateBp ?? null },
      }),
    {
      failed: t('invite.failed'),
      onDone: ({ affiliates, skipped }) => {
        if (affiliates.length > 0) notify.success(t('invite.sent', { count: affiliates.length }));
        const [first] = skipped;
        if (first) notify.warning(t('invite.skipped', { count: skipped.length, reason: first.reason }));
        onClose();
      },
    },
  );
  const submit = () => {
    if (chosen.size === 0 || rateBp === undefined || send.isPending) return;
    send.mutate(undefined);
  };
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <Dialog
      open
      width={560}
      title={t('invite.title')}
      onClose={onClose}
      onSubmit={submit}
      foot={chosen.size > 0 ? t('invite.foot', { count: chosen.size }) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            busy={send.isPending}
            disabledReason={chosen.size === 0 ? t('invite.chooseFirst') : undefined}
          >
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        <LoadState what={t('invite.campaigns')} query={campaigns}>
          <SkeletonRows rows={3} />
        </LoadState>
        {campaigns.data && (
          <SelectField
            label={t('invite.campaign')}
            size="form"
            value={campaign}
            onChange={(event) => {
              setCampaignId(event.target.value);
              setChosen(new Set());
              setPage(1);
            }}
            options={choices.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
        {campaign !== '' && (
          <LoadState what={t('invite.optIns')} query={optIns}>
            <SkeletonRows rows={4} />
          </LoadState>
        )}
        {optIns.data && (
          <fieldset className="affiliate-choices">
            <legend className="t-12 t-ink2">{t('invite.approved')}</legend>
            {optIns.data.optIns.map(({ id, socialProfile }) => {
              const member = members.find((one) => one.creatorId === socialProfile.id);
              const state = member && member.state !== 'ended' ? member.state : null;
              const name = `${creatorName(socialProfile)} (@${socialProfile.username})`;
              return (
                <Checkbox
                  key={id}
                  label={state ? t(`invite.already.${state}`, { name }) : name}
                  disabled={state !== null}
                  checked={chosen.has(id)}
                  onChange={(event) => toggle(id, event.target.checked)}
                />
              );
            })}
            {optIns.data.optIns.length === 0 && <p className="t-ink2">{t('invite.nobody')}</p>}
          </fieldset>
        )}
        <PageNav label={t('list.pages')} of={optIns.data} onPage={setPage} />
        <TextField
          label={t('invite.rate')}
          help={t('invite.rateHelp')}
          size="form"
          inputMode="decimal"
          trail="%"
          value={rate}
          error={rateBp === undefined ? t('settings.rateError') : undefined}
          onChange={(event) => setRate(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
