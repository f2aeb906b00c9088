import { IconX } from '@tabler/icons-react';
import type { SentenceReading } from '@troupe/domain/discovery/sentence/reading';
import { IconButton } from '@troupe/ui/action/icon-button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { useCallback, useState } from 'react';
import { type CreatorAddress, mayBeSentence } from '../creator-address.ts';
import { t } from './messages/messages.gen.ts';
import { addressOfSentence } from './sentence-filters.ts';
import SentencePanel, { Notes } from './sentence-panel.tsx';

interface SentenceSearchProps {
  /** The search text. */
  text: string;
  /** The text with which Enter was pressed last. */
  entered: string | undefined;
  onChange: (change: Partial<CreatorAddress>) => void;
  /** Tells that filters of this text are offered. */
  onOffer: (text: string) => void;
}

/** Reads descriptions in the search field, sets their filters, and says afterwards what it did not use. */
export default function SentenceSearch({ text, entered, onChange, onOffer }: SentenceSearchProps) {
  const [used, setUsed] = useState<{ reading: SentenceReading; rest: string }>();
  const use = useCallback(
    (reading: SentenceReading) => {
      setUsed({ reading, rest: reading.filters.q ?? '' });
      onChange(addressOfSentence(reading.filters));
    },
    [onChange],
  );
  // What is left of a description is searched as words and is not read again.
  const isRest = used?.rest === text;
  if (!isRest && mayBeSentence(text))
    return <SentencePanel text={text} wanted={entered} onUse={use} onOffer={onOffer} />;
  if (!used || !isRest || !hasNotes(used.reading)) return null;
  return (
    <section className="sentence-panel" aria-label={t('appliedTitle')}>
      <div className="sentence-panel-use">
        <p className="t-12 t-ink3 t-grow">{t('appliedTitle')}</p>
        <IconButton
          label={t('dismiss')}
          icon={<IconX size={16} />}
          size="row"
          onClick={() => setUsed(undefined)}
        />
      </div>
      <div role="status">
        <Notes reading={used.reading} />
      </div>
    </section>
  );
}

/** Instead of "No creators found" while the filters of a description aren't used: its words as they are find nobody. */
export const SentenceOffer = () => <EmptyState title={t('offer')} text={t('offerText')} drawing="seats" />;

const hasNotes = ({ understood, unused }: SentenceReading): boolean =>
  unused.length > 0 || understood.some(({ as }) => as !== 'said');
