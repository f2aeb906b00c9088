import { IconBookmark } from '@tabler/icons-react';
import type { SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { Button } from '@troupe/ui/action/button';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, Suspense } from 'react';
import type { SavedSearchContext } from './saved-searches.tsx';

const searches = () => import('./saved-searches.tsx');
const SavedSearches = lazy(searches);

/** What a search of each screen is called. */
const LABELS: Record<SavedSearchScreen, { menu: string; save: string }> = {
  'creator-search': { menu: 'Saved searches', save: 'Save search' },
  'creator-list': { menu: 'Saved views', save: 'Save view' },
};

/** The button that saves the search of the moment by name, and leads to those saved before. */
export function SavedSearchMenu(props: SavedSearchContext) {
  const { menu, save } = LABELS[props.screen];
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
          {props.filtered ? save : menu}
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
