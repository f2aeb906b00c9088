import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useColorScheme } from '../provider.tsx';
import { Segmented } from './segmented.tsx';

const options = [
  { value: 'auto', label: 'System', icon: <IconDeviceDesktop size={16} /> },
  { value: 'light', label: 'Light', icon: <IconSun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={16} /> },
] as const;

/** System, light or dark. */
export function ColorSchemeSwitch({ compact = false }: { compact?: boolean }) {
  const scheme = useColorScheme();
  return (
    <Segmented
      label="Color scheme"
      value={scheme.choice}
      onChange={scheme.setChoice}
      options={options}
      iconsOnly={compact}
    />
  );
}
