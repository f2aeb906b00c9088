import { Button } from '@troupe/ui/action/button';
import { FIELD_NAMES, valueText } from '../campaign-words.ts';
import type { BriefEditor } from './use-brief.ts';

/** Fields that somebody else changed at the same time: theirs is shown, nothing is overwritten unasked. */
export function BriefConflicts({ editor }: { editor: BriefEditor }) {
  return editor.conflicts.map(({ field, theirs }) => (
    <div key={field} className="builder-warning" role="alert">
      <div className="t-grow">
        <p className="t-medium">{FIELD_NAMES[field]} was changed by someone else at the same time.</p>
        <p className="t-ink2">Theirs: {valueText(field, theirs, editor.brief.currency)}</p>
      </div>
      <Button size="row" onClick={() => editor.settle(field, 'theirs')}>
        Take theirs
      </Button>
      <Button size="row" onClick={() => editor.settle(field, 'mine')}>
        Keep mine
      </Button>
    </div>
  ));
}
