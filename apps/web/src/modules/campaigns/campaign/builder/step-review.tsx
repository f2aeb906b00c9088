import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS } from '@troupe/domain/campaigns/campaign-brief';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { lowered } from '../../../../shared/lowered.ts';
import { t } from '../../messages/messages.gen.ts';
import { useEditor } from '../brief/brief-field.tsx';
import { titleOf } from '../campaign-fields.ts';
import { CampaignHistory } from '../campaign-history.tsx';
import { fieldName } from '../campaign-labels.ts';
import { stepHref, stepName } from './builder-nav.tsx';

const StoryPreflight = lazy(() => import('../story/story-preflight.tsx'));

interface StepReviewProps {
  campaign: CampaignDetails;
  /** The whole brief as creators see it. */
  brief: ReactNode;
  onPublished: () => void;
}

/** Lists what is missing, and publishes the campaign. */
export function StepReview({ campaign, brief, onPublished }: StepReviewProps) {
  const { toDo: gaps } = useEditor();
  const running = campaign.status !== 'draft';
  return (
    <>
      {gaps.length > 0 && <Missing campaignId={campaign.id} />}
      {gaps.length === 0 && !running && (
        <p className="builder-done">
          <IconCircleCheck size={18} /> <span>{t('review.ready')}</span>
        </p>
      )}
      {running && <p className="t-ink2">{t('review.published')}</p>}
      {campaign.status !== 'archived' && campaign.status !== 'completed' && (
        <Suspense>
          <StoryPreflight campaignId={campaign.id} always />
        </Suspense>
      )}
      {running ? (
        <CampaignHistory campaignId={campaign.id} currency={campaign.currency} />
      ) : (
        <Publish campaign={campaign} onPublished={onPublished} />
      )}
      <section className="builder-brief" aria-labelledby="builder-brief">
        <h3 id="builder-brief">{t('builder.preview')}</h3>
        {brief}
      </section>
    </>
  );
}

function Missing({ campaignId }: { campaignId: string }) {
  const { toDo: gaps } = useEditor();
  return (
    <section className="builder-missing" aria-labelledby="builder-missing">
      <h3 id="builder-missing">{t('review.toDo', { count: gaps.length })}</h3>
      <ul>
        {BUILDER_STEPS.flatMap((step) =>
          gaps
            .filter((gap) => gap.step === step)
            .map((gap) => (
              <li key={gap.field + gap.message}>
                <Link className="t-link" href={stepHref(campaignId, step)}>
                  {gap.message}
                </Link>
                <span className="t-12 t-ink3">{joined([stepName(step), lowered(fieldName(gap.field))])}</span>
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
      notify.success(t('review.done', { title: titleOf(campaign) }), {
        action: { label: t('review.invite'), href: `/creator-search?campaign=${campaign.id}` },
      });
      onPublished();
    },
    onError: (error) => {
      if (!(error instanceof CallError && error.code === 'subscription_required'))
        notify.failure(t('review.failed'), { detail: errorText(error) });
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
      ? t('review.incomplete')
      : unsaved || state === 'saving'
        ? t('review.unsaved')
        : undefined;
  return (
    <>
      {noPlan && (
        <div className="builder-warning" role={refused ? 'alert' : 'note'}>
          <IconAlertTriangle size={16} />
          <p>
            {t('review.needsPlan')}{' '}
            <Link className="t-link" href="/pricing">
              {t('barrier.plans')}
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
          {t('review.publish')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('review.publishTitle', { title: titleOf(campaign) })}
        text={t('review.publishText')}
        confirm={t('review.publishNow')}
        busy={publish.isPending}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
