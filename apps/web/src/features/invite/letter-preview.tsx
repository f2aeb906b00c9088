import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/button';
import { ErrorState } from '@troupe/ui/error-state';
import { Loading, SkeletonText } from '@troupe/ui/skeleton';
import { useId, useState } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { letterPreviewOptions } from './invite-queries.ts';
import { type Letter, letterBody } from './letter.ts';

/** Shows the mail as it would arrive, once somebody wants to see it. */
export function LetterPreview({ letter, creatorId }: { letter: Letter; creatorId?: string | undefined }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const missing = !letter.campaignId || (letter.custom && !letter.templateId);
  return (
    <div>
      <Button
        kind="quiet"
        size="row"
        icon={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabledReason={missing ? 'Choose what to send first' : undefined}
        onClick={() => setOpen(!open)}
      >
        Preview
      </Button>
      {open && !missing && (
        <div id={id} className="invite-preview">
          <Preview letter={letter} creatorId={creatorId} />
        </div>
      )}
    </div>
  );
}

function Preview({ letter, creatorId }: { letter: Letter; creatorId?: string | undefined }) {
  const { campaignId, templateId } = letterBody(letter);
  const asked = letterPreviewOptions(useBrandId(), { campaignId, templateId, socialProfileId: creatorId });
  const { data, error, isFetching, refetch } = useQuery({ ...asked, placeholderData: keepPreviousData });
  if (error && !data) {
    return (
      <ErrorState
        title="The preview could not be made."
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Loading label="Making the preview">
        <SkeletonText lines={4} />
      </Loading>
    );
  }
  return (
    <>
      <p className="t-medium" dir="auto">
        {data.subject}
      </p>
      <p className="invite-preview-text" dir="auto">
        {data.text}
      </p>
    </>
  );
}
