import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import type { CampaignTab } from './campaign-tabs.ts';

const WORDS: Record<Exclude<CampaignTab, 'overview'>, { title: string; text: string }> = {
  'opt-ins': {
    title: 'Opt-ins are decided here.',
    text: 'Creators who want to take part stand here once they have opted in.',
  },
  shoutouts: {
    title: 'Shoutouts are collected here.',
    text: 'Live posts of approved creators stand here with their figures.',
  },
  stories: {
    title: 'Stories are collected here.',
    text: 'Stories of approved creators stand here with their figures of 24 hours.',
  },
  uploads: {
    title: 'Uploads are collected here.',
    text: 'Pictures and videos that creators upload for this campaign stand here.',
  },
  'content-previews': {
    title: 'Content previews are decided here.',
    text: 'What creators want to post stands here before it goes live.',
  },
  metrics: {
    title: 'Figures of the content are shown here.',
    text: 'They begin with the first live post of this campaign.',
  },
};

/** What a tab is for, until something stands in it. */
export function TabEmpty({ tab }: { tab: Exclude<CampaignTab, 'overview'> }) {
  return (
    <div className="t-page">
      <EmptyState
        {...WORDS[tab]}
        drawing="seats"
        actions={<Button href="/creator-search">Find creators</Button>}
      />
    </div>
  );
}
