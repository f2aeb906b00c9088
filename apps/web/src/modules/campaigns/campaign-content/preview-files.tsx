import type { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import type { EarlierVersion, Upload } from '@troupe/domain/campaigns/campaign-content';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Ago } from '@troupe/ui/content/ago';
import { Children } from 'react';
import { t } from '../messages/messages.gen.ts';
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
      {uploads.length === 0 && <p className="t-ink2">{t('content.noFiles')}</p>}
    </div>
  );
}

/** Earlier versions, to compare with the current one. */
export function EarlierVersions({
  earlier,
  kind,
}: {
  earlier: readonly EarlierVersion[];
  kind: ContentKind;
}) {
  return (
    <details className="content-earlier">
      <summary>{t('content.earlier', { count: earlier.length })}</summary>
      <ol>
        {earlier.map((before) => (
          <li key={before.version}>
            <span className="t-12 t-ink2">
              {Children.toArray(
                before.kind === kind
                  ? t.rich('content.earlierVersion', {
                      version: before.version,
                      ago: () => <Ago at={before.created} />,
                    })
                  : t.rich('content.earlierVersionKind', {
                      version: before.version,
                      kind: contentKindTitle(before.kind),
                      ago: () => <Ago at={before.created} />,
                    }),
              )}
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
