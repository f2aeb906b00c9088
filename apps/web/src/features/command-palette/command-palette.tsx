import { IconSearch, IconX } from '@tabler/icons-react';
import { KeyHint } from '@troupe/ui/key-hint';
import { Overlay } from '@troupe/ui/overlay';
import { Spinner } from '@troupe/ui/spinner';
import { LiveRegion } from '@troupe/ui/visually-hidden';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Command } from './command.ts';
import './command-palette.css';
import { type PaletteScreen, useCommands } from './use-commands.tsx';

interface CommandPaletteProps {
  screens: readonly PaletteScreen[];
  selectBrand: (brandId: string) => void;
  onClose: () => void;
}

/** Ctrl/Cmd+K: go anywhere, find a creator, list or campaign, do something. */
export default function CommandPalette({ screens, selectBrand, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const { groups, busy } = useCommands({ typed, screens, selectBrand });
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.min(active, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (next: number) => {
    const index = (next + commands.length) % Math.max(commands.length, 1);
    setActive(index);
    document.getElementById(`${id}-${commands[index]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Home' && typed === '') move(0);
    else if (event.key === 'End' && typed === '') move(-1);
    else if (event.key === 'Enter') run(commands[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Overlay onClose={onClose} position="centre" className="palette" aria-label="Search or jump to">
      <div className="palette-head">
        {busy ? <Spinner size={18} /> : <IconSearch size={18} />}
        <input
          className="palette-input"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={commands[at] ? `${id}-${commands[at].id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Search or jump to"
          data-autofocus
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
        />
        <button type="button" className="palette-close" onClick={onClose} aria-label="Close">
          <KeyHint keys="Esc" />
          <IconX size={20} />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Commands" className="palette-list">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox has no element of its own
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
                onClick={() => run(command)}
                onPointerMove={() => setActive(commands.indexOf(command))}
              >
                <span className="palette-icon">{command.icon}</span>
                <span className="palette-label">{command.label}</span>
                {command.hint && <span className="palette-hint">{command.hint}</span>}
                {command === commands[at] && <KeyHint keys="↵" />}
              </div>
            ))}
          </div>
        ))}
        {commands.length === 0 && <p className="palette-none">Nothing goes by this name.</p>}
      </div>
      <LiveRegion>{typed ? `${commands.length} results` : ''}</LiveRegion>
      <div className="palette-foot" aria-hidden="true">
        <KeyHint keys="↑" />
        <KeyHint keys="↓" />
        <span>move</span>
        <KeyHint keys="↵" />
        <span>open</span>
        <KeyHint keys="Esc" />
        <span>close</span>
      </div>
    </Overlay>
  );
}
