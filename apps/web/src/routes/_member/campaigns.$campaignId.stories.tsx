import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { exportStories } from '@troupe/contract/campaigns/campaign-content';
import type { Story } from '@troupe/domain/campaigns/campaign-content';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import {
  readContentAddress,
  useContentTab,
} from '../../modules/campaigns/campaign-content/content-address.ts';
import { CountCells, CountHeads } from '../../modules/campaigns/campaign-content/content-figures.tsx';
import { safeHref, sourceOf } from '../../modules/campaigns/campaign-content/content-labels.ts';
import {
  ContentCreator,
  ContentPage,
  ContentThumbnail,
  storiesOptions,
} from '../../modules/campaigns/campaign-content/content-page.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { CsvButton } from '../../shared/download.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/stories')({
  validateSearch: readContentAddress,
  component: StoriesScreen,
});

/** The stories of a campaign with the figures of their 24 hours. */
function StoriesScreen() {
  const { campaignId, address, onChange } = useContentTab();
  const brandId = useBrandId();
  const query = useQuery(storiesOptions(campaignId, address));
  return (
    <ContentPage
      what={t('stories.what')}
      query={query}
      empty={{
        title: t('stories.none'),
        text: t('stories.noneText'),
      }}
      tools={
        <CsvButton
          fileName="stories.csv"
          download={() => client.download(exportStories, { params: { brandId, campaignId } })}
        />
      }
      onPage={(page) => onChange({ page })}
    >
      {({ stories }) => (
        <Table label={t('stories.label')} bleed className="content-table">
          <thead>
            <tr>
              <Th>{t('posts.creator')}</Th>
              <Th numeric data-wide="1">
                {t('posts.published')}
              </Th>
              <Th numeric>{t('stories.runs')}</Th>
              <CountHeads />
              <Th numeric data-wide="1">
                {t('posts.read')}
              </Th>
            </tr>
          </thead>
          <tbody>
            {stories.map((story) => (
              <StoryRow key={story.id} story={story} campaignId={campaignId} />
            ))}
          </tbody>
        </Table>
      )}
    </ContentPage>
  );
}

function StoryRow({ story, campaignId }: { story: Story; campaignId: string }) {
  const { creator, published, expires, figures, asOf, source, failure, thumbnailUrl, url } = story;
  const runs = Date.parse(expires) > Date.now();
  const name = creator.fullname || creator.username;
  return (
    <Tr>
      <Td>
        <span className="content-post">
          <ContentThumbnail src={thumbnailUrl} />
          <ContentCreator creator={creator} campaignId={campaignId} />
        </span>
      </Td>
      <Td numeric data-wide="1">
        <Ago at={published} />
      </Td>
      <Td numeric>
        {runs ? (
          <Pill tone="green">
            <span>{t.rich('stories.ends', { ago: () => <Ago key="ago" at={expires} /> })}</span>
          </Pill>
        ) : (
          <Pill>{t('stories.ended')}</Pill>
        )}
      </Td>
      <CountCells
        figures={figures}
        of={t('stories.of', { name })}
        asOf={asOf}
        source={source}
        window={t('stories.window')}
        url={runs ? safeHref(url) : undefined}
      />
      <Td numeric data-wide="1">
        {asOf ? <SourceMark kind={sourceOf(source).kind} readAt={asOf} /> : (failure ?? t('posts.notYet'))}
      </Td>
    </Tr>
  );
}
