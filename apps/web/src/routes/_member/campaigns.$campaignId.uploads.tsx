import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import {
  readContentAddress,
  useContentTab,
} from '../../modules/campaigns/campaign-content/content-address.ts';
import { contentLook } from '../../modules/campaigns/campaign-content/content-labels.ts';
import {
  ContentCreator,
  ContentPage,
  uploadsOptions,
} from '../../modules/campaigns/campaign-content/content-page.tsx';
import {
  ExtendRights,
  UploadDownload,
  UploadFacts,
  UploadMedia,
} from '../../modules/campaigns/campaign-content/upload-media.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/uploads')({
  validateSearch: readContentAddress,
  component: UploadsScreen,
});

/** The pictures and videos that creators sent. */
function UploadsScreen() {
  const { campaignId, address, onChange } = useContentTab();
  const query = useQuery(uploadsOptions(useBrandId(), campaignId, address));
  return (
    <ContentPage
      what={t('uploads.what')}
      query={query}
      empty={{
        title: t('uploads.none'),
        text: t('uploads.noneText'),
      }}
      onPage={(page) => onChange({ page })}
    >
      {({ uploads }) => (
        <ul className="content-grid" aria-label={t('uploads.label')}>
          {uploads.map((upload) => {
            const look = contentLook(upload.status);
            return (
              <li key={upload.id} className="content-card">
                <UploadMedia upload={upload} />
                <ContentCreator creator={upload.creator} campaignId={campaignId} />
                <UploadFacts upload={upload} />
                <ExtendRights upload={upload} campaignId={campaignId} />
                <div className="content-card-foot">
                  <Pill tone={look.tone}>{look.label}</Pill>
                  <span className="t-12 t-ink2 t-grow">
                    <Ago at={upload.created} />
                  </span>
                  <UploadDownload upload={upload} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </ContentPage>
  );
}
