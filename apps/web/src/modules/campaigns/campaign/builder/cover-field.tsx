import { uploadCampaignCover } from '@troupe/contract/campaigns/campaign';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { acceptList } from '@troupe/domain/file-type';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { PictureChoice } from '../../../../shared/picture-choice.tsx';
import { useEditor } from '../brief/brief-field.tsx';
import { CampaignCover } from '../campaign-cover.tsx';

/** The picture of the campaign. */
export function CoverField({ campaign }: { campaign: CampaignDetails }) {
  const brandId = useBrandId();
  const { brief, accept, change } = useEditor();
  return (
    <PictureChoice
      label="Cover"
      inputLabel="Cover picture"
      className="builder-group"
      labelClassName="builder-label"
      accept={acceptList('picture')}
      mostMegabytes={10}
      hint="JPEG, PNG or WebP, up to 10 MB."
      chosen={Boolean(brief.cover)}
      send={async (client, file) => {
        const params = { brandId, campaignId: campaign.id };
        accept((await client.upload(uploadCampaignCover, { params }, file, file.name)).campaign);
      }}
      onRemove={() => change({ cover: null })}
    >
      <CampaignCover src={brief.cover ? campaign.coverUrl : null} size="card" />
    </PictureChoice>
  );
}
