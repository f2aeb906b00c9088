import type { ReactNode } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import { shortAge } from '../lib/date.ts';
import './source-mark.css';

/** Sources of a metric, the most trustworthy first. */
export type SourceKind = 'platform' | 'provider' | 'administrator' | 'brand';

const shapes: Record<SourceKind, ReactNode> = {
  platform: <circle cx="5" cy="5" r="4" fill="currentColor" stroke="none" />,
  provider: (
    <>
      <circle cx="5" cy="5" r="3.5" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" stroke="none" />
    </>
  ),
  administrator: <path d="M5 1 9 5 5 9 1 5z" />,
  brand: <circle cx="5" cy="5" r="3.5" />,
};

/** The name of each shape. */
export const sourceName = (kind: SourceKind): string => t(`source.${kind}`);

interface SourceMarkProps {
  kind: SourceKind;
  /** Text next to the shape. Without text and age, only the shape is shown, named for screen readers. */
  name?: string | undefined;
  /** When it was read, ISO 8601 UTC. Shown as a short age (`2 d`, `17 Oct`). */
  readAt?: string | null | undefined;
}

/** A small shape for the source of a metric, with its age next to it. */
export function SourceMark({ kind, name, readAt }: SourceMarkProps) {
  // Never break an age across lines.
  const words = [name, readAt ? shortAge(readAt).replaceAll(' ', '\u00a0') : undefined]
    .filter(Boolean)
    .join(', ');
  return (
    <span className="t-source" title={name ? undefined : sourceName(kind)}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {shapes[kind]}
      </svg>
      {!name && <span className="t-hidden">{sourceName(kind)} </span>}
      {words}
    </span>
  );
}

/** A legend of the shapes, in one line. */
export function SourceLegend() {
  return (
    <span className="t-source-legend">
      {(['platform', 'provider', 'administrator', 'brand'] as const).map((kind) => (
        <SourceMark key={kind} kind={kind} name={sourceName(kind)} />
      ))}
    </span>
  );
}
