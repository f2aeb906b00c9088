import type { HTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import './record-card.css';

interface RecordCardProps extends Omit<HTMLAttributes<HTMLElement>, 'content'> {
  /** Whose card it is, for screen readers. */
  label: string;
  /** Always in this order: who, figures, content, why it matched or notes, actions. */
  who: ReactNode;
  /** Right of who: marks, quick actions. */
  aside?: ReactNode;
  figures?: ReactNode;
  content?: ReactNode;
  reason?: ReactNode;
  actions?: ReactNode;
  /** Open in the drawer. */
  open?: boolean;
  selected?: boolean;
  onOpen?: (() => void) | undefined;
  ref?: Ref<HTMLElement>;
}

const isControl = (event: MouseEvent<HTMLElement>) => {
  const target = event.target as Element;
  if (!event.currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select, textarea') !== null;
};

/** One record as a card. Spread `rowProps(key)` of useArrowList on it for the keyboard. */
export function RecordCard(props: RecordCardProps) {
  const { label, who, aside, figures, content, reason, actions, open, selected, onOpen, onClick, ...card } =
    props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard comes from useArrowList
    <article
      {...card}
      className={`t-card ${card.className ?? ''}`}
      aria-label={label}
      aria-current={open || undefined}
      data-selected={selected || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (onOpen && !isControl(event)) onOpen();
      }}
    >
      <div className="t-card-who">
        <div className="t-grow">{who}</div>
        {aside}
      </div>
      {figures && <div className="t-card-figures">{figures}</div>}
      {content && <div className="t-card-content">{content}</div>}
      {reason}
      {actions && <div className="t-card-actions">{actions}</div>}
    </article>
  );
}

/** Cards side by side: 3 from 1200 up, 2 below, and fewer where a drawer leaves less room. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="t-card-place">
      <div className="t-card-grid">{children}</div>
    </div>
  );
}
