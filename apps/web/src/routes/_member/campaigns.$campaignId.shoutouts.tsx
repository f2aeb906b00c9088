import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { exportShoutouts } from '@troupe/contract/campaigns/campaign-content';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { contentKindName } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { lazy, Suspense, useState } from 'react';
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
  shoutoutsOptions,
} from '../../modules/campaigns/campaign-content/content-page.tsx';
import { RemoveShoutout } from '../../modules/campaigns/campaign-content/remove-shoutout.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { CsvButton } from '../../shared/download.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/campaigns/$campaignId/shoutouts')({
  validateSearch: readContentAddress,
  component: ShoutoutsScreen,
});

const AddShoutoutDialog = lazy(
  () => import('../../modules/campaigns/campaign-content/add-shoutout-dialog.tsx'),
);

const UntaggedPosts = lazy(
  () => import('../../modules/campaigns/campaign-content/untagged-post/untagged-posts.tsx'),
);

/** The live posts of a campaign with their figures. */
function ShoutoutsScreen() {
  const { campaignId, address, onChange } = useContentTab();
  const brandId = useBrandId();
  const query = useQuery(shoutoutsOptions(campaignId, address));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('shoutouts.add')}
    </Button>
  );
  return (
    <>
      <ContentPage
        what={t('shoutouts.what')}
        query={query}
        empty={{
          title: t('shoutouts.none'),
          text: t('shoutouts.noneText'),
          actions: add,
        }}
        before={
          <Suspense>
            <UntaggedPosts campaignId={campaignId} />
          </Suspense>
        }
        tools={
          <>
            {add}
            <CsvButton
              fileName="shoutouts.csv"
              download={() => client.download(exportShoutouts, { params: { brandId, campaignId } })}
            />
          </>
        }
        onPage={(page) => onChange({ page })}
      >
        {({ shoutouts }) => <Shoutouts shoutouts={shoutouts} campaignId={campaignId} />}
      </ContentPage>
      {adding && (
        <Suspense>
          <AddShoutoutDialog campaignId={campaignId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Shoutouts({ shoutouts, campaignId }: { shoutouts: readonly Shoutout[]; campaignId: string }) {
  return (
    <Table label={t('shoutouts.label')} bleed className="content-table">
      <thead>
        <tr>
          <Th>{t('shoutouts.post')}</Th>
          <Th data-wide="1">{t('posts.creator')}</Th>
          <Th numeric data-wide="1">
            {t('posts.published')}
          </Th>
          <CountHeads />
          <Th numeric data-wide="1">
            {t('posts.read')}
          </Th>
        </tr>
      </thead>
      <tbody>
        {shoutouts.map((post) => {
          const href = safeHref(post.url);
          const kind = contentKindName(post.kind);
          const title = post.title || `A ${kind}`;
          return (
            <Tr key={post.id}>
              <Td>
                <span className="content-post">
                  <ContentThumbnail src={post.thumbnailUrl} />
                  {href ? (
                    <a
                      href={href}
                      target="_blank"
                      rel="noreferrer noopener"
                      className="t-ellipsis"
                      dir="auto"
                    >
                      {title}
                    </a>
                  ) : (
                    <span className="t-ellipsis" dir="auto">
                      {title}
                    </span>
                  )}
                </span>
              </Td>
              <Td data-wide="1">
                <ContentCreator creator={post.creator} campaignId={campaignId} />
              </Td>
              <Td numeric data-wide="1">
                {post.published ? <Ago at={post.published} /> : '–'}
              </Td>
              <CountCells
                figures={post.figures}
                of={title}
                asOf={post.asOf}
                source={post.source}
                window={t('shoutouts.window')}
                url={href}
                history={post.history}
              />
              <Td numeric data-wide="1">
                {post.asOf ? (
                  <SourceMark kind={sourceOf(post.source).kind} readAt={post.asOf} />
                ) : (
                  <>
                    {post.failure ?? t('posts.notYet')}{' '}
                    <RemoveShoutout campaignId={campaignId} shoutoutId={post.id} url={post.url} />
                  </>
                )}
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
