import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import './figure.css';
import { Link } from '../action/link.tsx';
import { exactTime } from '../lib/date.ts';
import { Popover } from '../overlay/popover.tsx';
import { type SourceKind, SourceMark } from './source-mark.tsx';

export interface FigureProps {
  /** What is measured: 'Followers'. Heads the popover and names the button. */
  label: string;
  /** As shown, already formatted. Null where it is not known. */
  value: string | null;
  /** The exact value, on hover and large in the popover. */
  exact?: string | undefined;
  /** Beside the exact value: 'of 84,213 followers'. */
  note?: ReactNode;
  formula?: ReactNode;
  window?: ReactNode;
  builtFrom?: ReactNode;
  /** ISO 8601 UTC. */
  readAt?: string | null | undefined;
  source?: { kind: SourceKind; name: string } | undefined;
  /** Leads to what the figure is built from. */
  items?: { label: string; href?: string; onClick?: () => void } | undefined;
  onRefresh?: (() => void) | undefined;
  size?: 14 | 16 | 20 | 28;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === undefined || children === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Answer(props: FigureProps & { close: () => void }) {
  const { label, value, exact, note, formula, builtFrom, readAt, source, items, onRefresh, close } = props;
  const leave = () => {
    close();
    items?.onClick?.();
  };
  return (
    <div className="t-answer">
      <div className="t-answer-head">
        <span className="t-name">{label}</span>
        {source && <SourceMark kind={source.kind} name={source.name} />}
      </div>
      <div className="t-answer-value">
        <span className="t-20 t-num">{exact ?? value}</span>
        {note && <span className="t-12 t-ink2">{note}</span>}
      </div>
      <dl className="t-answer-facts">
        <Fact name="Formula">{formula}</Fact>
        <Fact name="Window">{props.window}</Fact>
        <Fact name="Built from">{builtFrom}</Fact>
        <Fact name="Read">{readAt ? exactTime(readAt) : undefined}</Fact>
      </dl>
      {(items || onRefresh) && (
        <div className="t-answer-foot">
          {items?.href ? (
            <Link className="t-link" href={items.href} onClick={leave}>
              {items.label}
            </Link>
          ) : items ? (
            <button type="button" className="t-link t-answer-items" onClick={leave}>
              {items.label}
            </button>
          ) : (
            <span />
          )}
          {onRefresh && (
            <Button
              kind="quiet"
              size="row"
              className="t-answer-refresh"
              icon={<IconRefresh />}
              onClick={onRefresh}
            >
              Refresh
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A number that can be asked where it comes from: a dotted underline, and on a press the answer. */
export function Figure(props: FigureProps) {
  const { label, value, exact, size = 14 } = props;
  if (value === null) {
    return (
      <span className="t-figure-none" data-size={size}>
        <span aria-hidden="true">–</span>
        <span className="t-hidden">{label} not known</span>
      </span>
    );
  }
  const trigger = (
    <button
      type="button"
      className="t-figure"
      data-size={size}
      title={exact && exact !== value ? exact : undefined}
      aria-label={`${label} ${value}, show where it comes from`}
    >
      {value}
    </button>
  );
  return (
    <Popover label={`${label}, where it comes from`} trigger={trigger} width={340}>
      {(close) => <Answer {...props} close={close} />}
    </Popover>
  );
}

/** A figure under its label, as on cards and in drawers; `foot` is usually a SourceMark. */
export function LabelledFigure({ foot, ...figure }: FigureProps & { foot?: ReactNode }) {
  return (
    <div className="t-labelled">
      <span className="t-12 t-ink3">{figure.label}</span>
      <span>
        <Figure {...figure} />
      </span>
      {foot}
    </div>
  );
}
