import {
  IconArchive,
  IconChartDonut2,
  IconListDetails,
  IconMessageCircle,
  IconSend,
} from '@tabler/icons-react';
import { showsAverageViews, showsEngagement } from '@troupe/domain/discovery/creator';
import type { CreatorListItem } from '@troupe/domain/discovery/creator-list';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Checkbox } from '@troupe/ui/field/choice';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { type HTMLAttributes, lazy, type MouseEvent, memo, type Ref, Suspense } from 'react';
import { LabelledCreatorFigure } from '../../../shared/creator/creator-figures.tsx';
import { ContactMark, CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { inviteReason } from '../../../shared/creator/invited.ts';
import { FlagMark } from '../../../shared/safety-flag/flag-mark.tsx';
import { ItemFields, ItemMeeting } from './item-fields.tsx';
import { t } from './messages/messages.gen.ts';
import { useItemSaving } from './use-item-saving.ts';
import '@troupe/ui/layout/record-card.css';
import './item-card.css';

/** What can be done with an item on its card. */
export interface ItemActions {
  onOpen: (item: CreatorListItem) => void;
  onInvite: (item: CreatorListItem) => void;
  onInsights: (item: CreatorListItem) => void;
  onArchive: (item: CreatorListItem) => void;
  onReview: (item: CreatorListItem) => void;
  onSelect: (item: CreatorListItem, chosen: boolean) => void;
}

const VoteCounts = lazy(() =>
  import('./review/vote-counts.tsx').then((module) => ({ default: module.VoteCounts })),
);
const CustomCell = lazy(() => import('./custom/custom-cell.tsx'));

interface ItemCardProps extends HTMLAttributes<HTMLElement> {
  item: CreatorListItem;
  /** The custom fields that are shown. */
  fields: readonly ListField[];
  actions: ItemActions;
  /** Invited to a campaign already. */
  invited: boolean;
  selected: boolean;
  /** Open in the drawer. */
  open: boolean;
  ref?: Ref<HTMLElement>;
}

const isControl = (event: MouseEvent<HTMLElement>) => {
  const target = event.target as Element;
  if (!event.currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, textarea, blockquote') !== null;
};

/** A creator on a list: figures, actions, status and notes. Spread `rowProps(id)` of useArrowList on it. */
export function ItemCard({ item, fields, actions, invited, selected, open, ...card }: ItemCardProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard comes from useArrowList
    <article
      {...card}
      className="t-card list-item"
      aria-label={nameOf(item)}
      aria-current={open || undefined}
      data-selected={selected || undefined}
      data-opens
      onClick={(event) => {
        if (!isControl(event)) actions.onOpen(item);
      }}
    >
      <Content item={item} fields={fields} actions={actions} invited={invited} selected={selected} />
    </article>
  );
}

/** Returns the display name of a creator on a list. */
export const nameOf = ({ socialProfile: { fullname, username } }: CreatorListItem): string =>
  fullname || username;

/** Returns the actions on an item, for buttons and menus. */
export function commandsOf(item: CreatorListItem, actions: ItemActions, invited: boolean) {
  return {
    details: { label: t('action.details'), onClick: () => actions.onOpen(item) },
    invite: {
      label: t('action.inviteToCampaign'),
      onClick: () => actions.onInvite(item),
      disabledReason: inviteReason(item.socialProfile.metaData, invited),
    },
    insights: { label: t('action.insights'), onClick: () => actions.onInsights(item) },
    review: { label: t('item.review'), onClick: () => actions.onReview(item) },
    archive: {
      label: t('action.archive'),
      onClick: (click?: { detail: number }) => {
        if (!isSecondOfDouble(click)) actions.onArchive(item);
      },
    },
  };
}

type ContentProps = Pick<ItemCardProps, 'item' | 'fields' | 'actions' | 'invited' | 'selected'>;

// Memoized: moving through the list renders every card again.
const Content = memo(function Content({ item, fields, actions, invited, selected }: ContentProps) {
  const saving = useItemSaving(item);
  const creator = item.socialProfile;
  const name = nameOf(item);
  const { details, invite, insights, review, archive } = commandsOf(item, actions, invited);
  return (
    <>
      <div className="list-item-check">
        <Checkbox
          label={t('select.one', { name })}
          hideLabel
          checked={selected}
          onChange={(event) => actions.onSelect(item, event.target.checked)}
        />
      </div>
      <div className="list-item-who">
        <CreatorWho creator={creator} mark={<FlagMark categories={item.openFlags} />} />
      </div>
      <div className="list-item-figures">
        <LabelledCreatorFigure creator={creator} name="followerCount" />
        {showsEngagement(creator.platform) ? (
          <LabelledCreatorFigure creator={creator} name="engagement" />
        ) : (
          <span className="list-item-gap" />
        )}
        {showsAverageViews(creator.platform) && <LabelledCreatorFigure creator={creator} name="avgViews" />}
      </div>
      <div className="list-item-actions">
        <ContactMark state={creator.metaData} />
        <IconButton size="row" icon={<IconListDetails size={18} />} {...details} />
        <IconButton size="row" icon={<IconSend size={18} />} {...invite} />
        <IconButton size="row" icon={<IconChartDonut2 size={18} />} {...insights} />
        <IconButton size="row" icon={<IconMessageCircle size={18} />} {...review} />
        <IconButton size="row" icon={<IconArchive size={18} />} {...archive} />
      </div>
      <div className="list-item-menu">
        <ContactMark state={creator.metaData} />
        <MoreMenu
          label={t('item.actions', { name })}
          size="md"
          items={[
            { ...details, icon: <IconListDetails size={18} /> },
            { ...invite, icon: <IconSend size={18} /> },
            { ...insights, icon: <IconChartDonut2 size={18} /> },
            { ...review, icon: <IconMessageCircle size={18} /> },
            'divider',
            { ...archive, icon: <IconArchive size={18} /> },
          ]}
        />
      </div>
      <ItemFields name={name} saving={saving} />
      {item.review && (
        <div className="list-item-custom">
          <Suspense>
            <VoteCounts counts={item.review} name={name} onOpen={review.onClick} />
          </Suspense>
        </div>
      )}
      {fields.length > 0 && (
        <div className="list-item-custom">
          <Suspense>
            {fields.map((field) => (
              <CustomCell key={field.id} item={item} field={field} name={name} labelled />
            ))}
          </Suspense>
        </div>
      )}
      <ItemMeeting saving={saving} />
      <div className="list-item-thumb-actions">
        <Button icon={<IconSend size={18} />} disabledReason={invite.disabledReason} onClick={invite.onClick}>
          {invited ? t('item.invited') : t('action.invite')}
        </Button>
        <Button icon={<IconChartDonut2 size={18} />} onClick={insights.onClick}>
          {t('item.insights')}
        </Button>
        <IconButton look="edged" icon={<IconArchive size={18} />} {...archive} />
      </div>
    </>
  );
});

/** The second half of a double click would archive the next card, which slid under the pointer. Keys have no count. */
const isSecondOfDouble = (click?: { detail: number }): boolean =>
  click !== undefined && click.detail > 0 && click.detail % 2 === 0;
