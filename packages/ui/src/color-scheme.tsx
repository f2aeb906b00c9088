import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Segmented } from './segmented.tsx';

export type ColorSchemeChoice = 'auto' | 'light' | 'dark';

/** What the person chose ('auto' follows the system) and how to change it; kept in this browser. */
export function useColorScheme(): { choice: ColorSchemeChoice; setChoice: (c: ColorSchemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { choice: colorScheme, setChoice: setColorScheme };
}

const options = [
  { value: 'auto', label: 'System', icon: <IconDeviceDesktop size={16} /> },
  { value: 'light', label: 'Light', icon: <IconSun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={16} /> },
] as const;

/** System, light or dark. */
export function ColorSchemeSwitch({ compact = false }: { compact?: boolean }) {
  const { choice, setChoice } = useColorScheme();
  return (
    <Segmented
      label="Colour scheme"
      value={choice}
      onChange={setChoice}
      options={options}
      iconsOnly={compact}
    />
  );
}
