import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import './figure.css';
import { Link } from '../action/link.tsx';
import { exactTime } from '../lib/date.ts';
import { Popover } from '../overlay/popover.tsx';
import { type SourceKind, SourceMark } from './source-mark.tsx';

export interface FigureProps {
  /** Name of the metric: 'Followers'. Heads the popover and labels the button. */
  label: string;
  /** Formatted value. Null if unknown. */
  value: string | null;
  /** Exact value, on hover and in the popover. */
  exact?: string | undefined;
  /** After the exact value: 'of 84,213 followers'. */
  note?: ReactNode;
  formula?: ReactNode;
  window?: ReactNode;
  builtFrom?: ReactNode;
  /** ISO 8601 UTC. */
  readAt?: string | null | undefined;
  source?: { kind: SourceKind; name: string } | undefined;
  /** Links to what the metric is calculated from. */
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
        <Fact name={t('figure.formula')}>{formula}</Fact>
        <Fact name={t('figure.window')}>{props.window}</Fact>
        <Fact name={t('figure.builtFrom')}>{builtFrom}</Fact>
        <Fact name={t('figure.updated')}>{readAt ? exactTime(readAt) : undefined}</Fact>
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
              {t('figure.refresh')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A number with a dotted underline that opens its source and calculation. */
export function Figure(props: FigureProps) {
  const { label, value, exact, size = 14 } = props;
  if (value === null) {
    return (
      <span className="t-figure-none" data-size={size}>
        <span aria-hidden="true">–</span>
        <span className="t-hidden">{t('figure.unknown', { label })}</span>
      </span>
    );
  }
  const trigger = (
    <button
      type="button"
      className="t-figure"
      data-size={size}
      title={exact && exact !== value ? exact : undefined}
      aria-label={t('figure.showSource', { label, value })}
    >
      {value}
    </button>
  );
  return (
    <Popover label={t('figure.source', { label })} trigger={trigger} width={340}>
      {(close) => <Answer {...props} close={close} />}
    </Popover>
  );
}

/** A metric with its label above, for cards and drawers; `foot` is usually a SourceMark. */
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
