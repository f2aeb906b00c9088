import type { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { EarlierVersion, Upload } from '@troupe/domain/campaigns/campaign-content';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Ago } from '@troupe/ui/content/ago';
import { UploadDownload, UploadFacts, UploadMedia } from './upload-media.tsx';

/** The files of one version of a piece of content. */
export function PreviewFiles({ uploads }: { uploads: readonly Upload[] }) {
  return (
    <div className="content-preview-files">
      {uploads.map((upload) => (
        <div key={upload.id} className="content-card">
          <UploadMedia upload={upload} />
          <UploadFacts upload={upload} />
          <div>
            <UploadDownload upload={upload} />
          </div>
        </div>
      ))}
      {uploads.length === 0 && <p className="t-ink2">No files.</p>}
    </div>
  );
}

/** What newer versions have replaced, to look at beside the one that counts. */
export function EarlierVersions({
  earlier,
  kind,
}: {
  earlier: readonly EarlierVersion[];
  kind: ContentKind;
}) {
  return (
    <details className="content-earlier">
      <summary>{earlier.length === 1 ? 'Earlier version' : `${earlier.length} earlier versions`}</summary>
      <ol>
        {earlier.map((before) => (
          <li key={before.version}>
            <span className="t-12 t-ink2">
              Version {before.version}
              {before.kind !== kind && `, ${contentKindTitle(before.kind)}`}, <Ago at={before.created} />
            </span>
            <PreviewFiles uploads={before.uploads} />
            {before.caption && (
              <p className="content-caption" dir="auto">
                {before.caption}
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
