import { useQuery } from '@tanstack/react-query';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import type { ContentAddress } from './content-address.ts';
import { ContentCreator } from './content-creator.tsx';
import { ContentPage } from './content-page.tsx';
import { uploadsOptions } from './content-queries.ts';
import { contentLooks } from './content-words.ts';
import { UploadDownload, UploadFacts, UploadMedia } from './upload-media.tsx';

interface ContentScreenProps {
  campaignId: string;
  address: ContentAddress;
  onChange: (part: Partial<ContentAddress>) => void;
}

/** The pictures and videos that creators sent. */
export function UploadsScreen({ campaignId, address, onChange }: ContentScreenProps) {
  const query = useQuery(uploadsOptions(useBrandId(), campaignId, address));
  return (
    <ContentPage
      what="uploads"
      query={query}
      empty={{
        title: 'No uploads yet',
        text: 'Photos and videos from approved creators appear here.',
      }}
      onPage={(page) => onChange({ page })}
    >
      {({ uploads }) => (
        <ul className="content-grid" aria-label="Uploads">
          {uploads.map((upload) => {
            const look = contentLooks[upload.status];
            return (
              <li key={upload.id} className="content-card">
                <UploadMedia upload={upload} />
                <ContentCreator creator={upload.creator} campaignId={campaignId} />
                <UploadFacts upload={upload} />
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
