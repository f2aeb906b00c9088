import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './chip.css';

interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name' | 'value'> {
  /** What is filtered, in ink2. */
  name?: string | undefined;
  /** By what, in ink. */
  value: ReactNode;
  icon?: ReactNode;
  /** Shows a cross that takes the filter away. */
  onRemove?: (() => void) | undefined;
  /** The person's own, not shared with others. */
  own?: boolean;
  /** Words before the value in the cross's name; the chip's name when absent. */
  removeLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** One filter. A press on it changes it (caret), the cross takes it away. */
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
          aria-label={`Remove ${removeLabel ?? name ?? (typeof value === 'string' ? value : 'filter')}`}
          onClick={onRemove}
        >
          <IconX size={15} />
        </button>
      )}
    </span>
  );
}

/** The dashed chip that adds another. */
export function AddChip({ children, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...button} className="t-chip t-chip-add">
      <IconPlus size={15} />
      {children}
    </button>
  );
}
