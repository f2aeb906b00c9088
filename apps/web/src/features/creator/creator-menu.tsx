import {
  IconChartBar,
  IconChartDonut3,
  IconDots,
  IconExternalLink,
  IconLayoutSidebarRightExpand,
  IconSend,
} from '@tabler/icons-react';
import { PLATFORM_NAMES } from '@troupe/domain/creator';
import type { CreatorResult } from '@troupe/domain/creator-search';
import { IconButton } from '@troupe/ui/icon-button';
import { Menu, type MenuItem } from '@troupe/ui/menu';
import { inviteBarrier } from '../../shared/creator/contact-text.ts';
import { creatorName } from '../../shared/creator/creator-words.ts';
import type { CreatorActions } from './creator-actions.ts';

/** The actions of a search result behind three dots; `short` where buttons beside it do the others. */
export function CreatorMenu(props: { creator: CreatorResult; actions: CreatorActions; short?: boolean }) {
  const { creator, actions, short } = props;
  const label = `Actions for ${creatorName(creator)}`;
  const items: MenuItem[] = [
    {
      label: 'View details',
      icon: <IconLayoutSidebarRightExpand size={16} />,
      onClick: () => actions.open(creator),
    },
    {
      label: 'Engagement breakdown',
      icon: <IconChartBar size={16} />,
      onClick: () => actions.open(creator, true),
    },
  ];
  if (!short) {
    items.push(
      {
        label: 'Invite to campaign',
        icon: <IconSend size={16} />,
        disabledReason: inviteBarrier(creator.metaData),
        onClick: () => actions.invite(creator),
      },
      {
        label: 'Get deep insights',
        icon: <IconChartDonut3 size={16} />,
        onClick: () => actions.insights(creator),
      },
    );
  }
  items.push('divider', {
    label: `Open on ${PLATFORM_NAMES[creator.platform]}`,
    icon: <IconExternalLink size={16} />,
    href: creator.profileUrl,
    target: '_blank',
  });
  return (
    <Menu
      label={label}
      align="end"
      trigger={<IconButton label={label} icon={<IconDots size={16} />} size={short ? 'md' : 'row'} />}
      items={items}
    />
  );
}
