import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import {
  previewSortNames,
  readContentAddress,
  useContentTab,
} from '../../modules/campaigns/campaign-content/content-address.ts';
import { ContentPage, previewsOptions } from '../../modules/campaigns/campaign-content/content-page.tsx';
import { PreviewCard } from '../../modules/campaigns/campaign-content/preview-card.tsx';
import { PreviewViewer } from '../../modules/campaigns/campaign-content/preview-viewer.tsx';
import { SortMenu } from '../../shared/list/list-controls.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/content-previews')({
  validateSearch: readContentAddress,
  component: PreviewsScreen,
});

/** What creators want to post, with the decision about each. */
function PreviewsScreen() {
  const { campaignId, address, onChange } = useContentTab();
  const query = useQuery(previewsOptions(campaignId, address));
  const sort = address.sort ?? 'newest';
  return (
    <ContentPage
      what={t('previews.what')}
      query={query}
      empty={{
        title: t('previews.none'),
        text: t('previews.noneText'),
      }}
      onPage={(page) => onChange({ page })}
      tools={
        <SortMenu
          names={previewSortNames()}
          value={sort}
          onChange={(next) => onChange({ sort: next, page: undefined })}
        />
      }
    >
      {({ contentPreviews }) => (
        <>
          <ul className="content-previews" aria-label={t('previews.label')}>
            {contentPreviews.map((preview) => (
              <PreviewCard
                key={preview.id}
                preview={preview}
                campaignId={campaignId}
                onView={() => onChange({ preview: preview.id })}
              />
            ))}
          </ul>
          {address.preview && (
            <PreviewViewer
              previews={contentPreviews}
              previewId={address.preview}
              campaignId={campaignId}
              onShow={(preview) => onChange({ preview })}
              onClose={() => onChange({ preview: undefined })}
            />
          )}
        </>
      )}
    </ContentPage>
  );
}
