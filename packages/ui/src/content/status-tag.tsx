import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './status-tag.css';

/** Tones in display order. */
export const statusTones = [
  'awaiting-response',
  'interested',
  'not-interested',
  'in-discussion',
  'in-negotiation',
  'to-be-approved',
  'invited',
  'approved',
  'rejected',
] as const;

export type StatusTone = (typeof statusTones)[number];

const ring = <circle cx="6" cy="6" r="5" />;
const disc = <circle cx="6" cy="6" r="5.65" fill="currentColor" stroke="none" />;

/** Each tone has its own outline, so that it is recognizable without color. */
const shapes: Record<StatusTone, ReactNode> = {
  'awaiting-response': <circle cx="6" cy="6" r="5" strokeDasharray="2.1 1.82" />,
  interested: (
    <>
      {ring}
      <circle cx="6" cy="6" r="2" fill="currentColor" stroke="none" />
    </>
  ),
  'not-interested': (
    <>
      {ring}
      <path d="M9.4 2.6 2.6 9.4" />
    </>
  ),
  'in-discussion': (
    <>
      {ring}
      <path d="M6 3.1a2.9 2.9 0 0 1 0 5.8z" fill="currentColor" stroke="none" />
    </>
  ),
  'in-negotiation': (
    <>
      {ring}
      <path d="M6 6V3.1a2.9 2.9 0 1 1-2.9 2.9z" fill="currentColor" stroke="none" />
    </>
  ),
  'to-be-approved': (
    <>
      {ring}
      <path d="m3.9 6.2 1.5 1.5 2.8-3.2" />
    </>
  ),
  invited: <path d="M11 1 .9 4.6l4.3 2.2L7.4 11zM11 1 5.2 6.8" />,
  approved: (
    <>
      {disc}
      <path d="m3.7 6.2 1.6 1.6 3-3.4" className="t-status-cut" />
    </>
  ),
  rejected: (
    <>
      {disc}
      <path d="m4.2 4.2 3.6 3.6m0-3.6L4.2 7.8" className="t-status-cut" />
    </>
  ),
};

/** Only the shape, 12 px, in the text color. */
function StatusShape({ tone }: { tone: StatusTone }) {
  return (
    <svg className="t-status-shape" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {shapes[tone]}
    </svg>
  );
}

interface StatusTagProps {
  tone: StatusTone;
  label: string;
  onRemove?: () => void;
}

export function StatusTag({ tone, label, onRemove }: StatusTagProps) {
  return (
    <span className="t-status" data-tone={tone}>
      <StatusShape tone={tone} />
      <span className="t-ellipsis">{label}</span>
      {onRemove && (
        <button
          type="button"
          className="t-status-remove"
          aria-label={t('tag.remove', { name: label })}
          onClick={onRemove}
        >
          <IconX size={12} />
        </button>
      )}
    </span>
  );
}

interface StatusTagsProps {
  tags: readonly { tone: StatusTone; label: string }[];
  /** Tags beyond this many become "+1". */
  max?: number;
}

/** Tags in a fixed order; beyond `max` only a count, with their names on hover. */
export function StatusTags({ tags, max = 2 }: StatusTagsProps) {
  const sorted = [...tags].sort((a, b) => statusTones.indexOf(a.tone) - statusTones.indexOf(b.tone));
  const rest = sorted.slice(max);
  const restNames = rest.map((tag) => tag.label).join(', ');
  return (
    <span className="t-statuses">
      {sorted.slice(0, max).map((tag) => (
        <StatusTag key={tag.tone} {...tag} />
      ))}
      {rest.length > 0 && (
        <span className="t-status-rest" title={restNames}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="t-hidden">{t('tag.and', { names: restNames })}</span>
        </span>
      )}
    </span>
  );
}
