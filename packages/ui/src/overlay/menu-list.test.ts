import { expect, test } from 'vitest';
import { tidyItems } from './menu-list.tsx';

test('a menu has no divider at its ends, and no two together', () => {
  const [edit, remove] = [{ label: 'Edit' }, { label: 'Remove' }];
  expect(tidyItems(['divider', edit, 'divider', 'divider', remove, 'divider', 'divider'])).toEqual([
    edit,
    'divider',
    remove,
  ]);
  expect(tidyItems([edit, 'divider', remove])).toEqual([edit, 'divider', remove]);
  expect(tidyItems(['divider'])).toEqual([]);
});
