import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../messages/messages.gen.ts';
import { useColorScheme } from '../provider.tsx';
import { Segmented } from './segmented.tsx';

const ICONS = {
  auto: <IconDeviceDesktop size={16} />,
  light: <IconSun size={16} />,
  dark: <IconMoon size={16} />,
};
const SCHEMES = ['auto', 'light', 'dark'] as const;

/** System, light or dark. */
export function ColorSchemeSwitch({ compact = false }: { compact?: boolean }) {
  const scheme = useColorScheme();
  return (
    <Segmented
      label={t('colorScheme.label')}
      value={scheme.choice}
      onChange={scheme.setChoice}
      options={SCHEMES.map((value) => ({ value, label: t(`colorScheme.${value}`), icon: ICONS[value] }))}
      iconsOnly={compact}
    />
  );
}
