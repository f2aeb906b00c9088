import {
  IconBookmark,
  IconBuildingStore,
  IconDeviceDesktop,
  IconFileImport,
  IconLogout,
  IconMoon,
  IconPlus,
  IconReceipt,
  IconSearch,
  IconSend,
  IconSpeakerphone,
  IconSun,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { compactFollowers } from '@troupe/domain/figure-text';
import { Avatar } from '@troupe/ui/content/avatar';
import { useSettled } from '@troupe/ui/hooks';
import { useColorScheme } from '@troupe/ui/provider';
import { brandOptions, useBrandIdOrNone, useMe } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { creatorName, handleWord } from '../../../shared/creator/creator-labels.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { openPanel } from '../../../shared/panels.ts';
import { t } from '../messages/messages.gen.ts';
import { type Command, type CommandGroup, isTyped, matches } from './command.ts';

const CREATOR_WAIT_MS = 150;
const SHOWN_CREATORS = 5;
const SHOWN_OTHERS = 4;

/** A screen the palette can go to. */
export interface PaletteScreen {
  label: string;
  href: string;
  icon: Command['icon'];
}

interface Wishes {
  typed: string;
  screens: readonly PaletteScreen[];
  /** Switches to one of the person's brands. */
  selectBrand: (brandId: string) => void;
}

/** What the palette offers for the typed words, in groups; creators come from the search, the rest is at hand. */
export function useCommands({ typed, screens, selectBrand }: Wishes): {
  groups: CommandGroup[];
  busy: boolean;
} {
  const navigate = useNavigate();
  const { choice, setChoice } = useColorScheme();
  const me = useMe();
  const brandId = useBrandIdOrNone();
  const params = { brandId: brandId ?? '' };
  const enabled = brandId !== null;
  const brand = useQuery({ ...brandOptions(params.brandId), enabled }).data;
  const lists = useQuery({ ...callOptions(listCreatorLists, { params }), enabled }).data?.lists ?? [];
  const words = useSettled(typed.trim(), CREATOR_WAIT_MS);
  const asks = enabled && words.length > 1;
  const creators = useQuery({
    ...callOptions(searchCreators, {
      params,
      query: { q: words, lists: 'numbered', profile: 'summary' },
    }),
    enabled: asks,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = asks && typed.trim() ? (creators.data?.creators ?? []) : [];

  const go = (href: string) => () => void navigate({ href });
  const query = encodeURIComponent(typed.trim());

  const actions: Command[] = [
    { id: 'import', label: t('palette.import'), icon: <IconFileImport />, run: go('/creator-search/import') },
    {
      id: 'invite',
      label: t('palette.invite'),
      icon: <IconSend />,
      run: go('/creator-search?hasEmail=true'),
    },
    { id: 'orders', label: t('palette.orders'), icon: <IconReceipt />, run: go('/account/orders') },
    ...(me?.role === 'administrator'
      ? [
          {
            id: 'brand',
            label: t('palette.createBrand'),
            icon: <IconPlus />,
            run: () => openPanel('create-brand'),
          },
        ]
      : []),
    ...(me?.brandProfiles ?? [])
      .filter((profile) => profile.brandId !== brandId)
      .map((profile) => ({
        id: `switch-${profile.brandId}`,
        label: t('palette.switchTo', { brand: profile.brand.name }),
        icon: <IconBuildingStore />,
        run: () => selectBrand(profile.brandId),
      })),
    ...(choice === 'dark'
      ? []
      : [{ id: 'dark', label: t('palette.dark'), icon: <IconMoon />, run: () => setChoice('dark') }]),
    ...(choice === 'light'
      ? []
      : [{ id: 'light', label: t('palette.light'), icon: <IconSun />, run: () => setChoice('light') }]),
    ...(choice === 'auto'
      ? []
      : [
          {
            id: 'auto',
            label: t('palette.system'),
            icon: <IconDeviceDesktop />,
            run: () => setChoice('auto'),
          },
        ]),
    { id: 'sign-out', label: shared('action.signOut'), icon: <IconLogout />, run: go('/logout') },
  ];

  const fits = (command: Command) => matches(command.label, typed);
  const groups: CommandGroup[] = [
    {
      name: t('palette.creators'),
      commands: found.slice(0, SHOWN_CREATORS).map((creator) => ({
        id: `creator-${creator.id}`,
        label: creatorName(creator),
        hint: t('palette.creatorHint', {
          handle: handleWord(creator.username),
          platform: PLATFORM_NAMES[creator.platform],
          followers: compactFollowers(creator.followerCount),
        }),
        icon: <Avatar name={creatorName(creator)} src={creator.profilePicUrl} size={24} />,
        run: go(`/creator-search?q=${query}&creator=${creator.id}`),
      })),
    },
    {
      name: t('palette.lists'),
      commands: typed.trim()
        ? lists
            .filter((list) => matches(list.title, typed))
            .slice(0, SHOWN_OTHERS)
            .map((list) => ({
              id: `list-${list.id}`,
              label: list.title,
              hint: t('palette.creatorCount', { count: list.itemCount }),
              icon: <IconBookmark />,
              run: go(`/creator-search/lists?list=${list.id}`),
            }))
        : [],
    },
    {
      name: t('palette.campaigns'),
      commands: typed.trim()
        ? (brand?.campaigns ?? [])
            .filter((campaign) => matches(campaign.title, typed))
            .slice(0, SHOWN_OTHERS)
            .map((campaign) => ({
              id: `campaign-${campaign.id}`,
              label: campaign.title,
              icon: <IconSpeakerphone />,
              run: go(`/campaigns/${campaign.id}`),
            }))
        : [],
    },
    {
      name: t('palette.goTo'),
      commands: [
        ...screens
          .map((screen) => ({
            id: screen.href,
            label: screen.label,
            icon: screen.icon,
            run: go(screen.href),
          }))
          .filter(fits),
        ...(typed.trim()
          ? [
              {
                id: 'search',
                label: t('palette.search', { typed: typed.trim() }),
                icon: <IconSearch />,
                run: go(`/creator-search?q=${query}`),
              },
            ]
          : []),
      ],
    },
    { name: t('palette.actions'), commands: actions.filter(fits) },
  ];
  // Exact matches come before partial ones.
  const meant = (group: CommandGroup) => group.commands.some(({ label }) => isTyped(label, typed));
  const shown = groups.filter((group) => group.commands.length > 0);
  shown.sort((one, other) => Number(meant(other)) - Number(meant(one)));
  return { groups: shown, busy: asks && creators.isFetching };
}
