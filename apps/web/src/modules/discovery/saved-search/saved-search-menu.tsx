import { IconBookmark } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, Suspense } from 'react';
import { t } from './messages/messages.gen.ts';
import type { SavedSearchContext } from './saved-searches.tsx';

const searches = () => import('./saved-searches.tsx');
const SavedSearches = lazy(searches);

/** The button that saves the current search by name, and opens those saved before. */
export function SavedSearchMenu(props: SavedSearchContext) {
  const menu = t(`menu.${props.screen}`);
  return (
    <Popover
      label={menu}
      width={320}
      align="end"
      trigger={
        <Button
          icon={<IconBookmark size={16} />}
          onPointerEnter={() => void searches()}
          onFocus={() => void searches()}
        >
          {props.filtered ? t(`save.${props.screen}`) : menu}
        </Button>
      }
    >
      {(close) => (
        <Suspense>
          <SavedSearches {...props} onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
