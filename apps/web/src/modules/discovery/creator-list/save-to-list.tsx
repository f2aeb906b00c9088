import { IconBookmarkPlus } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, Suspense } from 'react';
import { t } from './messages/messages.gen.ts';

const chooser = () => import('./choose-list.tsx');
const ChooseList = lazy(chooser);

interface SaveToListProps {
  /** Profile ids of the creators to save. */
  creatorIds: readonly string[];
  /** Ids of lists that hold the one creator already. */
  on?: readonly string[];
  label?: string;
  kind?: 'main' | 'second' | 'quiet';
  size?: 'row' | 'md';
  onSaved?: () => void;
}

/** A button that saves creators to one of the brand's lists, or to a new one. */
export function SaveToList({
  creatorIds,
  on,
  label = t('save.action'),
  kind,
  size,
  onSaved,
}: SaveToListProps) {
  return (
    <Popover
      label={label}
      width={300}
      trigger={
        <Button
          kind={kind ?? 'second'}
          size={size ?? 'md'}
          icon={<IconBookmarkPlus size={16} />}
          onPointerEnter={() => void chooser()}
          onFocus={() => void chooser()}
        >
          {label}
        </Button>
      }
    >
      {(close) => (
        <Suspense>
          <ChooseList
            creatorIds={creatorIds}
            on={on ?? []}
            onDone={(saved) => {
              close();
              if (saved) onSaved?.();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
