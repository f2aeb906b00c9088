import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { uploadCampaignCover } from '@troupe/contract/campaign';
import type { CampaignDetails } from '@troupe/domain/campaign';
import { Button } from '@troupe/ui/button';
import { ProgressBar } from '@troupe/ui/progress-bar';
import { useRef, useState } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { uploadClient } from '../../shared/upload-client.ts';
import { useEditor } from './brief-field.tsx';
import { CampaignCover } from './campaign-cover.tsx';

const MOST_BYTES = 10 * 1024 * 1024;

/** The picture of the campaign: chosen or dropped, sent at once. */
export function CoverField({ campaign }: { campaign: CampaignDetails }) {
  const brandId = useBrandId();
  const { brief, accept, change } = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadClient((bytes, total) => setSent(total > 0 ? bytes / total : 0)).upload(
        uploadCampaignCover,
        { params: { brandId, campaignId: campaign.id } },
        file,
        file.name,
      ),
    onSuccess: ({ campaign: newer }) => accept(newer),
  });
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setSent(0);
    setRefused(null);
    upload.reset();
    if (file.size > MOST_BYTES) setRefused('The picture is larger than 10 MB. Choose a smaller one.');
    else upload.mutate(file);
  };
  const wrong = refused ?? (upload.error ? errorText(upload.error) : null);
  return (
    <fieldset
      className="builder-group builder-cover"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <legend className="builder-label">Cover</legend>
      <div className="t-row t-wrap">
        <CampaignCover src={brief.cover ? campaign.coverUrl : null} size="card" />
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png"
          className="t-hidden"
          aria-label="Cover picture"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          icon={<IconPhotoUp size={16} />}
          busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {brief.cover ? 'Change picture' : 'Choose a picture'}
        </Button>
        {brief.cover && (
          <Button kind="quiet" onClick={() => change({ cover: null })}>
            Remove
          </Button>
        )}
        <span className="t-12 t-ink3">JPEG or PNG, up to 10 MB.</span>
      </div>
      {upload.isPending && (
        <ProgressBar label="Sending the picture" value={Math.round(sent * 100)} max={100} />
      )}
      {wrong && (
        <div className="t-field-note" role="alert" data-error>
          <span>{wrong}</span>
        </div>
      )}
    </fieldset>
  );
}
