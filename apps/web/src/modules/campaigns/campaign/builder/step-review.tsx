import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS } from '@troupe/domain/campaigns/campaign-brief';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { counted } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { type ReactNode, useState } from 'react';
import { brandOptions, useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useEditor } from '../brief/brief-field.tsx';
import { titleOf } from '../campaign-fields.ts';
import { CampaignHistory } from '../campaign-history.tsx';
import { FIELD_NAMES } from '../campaign-labels.ts';
import { STEP_NAMES, stepHref } from './builder-nav.tsx';

interface StepReviewProps {
  campaign: CampaignDetails;
  /** The whole brief as creators see it. */
  brief: ReactNode;
  onPublished: () => void;
}

/** What is still missing, and publishing. */
export function StepReview({ campaign, brief, onPublished }: StepReviewProps) {
  const { toDo: gaps } = useEditor();
  const running = campaign.status !== 'draft';
  return (
    <>
      {gaps.length > 0 ? (
        <Missing campaignId={campaign.id} />
      ) : (
        <p className="builder-done">
          <IconCircleCheck size={18} /> <span>Ready to publish.</span>
        </p>
      )}
      {running ? (
        <>
          <p className="t-ink2">
            This campaign has been published. Changes save immediately, are kept in its history and are shown
            to creators who opted in.
          </p>
          <CampaignHistory campaignId={campaign.id} currency={campaign.currency} />
        </>
      ) : (
        <Publish campaign={campaign} onPublished={onPublished} />
      )}
      <section className="builder-brief" aria-labelledby="builder-brief">
        <h3 id="builder-brief">What creators see</h3>
        {brief}
      </section>
    </>
  );
}

function Missing({ campaignId }: { campaignId: string }) {
  const { toDo: gaps } = useEditor();
  return (
    <section className="builder-missing" aria-labelledby="builder-missing">
      <h3 id="builder-missing">{counted(gaps.length, 'thing')} to do before it can be published</h3>
      <ul>
        {BUILDER_STEPS.flatMap((step) =>
          gaps
            .filter((gap) => gap.step === step)
            .map((gap) => (
              <li key={gap.field + gap.message}>
                <Link className="t-link" href={stepHref(campaignId, step)}>
                  {gap.message}
                </Link>
                <span className="t-12 t-ink3">
                  {STEP_NAMES[step]}, {FIELD_NAMES[gap.field].toLowerCase()}
                </span>
              </li>
            )),
        )}
      </ul>
    </section>
  );
}

function Publish({ campaign, onPublished }: Omit<StepReviewProps, 'brief'>) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { toDo: gaps, unsaved, state } = useEditor();
  const brand = useQuery(brandOptions(brandId)).data;
  const [asking, setAsking] = useState(false);
  const publish = useMutation({
    mutationFn: () =>
      client.call(setCampaignStatus, {
        params: { brandId, campaignId: campaign.id },
        body: { status: 'publish' },
      }),
    onSuccess: () => {
      notify.success(`${titleOf(campaign)} is published.`, {
        action: { label: 'Invite creators', href: `/creator-search?campaign=${campaign.id}` },
      });
      onPublished();
    },
    onError: (error) => {
      if (!(error instanceof CallError && error.code === 'subscription_required'))
        notify.failure("Couldn't publish the campaign.", { detail: errorText(error) });
    },
    onSettled: () => {
      setAsking(false);
      return Promise.all(
        [['campaign'], ['brand', 'getBrand']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
  const refused = publish.error instanceof CallError && publish.error.code === 'subscription_required';
  const noPlan = refused || brand?.activeSubscriptions.length === 0;
  const reason =
    gaps.length > 0
      ? 'Required details are missing'
      : unsaved || state === 'saving'
        ? "Some changes aren't saved yet"
        : undefined;
  return (
    <>
      {noPlan && (
        <div className="builder-warning" role={refused ? 'alert' : 'note'}>
          <IconAlertTriangle size={16} />
          <p>
            Publishing needs a plan. Your draft is kept.{' '}
            <Link className="t-link" href="/pricing">
              See plans
            </Link>
          </p>
        </div>
      )}
      <div>
        <Button
          kind="main"
          size="form"
          icon={<IconSend size={16} />}
          disabledReason={reason}
          busy={publish.isPending}
          onClick={() => setAsking(true)}
        >
          Publish
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Publish ${titleOf(campaign)}`}
        text="Creators can see it and opt in. This doesn't send any invites. You can pause it at any time."
        confirm="Publish now"
        busy={publish.isPending}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
