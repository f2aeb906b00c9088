import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { compactCount } from '@troupe/ui/lib/format';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, type ReactNode, Suspense } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import {
  hrefOf,
  LISTENING_TABS,
  type ListeningTab,
  type TabProps,
} from '../../shared/listening/listening-address.ts';
import { monitorsOptions, unreadOptions } from '../../shared/listening/listening-queries.ts';
import { t } from '../../shared/listening/messages/messages.gen.ts';
import { SheetHead } from '../../shared/screen/screen.tsx';
import { useMentionFeed } from './mention/use-mention-feed.ts';
import './listening.css';

const MentionsTab = lazy(() => import('./mention/mentions-tab.tsx'));
const MentionDrawer = lazy(() => import('./mention/mention-drawer.tsx'));
const AuthorDrawer = lazy(() => import('./mention/author-drawer.tsx'));
const SourcesTab = lazy(() => import('./sources/sources-tab.tsx'));
const SummaryTab = lazy(() => import('./summary/summary-tab.tsx'));
const AlertsTab = lazy(() => import('./alerts/alerts-tab.tsx'));
const MonitorsTab = lazy(() => import('./monitor/monitors-tab.tsx'));

interface ListeningScreenProps extends TabProps {
  tab: ListeningTab;
  /** The menu of saved views. */
  views: ReactNode;
  saveButton: (creatorId: string) => ReactNode;
  onInvite: (creatorId: string) => void;
}

/** Social listening: mentions, the monitors that find them, and the sources they come from. */
export function ListeningScreen(props: ListeningScreenProps) {
  const { tab, address, onChange } = props;
  if (tab === 'mentions') return <Mentions {...props} />;
  return (
    <>
      <Head tab={tab} />
      <div className="t-page listening-tab">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          {tab === 'monitors' && <MonitorsTab address={address} onChange={onChange} />}
          {tab === 'summary' && <SummaryTab address={address} onChange={onChange} />}
          {tab === 'alerts' && <AlertsTab />}
          {tab === 'sources' && <SourcesTab />}
        </Suspense>
      </div>
    </>
  );
}

function Head({ tab }: { tab: ListeningTab }) {
  const brandId = useBrandId();
  const monitors = useQuery(monitorsOptions(brandId)).data?.monitors.length;
  const unread = useQuery(unreadOptions(brandId)).data?.unread.total;
  const counts: Partial<Record<ListeningTab, ReactNode>> = {
    mentions: unread ? compactCount(unread) : undefined,
    monitors,
  };
  return (
    <SheetHead>
      <PageHeader
        title={t('title')}
        actions={
          <Button
            kind={monitors === 0 ? 'second' : 'main'}
            icon={<IconPlus size={16} />}
            href="/social-listening/monitors?open=new"
          >
            {t('monitor.new')}
          </Button>
        }
      />
      <Tabs
        label={t('title')}
        items={LISTENING_TABS.map((name) => ({
          label: t(`tab.${name}`),
          href: hrefOf(name),
          active: name === tab,
          ...(counts[name] === undefined ? {} : { count: counts[name] }),
        }))}
      />
    </SheetHead>
  );
}

function Mentions({ address, onChange, views, saveButton, onInvite }: ListeningScreenProps) {
  const feed = useMentionFeed(address);
  const { open, who } = address;
  const at = feed.mentions.findIndex(({ id }) => id === open);
  const stepTo = (index: number) => {
    const mention = feed.mentions[index];
    return at >= 0 && mention ? () => onChange({ open: mention.id }) : null;
  };
  return (
    <DrawerLayout
      drawer={
        <Suspense>
          {who ? (
            <AuthorDrawer
              key={who}
              authorId={who}
              saveButton={saveButton}
              onInvite={onInvite}
              onMention={(id) => onChange({ open: id, who: undefined })}
              onAll={() => onChange({ author: who, who: undefined })}
              onClose={() => onChange({ who: undefined })}
            />
          ) : (
            open && (
              <MentionDrawer
                mentionId={open}
                feed={feed}
                onAuthor={(id) => onChange({ who: id, open: undefined })}
                onClose={() => onChange({ open: undefined })}
                onPrevious={stepTo(at - 1)}
                onNext={stepTo(at + 1)}
              />
            )
          )}
        </Suspense>
      }
    >
      <Head tab="mentions" />
      <div className="t-page listening-tab">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <MentionsTab address={address} onChange={onChange} feed={feed} views={views} />
        </Suspense>
      </div>
    </DrawerLayout>
  );
}
