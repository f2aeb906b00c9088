import { IconExternalLink, IconSend, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Mention } from '@troupe/domain/listening/mention';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { authorName, sourceName } from '../../../shared/listening/listening-labels.ts';
import { authorMentionsOptions, authorOptions } from '../../../shared/listening/listening-queries.ts';
import { MarkedText } from '../../../shared/listening/marked-text.tsx';
import { t } from '../../../shared/listening/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';

const MakeCreatorDialog = lazy(() => import('./make-creator-dialog.tsx'));

interface AuthorDrawerProps {
  authorId: string;
  /** Saves the creator to a list. */
  saveButton: (creatorId: string) => ReactNode;
  /** Opens the invite dialog. */
  onInvite: (creatorId: string) => void;
  onMention: (mentionId: string) => void;
  /** Shows all mentions of the author in the feed. */
  onAll: () => void;
  onClose: () => void;
}

/** The author of mentions: what is known, what they wrote, and the way to a creator who can be invited. */
export default function AuthorDrawer(props: AuthorDrawerProps) {
  const { authorId, saveButton, onInvite, onMention, onAll, onClose } = props;
  const brandId = useBrandId();
  const query = useQuery(authorOptions(brandId, authorId));
  const mentions = useQuery(authorMentionsOptions(brandId, authorId));
  const author = query.data?.author;
  const [making, setMaking] = useState(false);
  const latest = mentions.data?.mentions[0];
  return (
    <Drawer
      title={author ? authorName(author) : t('author.loading')}
      subtitle={author && <bdi>@{author.handle}</bdi>}
      media={author && <Avatar name={authorName(author)} size={36} />}
      onClose={onClose}
    >
      <LoadState what={t('author.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {author && (
        <>
          <DrawerSection>
            <div className="t-row t-wrap">
              {author.creatorId ? (
                <>
                  <Pill tone="green">{t('author.isCreator')}</Pill>
                  {saveButton(author.creatorId)}
                  <InviteButton creatorId={author.creatorId} onInvite={onInvite} />
                  <Button size="row" kind="quiet" href={`/creator-search?creator=${author.creatorId}`}>
                    {t('author.openCreator')}
                  </Button>
                </>
              ) : (
                <Button
                  kind="main"
                  icon={<IconUserPlus size={16} />}
                  disabledReason={
                    author.abilities.makeCreator.reason ?? (latest ? undefined : t('author.noMention'))
                  }
                  onClick={() => setMaking(true)}
                >
                  {t('author.makeCreator')}
                </Button>
              )}
              {author.url && (
                <Button
                  size="row"
                  kind="quiet"
                  icon={<IconExternalLink size={16} />}
                  href={author.url}
                  target="_blank"
                >
                  {t('author.openProfile', { source: sourceName(author.source) })}
                </Button>
              )}
            </div>
            {author.abilities.makeCreator.reason && !author.creatorId && (
              <p className="t-ink2 listening-gap">{author.abilities.makeCreator.reason}</p>
            )}
          </DrawerSection>
          <DrawerSection title={t('author.facts')}>
            <div className="listening-figures-row">
              <LabelledFigure
                label={t('author.followers')}
                value={author.followers === null ? null : compactCount(author.followers)}
                exact={exactNumber(author.followers)}
                readAt={author.asOf}
                source={{ kind: 'platform', name: sourceName(author.source) }}
              />
              <LabelledFigure
                label={t('author.mentions90')}
                value={exactNumber(author.mentions90Days)}
                formula={t('author.mentions90Formula')}
              />
              <LabelledFigure
                label={t('author.influence')}
                value={author.influence.toFixed(1)}
                formula={t('author.influenceFormula')}
              />
            </div>
            <dl className="listening-facts">
              <dt>{t('author.firstSeen')}</dt>
              <dd>
                <Ago at={author.firstSeen} />
              </dd>
              <dt>{t('author.lastSeen')}</dt>
              <dd>
                <Ago at={author.lastSeen} />
              </dd>
            </dl>
          </DrawerSection>
          <DrawerSection
            title={t('tab.mentions')}
            aside={
              <Button size="row" kind="quiet" onClick={onAll}>
                {t('author.all')}
              </Button>
            }
          >
            <LoadState what={t('feed.what')} query={mentions}>
              <SkeletonText lines={4} />
            </LoadState>
            <ul className="listening-lines">
              {mentions.data?.mentions.map((mention) => (
                <Line key={mention.id} mention={mention} onOpen={() => onMention(mention.id)} />
              ))}
            </ul>
            {mentions.data?.mentions.length === 0 && <p className="t-ink2">{t('author.noMention')}</p>}
          </DrawerSection>
          <Suspense>
            {making && latest && (
              <MakeCreatorDialog
                mentionId={latest.id}
                name={authorName(author)}
                onInvite={onInvite}
                onClose={() => setMaking(false)}
              />
            )}
          </Suspense>
        </>
      )}
    </Drawer>
  );
}

function InviteButton({ creatorId, onInvite }: { creatorId: string; onInvite: (id: string) => void }) {
  return (
    <Button size="row" icon={<IconSend size={16} />} onClick={() => onInvite(creatorId)}>
      {t('author.invite')}
    </Button>
  );
}

function Line({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  return (
    <li>
      <p className="listening-line-text" dir="auto">
        <MarkedText text={mention.text} spans={mention.spans} part="text" />
      </p>
      <span className="t-12 t-ink2">
        <Ago at={mention.published} />{' '}
        <button type="button" className="listening-link t-link" onClick={onOpen}>
          {t('mention.details')}
        </button>
      </span>
    </li>
  );
}
