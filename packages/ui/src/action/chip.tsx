import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './chip.css';

interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name' | 'value'> {
  /** Name of the filter, in ink2. */
  name?: string | undefined;
  /** Its value, in ink. */
  value: ReactNode;
  icon?: ReactNode;
  /** Shows a button that removes the filter. */
  onRemove?: (() => void) | undefined;
  /** Private to the user. */
  own?: boolean;
  /** Accessible label of the remove button, before the value; defaults to the chip's name. */
  removeLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A filter. Clicking it (caret) edits it, the close button removes it. */
export function Chip({ name, value, icon, onRemove, own, removeLabel, ...button }: ChipProps) {
  const opens = button.onClick !== undefined || button['aria-haspopup'] !== undefined;
  const words = (
    <>
      {icon}
      {name && <span className="t-chip-name">{name}</span>}
      <span className="t-chip-value">{value}</span>
    </>
  );
  return (
    <span className="t-chip" data-own={own || undefined}>
      {opens ? (
        <button type="button" {...button} className="t-chip-main">
          {words}
          {!onRemove && <IconChevronDown size={15} />}
        </button>
      ) : (
        <span className="t-chip-main">{words}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className="t-chip-remove"
          aria-label={t('chip.remove', {
            name: removeLabel ?? name ?? (typeof value === 'string' ? value : t('chip.filter')),
          })}
          onClick={onRemove}
        >
          <IconX size={15} />
        </button>
      )}
    </span>
  );
}

/** A dashed chip that adds a filter. */
export function AddChip({ children, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...button} className="t-chip t-chip-add">
      <IconPlus size={15} />
      {children}
    </button>
  );
}
