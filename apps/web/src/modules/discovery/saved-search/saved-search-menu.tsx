import { IconBookmark } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, Suspense } from 'react';
import type { SavedSearchContext } from './saved-searches.tsx';

const searches = () => import('./saved-searches.tsx');
const SavedSearches = lazy(searches);

/** The button that keeps the search of the moment by name, and leads to those kept before. */
export function SavedSearchMenu(props: SavedSearchContext) {
  return (
    <Popover
      label="Saved searches"
      width={320}
      align="end"
      trigger={
        <Button
          icon={<IconBookmark size={16} />}
          onPointerEnter={() => void searches()}
          onFocus={() => void searches()}
        >
          {props.filtered ? 'Save search' : 'Saved searches'}
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
