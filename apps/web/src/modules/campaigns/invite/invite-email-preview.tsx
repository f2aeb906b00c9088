import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { EmailFrame } from '../../../shared/email-frame.tsx';
import { type InviteEmail, inviteEmailBody } from './invite-email.ts';
import { invitePreviewOptions } from './invite-queries.ts';

/** The mail as it would arrive; for several creators filled with examples. */
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
        title="Couldn't load the preview."
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the preview">
        <SkeletonText lines={4} />
      </Loading>
    );
  }
  return (
    <div className="invite-preview">
      <p dir="auto">
        <span className="t-ink3">Subject</span> <span className="t-medium">{data.subject}</span>
      </p>
      <EmailFrame html={data.preview} />
      {!creatorId && (
        <p className="t-12 t-ink3">Preview with sample data. Each creator gets their own name and link.</p>
      )}
    </div>
  );
}
