import { IconClock } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { TextField } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { readField, timeField } from '@troupe/ui/lib/wall-time';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { useState } from 'react';
import { laterProblem, laterTimes } from './conversation-labels.ts';

interface SendLaterProps {
  /** The composer is empty. */
  empty: boolean;
  onLater: (at: string) => void;
}

/** Schedules a message. */
export function SendLater({ empty, onLater }: SendLaterProps) {
  const [choosing, setChoosing] = useState(false);
  const reason = empty ? 'Enter a message first' : undefined;
  return (
    <>
      <Menu
        label="Send later"
        align="end"
        side="top"
        width={280}
        trigger={<IconButton label="Send later" icon={<IconClock size={18} />} />}
        items={[
          ...laterTimes().map(({ label, at }) => ({
            label,
            hint: exactTime(at),
            disabledReason: reason,
            onClick: () => onLater(at),
          })),
          'divider' as const,
          { label: 'Choose a time', disabledReason: reason, onClick: () => setChoosing(true) },
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
      title="Send later"
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (!problem && at) onChosen(at.toISOString());
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            Schedule
          </Button>
        </>
      }
    >
      <TextField
        label="Day and time"
        size="form"
        type="datetime-local"
        value={local}
        error={asked ? problem : undefined}
        help="In your time zone. You can cancel it until then."
        onChange={(event) => setLocal(event.target.value)}
      />
    </Dialog>
  );
}
