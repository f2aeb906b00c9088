import { useQuery } from '@tanstack/react-query';
import { SortMenu } from '../../../shared/list/sort-menu.tsx';
import { type ContentAddress, PREVIEW_SORTS } from './content-address.ts';
import { ContentPage } from './content-page.tsx';
import { previewsOptions } from './content-queries.ts';
import { PreviewCard } from './preview-card.tsx';

interface PreviewsScreenProps {
  campaignId: string;
  address: ContentAddress;
  onChange: (part: Partial<ContentAddress>) => void;
}

/** What creators want to post, with the decision about each. */
export function PreviewsScreen({ campaignId, address, onChange }: PreviewsScreenProps) {
  const query = useQuery(previewsOptions(campaignId, address));
  const sort = address.sort ?? 'newest';
  return (
    <ContentPage
      what="content previews"
      query={query}
      empty={{
        title: 'No content to review',
        text: 'Content to review appears here before it goes live.',
      }}
      onPage={(page) => onChange({ page })}
      tools={
        <SortMenu
          names={PREVIEW_SORTS}
          value={sort}
          onChange={(next) => onChange({ sort: next, page: undefined })}
        />
      }
    >
      {({ contentPreviews }) => (
        <ul className="content-previews" aria-label="Content previews">
          {contentPreviews.map((preview) => (
            <PreviewCard key={preview.id} preview={preview} campaignId={campaignId} />
          ))}
        </ul>
      )}
    </ContentPage>
  );
}
