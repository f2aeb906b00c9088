import { IconChevronDown } from '@tabler/icons-react';
import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import { STATUS_TAGS } from '@troupe/domain/discovery/creator-list-status';
import { joined } from '@troupe/i18n/language';
import { StatusTags, type StatusTone, StatusTag as Tag } from '@troupe/ui/content/status-tag';
import { PickList } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { t } from './messages/messages.gen.ts';

/** 'In discussion' -> `in-discussion`. */
const toneOf = (tag: StatusTag): StatusTone => tag.toLowerCase().replaceAll(' ', '-') as StatusTone;

/** Returns tags as `StatusTags` takes them. */
export const shownTags = (tags: readonly StatusTag[]) =>
  tags.map((tag) => ({ tone: toneOf(tag), label: t(`tag.${tag}`) }));

/** Returns the nine statuses as choices, each with its color and shape. */
export const statusOptions = () =>
  STATUS_TAGS.map((tag) => {
    const label = t(`tag.${tag}`);
    return { value: tag, label, render: <Tag tone={toneOf(tag)} label={label} /> };
  });

interface ItemStatusProps {
  /** Name of the creator. */
  name: string;
  tags: readonly StatusTag[];
  /** Number of tags shown in full. */
  shown?: number | undefined;
  onChange: (tags: StatusTag[]) => void;
}

/** The status of a creator on a list: any of the nine, several at once. */
export function ItemStatus({ name, tags, shown = 2, onChange }: ItemStatusProps) {
  const status = joined(tags.map((tag) => t(`tag.${tag}`)));
  const trigger = (
    <button
      type="button"
      className="t-box list-item-status"
      aria-label={status ? t('status.labelWith', { name, status }) : t('status.labelNone', { name })}
    >
      {tags.length > 0 ? (
        <StatusTags tags={shownTags(tags)} max={shown} />
      ) : (
        <span className="t-ink3">{t('status.set')}</span>
      )}
      <IconChevronDown size={16} />
    </button>
  );
  return (
    <Popover label={t('status.label', { name })} trigger={trigger} width={232}>
      {() => (
        <PickList
          label={t('status.label', { name })}
          options={statusOptions()}
          value={tags}
          onChange={(value) => onChange(value as StatusTag[])}
          multiple
        />
      )}
    </Popover>
  );
}
