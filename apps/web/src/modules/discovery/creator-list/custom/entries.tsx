import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { IconButton } from '@troupe/ui/action/icon-button';
import { t } from './messages/messages.gen.ts';
import './fields-dialog.css';

/** Returns entries with one moved to another place. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, at) => at !== from);
  const entry = entries[from];
  return entry === undefined ? rest : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

interface EntryActionsProps {
  name: string;
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Buttons that move an entry of an edited list up or down, or remove it. */
export function EntryActions({ name, at, count, onMove, onRemove }: EntryActionsProps) {
  return (
    <span className="fields-row-actions">
      <IconButton
        size="row"
        label={t('entry.up', { name })}
        icon={<IconArrowUp size={16} />}
        disabledReason={at === 0 ? t('entry.first') : undefined}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="row"
        label={t('entry.down', { name })}
        icon={<IconArrowDown size={16} />}
        disabledReason={at === count - 1 ? t('entry.last') : undefined}
        onClick={() => onMove(1)}
      />
      <IconButton
        size="row"
        label={t('entry.remove', { name })}
        icon={<IconTrash size={16} />}
        onClick={onRemove}
      />
    </span>
  );
}
