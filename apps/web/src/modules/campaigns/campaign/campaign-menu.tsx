import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare,
} from '@tabler/icons-react';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { t } from '../messages/messages.gen.ts';
import type { CampaignAction } from './campaign-dialogs.tsx';
import { titleOf } from './campaign-fields.ts';
import { type MovedCampaign, useCampaignStatus } from './use-campaign-status.ts';

interface CampaignMenuProps {
  campaign: MovedCampaign & { slug: string };
  onAction: (action: CampaignAction) => void;
  /** Actions that the screen already has buttons for. */
  without?: readonly ('edit' | 'share' | 'pause')[];
  look?: 'ghost' | 'edged';
}

/** The menu of a campaign. */
export function CampaignMenu({ campaign, onAction, without = [], look = 'ghost' }: CampaignMenuProps) {
  const { move } = useCampaignStatus();
  const { id, status } = campaign;
  const running = status === 'publish' || status === 'paused';
  const shows = (name: 'edit' | 'share' | 'pause') => !without.includes(name);
  const items: (MenuItem | false)[] = [
    shows('edit') &&
      status !== 'archived' && {
        label: t('action.edit'),
        icon: <IconPencil size={16} />,
        href: `/campaign-builder/${id}`,
      },
    shows('share') && {
      label: t('campaign.shareByEmail'),
      icon: <IconShare size={16} />,
      onClick: () => onAction({ kind: 'share', campaign }),
    },
    {
      label: t('campaign.duplicate'),
      icon: <IconCopy size={16} />,
      onClick: () => onAction({ kind: 'duplicate', campaign }),
    },
    'divider',
    shows('pause') &&
      status === 'publish' && {
        label: t('campaign.pause'),
        icon: <IconPlayerPause size={16} />,
        onClick: () => void move(campaign, 'paused'),
      },
    shows('pause') &&
      status === 'paused' && {
        label: t('campaign.publishAgain'),
        icon: <IconPlayerPlay size={16} />,
        onClick: () => void move(campaign, 'publish'),
      },
    running && {
      label: t('optIn.complete'),
      icon: <IconCircleCheck size={16} />,
      onClick: () => onAction({ kind: 'complete', campaign }),
    },
    status === 'archived'
      ? {
          label: t('action.restore'),
          icon: <IconArchiveOff size={16} />,
          onClick: () => void move(campaign, 'draft'),
        }
      : {
          label: t('campaign.archive'),
          icon: <IconArchive size={16} />,
          onClick: () => void move(campaign, 'archived'),
        },
  ];
  return (
    <MoreMenu
      label={t('campaign.actionsFor', { title: titleOf(campaign) })}
      size={look === 'edged' ? 'md' : 'row'}
      look={look}
      items={items.filter((item) => item !== false)}
    />
  );
}
