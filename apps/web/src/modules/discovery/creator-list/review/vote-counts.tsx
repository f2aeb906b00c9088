import { IconHelp, IconMessageCircle, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { ReviewCounts } from '@troupe/domain/discovery/list-field';
import { t } from './messages/messages.gen.ts';
import './review.css';

interface VoteCountsProps {
  counts: ReviewCounts;
  /** Name of the creator. */
  name: string;
  onOpen: () => void;
}

/** How many voted and commented, as a button that opens both. */
export function VoteCounts({ counts, name, onOpen }: VoteCountsProps) {
  const { approve, reject, unsure, comments } = counts;
  const shown = [
    { icon: <IconThumbUp size={14} />, count: approve },
    { icon: <IconThumbDown size={14} />, count: reject },
    { icon: <IconHelp size={14} />, count: unsure },
    { icon: <IconMessageCircle size={14} />, count: comments },
  ].filter(({ count }) => count > 0);
  const label = t('counts', { name, approve, reject, unsure, comments });
  return (
    <button type="button" className="vote-counts t-12" aria-label={label} title={label} onClick={onOpen}>
      {shown.length === 0 && '–'}
      {shown.map(({ icon, count }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four kinds in a fixed order
        <span key={at} className="t-num">
          {icon} {count}
        </span>
      ))}
    </button>
  );
}
