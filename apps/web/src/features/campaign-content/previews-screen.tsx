import { IconArrowsSort } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/button';
import { Menu } from '@troupe/ui/menu';
import { type ContentAddress, PREVIEW_SORTS, type PreviewSort } from './content-address.ts';
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
        title: 'No content waits here yet.',
        text: 'What approved creators hand in stands here before it goes live.',
      }}
      onPage={(page) => onChange({ page })}
      tools={
        <Menu
          label="Sort by"
          align="end"
          trigger={
            <Button
              kind="quiet"
              icon={<IconArrowsSort size={16} />}
              aria-label={`Sorted by ${PREVIEW_SORTS[sort]}`}
            >
              {PREVIEW_SORTS[sort]}
            </Button>
          }
          items={(Object.keys(PREVIEW_SORTS) as PreviewSort[]).map((one) => ({
            label: PREVIEW_SORTS[one],
            checked: one === sort,
            onClick: () => onChange({ sort: one, page: undefined }),
          }))}
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
