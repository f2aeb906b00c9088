import { KeyHint } from '@troupe/ui/action/hotkey';
import { LiveRegion } from '@troupe/ui/layout/visually-hidden';
import { useLayoutEffect } from 'react';
import { t } from '../messages/messages.gen.ts';
import type { Command } from './command.ts';
import { type PaletteScreen, useCommands } from './use-commands.tsx';

/** What the list of commands and the field above it tell each other. */
export interface PaletteListProps {
  id: string;
  typed: string;
  /** Place of the command that Enter runs; beyond the last one it is the last. */
  active: number;
  onActive: (index: number) => void;
  onRun: (command: Command) => void;
  /** Hears which commands there are, each time they change. */
  onShown: (commands: Command[], busy: boolean) => void;
}

interface PaletteListContent extends PaletteListProps {
  screens: readonly PaletteScreen[];
  selectBrand: (brandId: string) => void;
}

/** The matching commands, in groups. */
export function PaletteList(props: PaletteListContent) {
  const { id, typed, active, onActive, onRun, onShown, screens, selectBrand } = props;
  const { groups, busy } = useCommands({ typed, screens, selectBrand });
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.min(active, commands.length - 1);
  useLayoutEffect(() => onShown(commands, busy));
  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.commands')} tabIndex={-1}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of options in a listbox
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div id={`${id}-${group.name}`} className="palette-group" role="presentation">
              {group.name}
            </div>
            {group.commands.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above
              <div
                key={command.id}
                id={`${id}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={command === commands[at]}
                className="palette-option"
                onClick={() => onRun(command)}
                onPointerMove={() => onActive(commands.indexOf(command))}
              >
                <span className="palette-icon">{command.icon}</span>
                <span className="palette-label">{command.label}</span>
                {command.hint && <span className="palette-hint">{command.hint}</span>}
                {command === commands[at] && <KeyHint keys="↵" />}
              </div>
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="palette-none">{t('palette.none')}</p>}
      <LiveRegion>{typed ? t('palette.results', { count: commands.length }) : ''}</LiveRegion>
    </>
  );
}
