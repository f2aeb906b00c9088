import { IconClock } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { DateTimeField } from '@troupe/ui/field/date-field';
import { exactTime } from '@troupe/ui/lib/date';
import { readField, timeField } from '@troupe/ui/lib/wall-time';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { laterProblem, laterTimes } from './conversation-labels.ts';

interface SendLaterProps {
  /** The composer is empty. */
  empty: boolean;
  onLater: (at: string) => void;
}

/** Schedules a message. */
export function SendLater({ empty, onLater }: SendLaterProps) {
  const [choosing, setChoosing] = useState(false);
  const reason = empty ? t('later.empty') : undefined;
  return (
    <>
      <Menu
        label={t('later.title')}
        align="end"
        side="top"
        width={280}
        trigger={<IconButton label={t('later.title')} icon={<IconClock size={18} />} />}
        items={[
          ...laterTimes().map(({ label, at }) => ({
            label,
            hint: exactTime(at),
            disabledReason: reason,
            onClick: () => onLater(at),
          })),
          'divider' as const,
          { label: t('later.choose'), disabledReason: reason, onClick: () => setChoosing(true) },
        ]}
      />
      {choosing && (
        <ChooseTime
          onClose={() => setChoosing(false)}
          onChosen={(at) => {
            setChoosing(false);
            onLater(at);
          }}
        />
      )}
    </>
  );
}

function ChooseTime({ onClose, onChosen }: { onClose: () => void; onChosen: (at: string) => void }) {
  const [local, setLocal] = useState(() => timeField(new Date(laterTimes()[1]?.at ?? Date.now())));
  const [asked, setAsked] = useState(false);
  const problem = laterProblem(local);
  const at = readField(local);
  return (
    <Dialog
      open
      title={t('later.title')}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (!problem && at) onChosen(at.toISOString());
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit">
            {t('later.schedule')}
          </Button>
        </>
      }
    >
      <DateTimeField
        label={t('later.field')}
        size="form"
        min={timeField(new Date())}
        value={local}
        error={asked ? problem : undefined}
        help={t('later.help')}
        onChange={setLocal}
      />
    </Dialog>
  );
}
