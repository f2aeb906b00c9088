import {
  IconChartBar,
  IconChartDonut3,
  IconExternalLink,
  IconLayoutSidebarRightExpand,
  IconSend,
} from '@tabler/icons-react';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import type { ReactNode } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { inviteReason } from '../../../shared/creator/invited.ts';
import { t } from './messages/messages.gen.ts';

/** The actions on a search result. Keep its identity stable: rows are memoized. */
export interface CreatorActions {
  open: (creator: CreatorResult, breakdown?: boolean) => void;
  invite: (creator: CreatorResult) => void;
  insights: (creator: CreatorResult) => void;
  select: (creator: CreatorResult, selected: boolean) => void;
  /** The button that saves a creator to a list. */
  saveButton: (creator: CreatorResult) => ReactNode;
  /** The button that saves creators by ID. */
  saveCreators: (creatorIds: readonly string[], label?: string) => ReactNode;
}

interface CreatorMenuProps {
  creator: CreatorResult;
  actions: CreatorActions;
  invited: boolean;
  short?: boolean;
}

/** The actions of a search result behind three dots; `short` where buttons beside it do the others. */
export function CreatorMenu({ creator, actions, invited, short }: CreatorMenuProps) {
  const label = t('menu.label', { name: creatorName(creator) });
  const items: MenuItem[] = [
    {
      label: t('menu.details'),
      icon: <IconLayoutSidebarRightExpand size={16} />,
      onClick: () => actions.open(creator),
    },
    {
      label: t('breakdown.title'),
      icon: <IconChartBar size={16} />,
      onClick: () => actions.open(creator, true),
    },
  ];
  if (!short) {
    items.push(
      {
        label: t('action.invite'),
        icon: <IconSend size={16} />,
        disabledReason: inviteReason(creator.metaData, invited),
        onClick: () => actions.invite(creator),
      },
      {
        label: t('action.insights'),
        icon: <IconChartDonut3 size={16} />,
        onClick: () => actions.insights(creator),
      },
    );
  }
  items.push('divider', {
    label: t('menu.openOn', { platform: PLATFORM_NAMES[creator.platform] }),
    icon: <IconExternalLink size={16} />,
    href: creator.profileUrl,
    target: '_blank',
  });
  return <MoreMenu label={label} size={short ? 'md' : 'row'} items={items} />;
}
