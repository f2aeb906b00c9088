import { IconSearch, IconX } from '@tabler/icons-react';
import { KeyHint } from '@troupe/ui/action/hotkey';
import { Spinner } from '@troupe/ui/feedback/spinner';
import { Overlay } from '@troupe/ui/overlay/overlay';
import {
  type ComponentType,
  type KeyboardEvent,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { dropEarlyKeys, earlyKeys } from '../../../shared/panels.ts';
import { t } from '../messages/messages.gen.ts';
import type { Command } from './command.ts';
import './command-palette.css';
import type { PaletteListProps } from './palette-list.tsx';

interface CommandPaletteProps {
  /** The commands; may be loaded late. */
  list: ComponentType<PaletteListProps>;
  onClose: () => void;
}

/** Ctrl/Cmd+K: go anywhere, find a creator, list or campaign, do something. */
export function CommandPalette(props: CommandPaletteProps) {
  return (
    <Overlay onClose={props.onClose} position="centre" className="palette" aria-label={t('palette.label')}>
      <Palette {...props} />
    </Overlay>
  );
}

/** The field takes every key, Enter included, also those pressed before it was drawn; the commands may follow. */
function Palette({ list: List, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState(() => earlyKeys().typed);
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState<{ activeId: string | undefined; busy: boolean }>({
    activeId: undefined,
    busy: true,
  });
  const id = useId();
  const commands = useRef<readonly Command[] | null>(null);
  /** Enter was pressed before there were commands. */
  const entered = useRef(earlyKeys().entered);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dropEarlyKeys();
    field.current?.setSelectionRange(200, 200);
  }, []);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (next: number) => {
    const all = commands.current ?? [];
    const index = (next + all.length) % Math.max(all.length, 1);
    setActive(index);
    document.getElementById(`${id}-${all[index]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = Math.min(active, (commands.current?.length ?? 1) - 1);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Home' && typed === '') move(0);
    else if (event.key === 'End' && typed === '') move(-1);
    else if (event.key === 'Enter') {
      if (commands.current) run(commands.current[at]);
      else entered.current = true;
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="palette-head">
        {shown.busy ? <Spinner size={18} /> : <IconSearch size={18} />}
        <input
          ref={field}
          className="palette-input"
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.activeId === undefined ? undefined : `${id}-${shown.activeId}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('palette.label')}
          // biome-ignore lint/a11y/noAutofocus: the next key belongs to this field
          autoFocus
          data-autofocus
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
        />
        <button
          type="button"
          className="palette-close"
          onClick={onClose}
          aria-label={shared('action.close')}
          data-dialog-dismiss=""
        >
          <KeyHint keys="Esc" />
          <IconX size={20} />
        </button>
      </div>
      <div className="palette-list">
        <Suspense
          fallback={
            <div id={`${id}-list`} role="listbox" aria-label={t('palette.commands')} aria-busy="true" />
          }
        >
          <List
            id={id}
            typed={typed}
            active={active}
            onActive={setActive}
            onRun={run}
            onShown={(next, working) => {
              commands.current = next;
              const index = Math.min(active, next.length - 1);
              setShown((before) => {
                const now = { activeId: next[index]?.id, busy: working };
                return before.activeId === now.activeId && before.busy === working ? before : now;
              });
              if (!entered.current) return;
              entered.current = false;
              run(next[index]);
            }}
          />
        </Suspense>
      </div>
      <div className="palette-foot" aria-hidden="true">
        <KeyHint keys="↑" />
        <KeyHint keys="↓" />
        <span>{t('palette.move')}</span>
        <KeyHint keys="↵" />
        <span>{t('palette.open')}</span>
        <KeyHint keys="Esc" />
        <span>{t('palette.close')}</span>
      </div>
    </>
  );
}
