import { useMutation, useQuery } from '@tanstack/react-query';
import { getTeam } from '@troupe/contract/account/team';
import { shareCampaign } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea } from '@troupe/ui/field/field';
import { counted } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraft } from '../../../shared/draft.ts';
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
          ? `Sending the link to ${counted(sent, 'address', 'addresses')}.`
          : `Sending the link to ${sent} of ${counted(emails.length, 'address', 'addresses')}.`,
        sent === emails.length ? {} : { detail: 'The others have unsubscribed or bounced.' },
      );
      onClose();
    },
    onError: (problem) =>
      notify.failure('Sorry something went wrong.', {
        id: 'campaign-share',
        ...(problem instanceof CallError && problem.body.message ? { detail: problem.body.message } : {}),
      }),
  });
  const submit = () => {
    if (share.isPending) return;
    if (wrong.length > 0) setError(`Not a valid email address: ${wrong[0]}`);
    else if (emails.length === 0) setError('Enter an email address');
    else if (emails.length > MOST_ADDRESSES) setError(`Enter up to ${MOST_ADDRESSES} addresses`);
    else share.mutate();
  };
  return (
    <Dialog
      open
      title={`Share ${titleOf(campaign)}`}
      onClose={onClose}
      onSubmit={submit}
      foot={emails.length > 0 ? `Sends ${counted(emails.length, 'email')} now` : undefined}
      actions={
        <>
          <CopyButton wide text={`${location.origin}/campaigns/${campaign.id}`} label="Copy link" />
          <Button kind="main" type="submit" busy={share.isPending}>
            Share
          </Button>
        </>
      }
    >
      <TextArea
        label="Email addresses"
        size="form"
        rows={2}
        help={
          outside.length > 0
            ? `Not on this team, so they can't open it: ${outside.join(', ')}. Invite them to the team first.`
            : "Separate teammates' addresses with commas. Only members of this brand can open the link."
        }
        data-autofocus
        value={draft.text}
        error={error}
        onChange={(event) => {
          draft.change(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
