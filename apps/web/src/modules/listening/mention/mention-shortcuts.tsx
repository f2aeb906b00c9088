import { KeyHint } from '@troupe/ui/action/hotkey';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { t } from '../../../shared/listening/messages/messages.gen.ts';

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['o', 'post'],
  ['u', 'author'],
  ['r', 'irrelevant'],
  ['1', 'positive'],
  ['2', 'neutral'],
  ['3', 'negative'],
  ['d', 'done'],
  ['h', 'hide'],
  ['x', 'select'],
  ['a', 'actions'],
  ['/', 'find'],
] as const;

/** The keys of the feed. */
export function MentionShortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t('keys.title')} onClose={onClose}>
      <dl className="listening-shortcuts">
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <KeyHint keys={key.length === 1 ? key.toUpperCase() : key} />
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
