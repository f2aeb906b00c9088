import { IconChevronDown } from '@tabler/icons-react';
import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import { STATUS_TAGS } from '@troupe/domain/discovery/creator-list-status';
import { StatusTags, type StatusTone, StatusTag as Tag } from '@troupe/ui/content/status-tag';
import { PickList } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';

/** 'In discussion' -> the tone `in-discussion`. */
const toneOf = (tag: StatusTag): StatusTone => tag.toLowerCase().replaceAll(' ', '-') as StatusTone;

/** Tags as StatusTags takes them. */
export const shownTags = (tags: readonly StatusTag[]) =>
  tags.map((tag) => ({ tone: toneOf(tag), label: tag }));

/** The nine statuses as choices, each with its colour and shape. */
export const STATUS_OPTIONS = STATUS_TAGS.map((tag) => ({
  value: tag,
  label: tag,
  render: <Tag tone={toneOf(tag)} label={tag} />,
}));

interface ItemStatusProps {
  /** Whose status it is. */
  name: string;
  tags: readonly StatusTag[];
  /** How many are shown in full. */
  shown?: number | undefined;
  onChange: (tags: StatusTag[]) => void;
}

/** The status of a creator on a list: any of the nine, several at once. */
export function ItemStatus({ name, tags, shown = 2, onChange }: ItemStatusProps) {
  const words = tags.length > 0 ? tags.join(', ') : 'none';
  const trigger = (
    <button type="button" className="t-box list-item-status" aria-label={`Status of ${name}: ${words}`}>
      {tags.length > 0 ? (
        <StatusTags tags={shownTags(tags)} max={shown} />
      ) : (
        <span className="t-ink3">Set a status</span>
      )}
      <IconChevronDown size={16} />
    </button>
  );
  return (
    <Popover label={`Status of ${name}`} trigger={trigger} width={232}>
      <PickList
        label={`Status of ${name}`}
        options={STATUS_OPTIONS}
        value={tags}
        onChange={(value) => onChange(value as StatusTag[])}
        multiple
      />
    </Popover>
  );
}
