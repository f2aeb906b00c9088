import { useMutation, useQuery } from '@tanstack/react-query';
import { getTeam } from '@troupe/contract/account/team';
import { shareCampaign } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { titleOf } from './campaign-fields.ts';
import { MOST_ADDRESSES, readEmails } from './share-emails.ts';

interface ShareDialogProps {
  campaign: { id: string; title: string };
  onClose: () => void;
}

/** Emails a campaign link to colleagues. */
export default function ShareDialog({ campaign, onClose }: ShareDialogProps) {
  const brandId = useBrandId();
  const draft = useDraft(`campaign.${campaign.id}.share`, '');
  const [error, setError] = useState<string | undefined>();
  // One key per set of recipients, so that no one gets the email twice.
  const key = useRef({ text: '', key: '' });
  const { emails, wrong } = readEmails(draft.text);
  const { data: team } = useQuery(callOptions(getTeam, { params: { brandId } }));
  const members = team && new Set(team.members.map(({ email }) => email.toLowerCase()));
  const outside = members ? emails.filter((email) => !members.has(email)) : [];
  const share = useMutation({
    mutationFn: () => {
      const text = emails.join();
      if (key.current.text !== text) key.current = { text, key: crypto.randomUUID() };
      return client.call(
        shareCampaign,
        { params: { brandId, campaignId: campaign.id }, body: { emails } },
        { idempotencyKey: key.current.key },
      );
    },
    onSuccess: ({ sent }) => {
      draft.discard();
      notify.success(
        sent === emails.length
          ? t('share.done', { count: sent })
          : t('share.donePartly', { sent, count: emails.length }),
        sent === emails.length ? {} : { detail: t('share.others') },
      );
      onClose();
    },
    onError: (problem) =>
      notify.failure(t('share.failed'), {
        id: 'campaign-share',
        ...(problem instanceof CallError && problem.body.message ? { detail: problem.body.message } : {}),
      }),
  });
  const submit = () => {
    if (share.isPending) return;
    if (wrong.length > 0) setError(t('share.invalid', { address: wrong[0] ?? '' }));
    else if (emails.length === 0) setError(t('share.missing'));
    else if (emails.length > MOST_ADDRESSES) setError(t('share.tooMany', { count: MOST_ADDRESSES }));
    else share.mutate();
  };
  return (
    <Dialog
      open
      title={t('share.title', { title: titleOf(campaign) })}
      onClose={onClose}
      onSubmit={submit}
      foot={emails.length > 0 ? t('share.foot', { count: emails.length }) : undefined}
      actions={
        <>
          <CopyButton wide text={`${location.origin}/campaigns/${campaign.id}`} label={t('share.copy')} />
          <Button kind="main" type="submit" busy={share.isPending}>
            {t('campaign.share')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('share.emails')}
        size="form"
        rows={2}
        help={outside.length > 0 ? t('share.outside', { emails: outside.join(', ') }) : t('share.help')}
        data-autofocus
        value={draft.text}
        error={error}
        onChange={(event) => {
          draft.change(event.target.value);
          setError(undefined);
        }}
      />
      <p className="t-12 t-ink3">
        {t('share.results')}{' '}
        <Link href={`/analytics/reports?campaign=${campaign.id}&open=new`} className="t-link t-link-inline">
          {t('share.resultsLink')}
        </Link>
      </p>
    </Dialog>
  );
}
