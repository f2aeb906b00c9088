import type { Creator } from '@troupe/domain/discovery/creator';
import { followersLabel, showsAverageViews, showsEngagement } from '@troupe/domain/discovery/creator';
import { compactFollowers, compactViews, engagementRate, tableRate } from '@troupe/domain/figure-text';
import { Figure, type FigureProps, LabelledFigure } from '@troupe/ui/content/figure';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import './creator.css';
import { type ShownFigure, sourceOf, sourceWord } from './creator-labels.ts';

/** What a figure of a creator is asked for: value, formula, window, source and age. */
export function figureOf(creator: Creator, name: ShownFigure, onShowContent?: () => void): FigureProps {
  const source = sourceOf(creator, name);
  const computed = source?.kind === 'platform' || source?.kind === 'provider';
  const isSubscribers = followersLabel(creator.platform) === 'Subscribers' ? 'yes' : 'no';
  const common = {
    readAt: source?.readAt,
    source: source ? { kind: source.kind, name: sourceWord(creator, source.kind) } : undefined,
  };
  switch (name) {
    case 'followerCount':
      return {
        ...common,
        label: isSubscribers === 'yes' ? t('creator.subscribers') : t('creator.followers'),
        value: creator.followerCount === null ? null : compactFollowers(creator.followerCount),
        exact: creator.followerCount === null ? undefined : exactNumber(creator.followerCount),
      };
    case 'avgViews':
      return {
        ...common,
        label: t('creator.avgViews'),
        value: creator.avgViews === null ? null : compactViews(creator.avgViews),
        exact: creator.avgViews === null ? undefined : exactNumber(creator.avgViews),
        formula: computed ? t('creator.figure.viewsFormula') : t('creator.figure.imported'),
        items:
          computed && onShowContent
            ? { label: t('creator.figure.showPosts'), onClick: onShowContent }
            : undefined,
      };
    case 'engagement': {
      return {
        ...common,
        label: t('creator.engagement'),
        value: creator.engagement === null ? null : tableRate(creator.engagement),
        exact: creator.engagement === null ? undefined : engagementRate(creator.engagement),
        note:
          creator.followerCount === null
            ? undefined
            : t('creator.figure.ofPeople', { count: exactNumber(creator.followerCount), isSubscribers }),
        formula: computed
          ? t('creator.figure.engagementFormula', { isSubscribers })
          : t('creator.figure.imported'),
        window: computed ? t('creator.figure.window') : undefined,
        items:
          computed && onShowContent
            ? { label: t('creator.figure.showPosts'), onClick: onShowContent }
            : undefined,
      };
    }
  }
}

/** Who measured one figure and how old it is; nothing where that is not known. */
function FigureSourceMark({ creator, name }: { creator: Creator; name: ShownFigure }) {
  const source = sourceOf(creator, name);
  if (!source || creator[name] === null) return null;
  return <SourceMark kind={source.kind} readAt={source.readAt} />;
}

interface LabelledCreatorFigureProps {
  creator: Creator;
  name: ShownFigure;
  size?: FigureProps['size'];
  onShowContent?: (() => void) | undefined;
}

/** A figure under its label and above its own source and age. */
export function LabelledCreatorFigure({ creator, name, size, onShowContent }: LabelledCreatorFigureProps) {
  return (
    <LabelledFigure
      {...figureOf(creator, name, onShowContent)}
      {...(size ? { size } : {})}
      foot={<FigureSourceMark creator={creator} name={name} />}
    />
  );
}

/**
 * The figures of a card: followers or subscribers, engagement (not on YouTube), average views (not on Instagram), each
 * with its own source and age.
 */
export function CreatorFigures({ creator, onShowContent }: { creator: Creator; onShowContent?: () => void }) {
  return (
    <>
      <LabelledCreatorFigure creator={creator} name="followerCount" size={16} />
      {showsEngagement(creator.platform) && (
        <LabelledCreatorFigure creator={creator} name="engagement" size={16} onShowContent={onShowContent} />
      )}
      {showsAverageViews(creator.platform) && (
        <LabelledCreatorFigure creator={creator} name="avgViews" size={16} />
      )}
    </>
  );
}

/** One figure inside a table cell, above its source and age. */
export const CreatorFigure = (props: { creator: Creator; name: ShownFigure; onShowContent?: () => void }) => (
  <span className="creator-figure">
    <Figure {...figureOf(props.creator, props.name, props.onShowContent)} />
    <FigureSourceMark creator={props.creator} name={props.name} />
  </span>
);
