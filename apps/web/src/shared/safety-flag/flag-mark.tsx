import { IconFlag } from '@tabler/icons-react';
import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { joined } from '@troupe/i18n/language';
import { exactNumber } from '@troupe/ui/lib/format';
import { Tooltip } from '@troupe/ui/overlay/tooltip';
import { t } from './messages/messages.gen.ts';
import './safety-flag.css';
import { categoryName } from './safety-labels.ts';

/** The number of a creator's open flags in a row; their categories on hover and for screen readers. Nothing without any. */
export function FlagMark({ categories }: { categories: readonly SafetyCategory[] }) {
  if (categories.length === 0) return null;
  const text = t('openFlagsOf', {
    count: categories.length,
    categories: joined(categories.map(categoryName)),
  });
  return (
    <Tooltip text={text}>
      <button type="button" className="flag-mark" aria-label={text}>
        <IconFlag size={14} />
        {exactNumber(categories.length)}
      </button>
    </Tooltip>
  );
}
