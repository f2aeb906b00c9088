import type { HTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import './record-card.css';

interface RecordCardProps extends Omit<HTMLAttributes<HTMLElement>, 'content'> {
  /** Accessible name. */
  label: string;
  /** Always in this order: person, metrics, content, match reasons or notes, actions. */
  who: ReactNode;
  /** To the right of the person: marks, quick actions. */
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

/** A record as a card. Spread `rowProps(key)` of useArrowList for keyboard navigation. */
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

/** A grid of cards: 3 columns from 1200 px, 2 below, fewer next to a drawer. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="t-card-place">
      <div className="t-card-grid">{children}</div>
    </div>
  );
}
