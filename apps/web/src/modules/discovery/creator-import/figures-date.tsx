import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { useState } from 'react';

const dayOf = (instant: string) => instant.slice(0, 10);

/** Chooses the day the figures of the file were read. */
export function FiguresDate({ asOf, onSet }: { asOf: string; onSet: (asOf: string) => void }) {
  const [day, setDay] = useState(dayOf(asOf));
  const today = dayOf(new Date().toISOString());
  const error =
    day === '' ? 'Choose a day' : day > today ? "Choose a day that isn't in the future" : undefined;
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!error) onSet(`${day}T00:00:00.000Z`);
      }}
    >
      <TextField
        label="Figures are from"
        type="date"
        value={day}
        max={today}
        min="2005-01-01"
        error={error}
        help="Shown as the age of every figure of this file."
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit">Set day</Button>
    </form>
  );
}
