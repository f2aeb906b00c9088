import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { EmailFrame } from '../../../shared/email-frame.tsx';
import { t } from '../messages/messages.gen.ts';
import { type InviteEmail, inviteEmailBody } from './invite-email.ts';
import { invitePreviewOptions } from './invite-queries.ts';

/** The email as it would arrive; for several creators with sample data. */
export function InviteEmailPreview({
  email,
  creatorId,
}: {
  email: InviteEmail;
  creatorId?: string | undefined;
}) {
  const { campaignId, templateId } = inviteEmailBody(email);
  const asked = invitePreviewOptions(useBrandId(), { campaignId, templateId, socialProfileId: creatorId });
  const { data, error, isFetching, refetch } = useQuery({ ...asked, placeholderData: keepPreviousData });
  if (error && !data) {
    return (
      <ErrorState
        title={t('invite.previewFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Loading label={t('invite.previewLoading')}>
        <SkeletonText lines={4} />
      </Loading>
    );
  }
  return (
    <div className="invite-preview">
      <p dir="auto">
        <span className="t-ink3">{t('invite.subject')}</span> <span className="t-medium">{data.subject}</span>
      </p>
      <EmailFrame html={data.preview} />
      {!creatorId && <p className="t-12 t-ink3">{t('invite.sample')}</p>}
    </div>
  );
}
