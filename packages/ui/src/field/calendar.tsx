import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import {
  addMonths,
  type Day,
  dayAfterKey,
  firstDayOfWeek,
  longDay,
  monthTitle,
  monthWeeks,
  today,
  weekdayNames,
} from '../lib/calendar.ts';
import { t } from '../messages/messages.gen.ts';
import './calendar.css';

export interface DayPreset {
  label: string;
  day: Day;
}

export interface CalendarProps {
  value: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  presets: readonly DayPreset[];
  onChoose: (day: Day) => void;
}

/**
 * A month to choose a day from. Arrow keys move by days and weeks, Page Up and Down by months (with Shift by years),
 * Home and End within the week.
 */
export function Calendar({ value, min = '', max = '', presets, onChoose }: CalendarProps) {
  const within = (day: Day) => (min && day < min ? min : max && day > max ? max : day);
  const [focused, setFocused] = useState<Day>(() => within(value || today()));
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);
  const isAllowed = (day: Day) => (!min || day >= min) && (!max || day <= max);
  const firstDay = firstDayOfWeek();

  // The day has the focus when the calendar opens and after keys, not after the buttons of the head.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const move = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = dayAfterKey(focused, event, { rtl, firstDay });
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setFocused(within(next));
  };
  const turn = (months: number) => setFocused(within(addMonths(focused, months)));
  const offered = presets.filter(({ day }) => isAllowed(day));

  return (
    <div className="t-calendar">
      {offered.length > 0 && (
        <ul className="t-calendar-presets">
          {offered.map(({ label, day }) => (
            <li key={label}>
              <button type="button" aria-pressed={day === value} onClick={() => onChoose(day)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <div className="t-calendar-head">
          <IconButton
            label={t('date.previousMonth')}
            icon={<IconChevronLeft size={16} />}
            disabledReason={min && focused.slice(0, 7) <= min.slice(0, 7) ? t('date.noEarlier') : undefined}
            onClick={() => turn(-1)}
          />
          <strong aria-live="polite">{monthTitle(focused)}</strong>
          <IconButton
            label={t('date.nextMonth')}
            icon={<IconChevronRight size={16} />}
            disabledReason={max && focused.slice(0, 7) >= max.slice(0, 7) ? t('date.noLater') : undefined}
            onClick={() => turn(1)}
          />
        </div>
        <table ref={grid} aria-label={monthTitle(focused)}>
          <thead>
            <tr>
              {weekdayNames(firstDay).map(({ short, long }) => (
                <th key={long} scope="col" abbr={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthWeeks(focused, firstDay).map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <td key={day}>
                    <button
                      type="button"
                      className="t-calendar-day"
                      data-day={day}
                      data-autofocus={day === focused || undefined}
                      data-other={day.slice(0, 7) !== focused.slice(0, 7) || undefined}
                      tabIndex={day === focused ? 0 : -1}
                      aria-label={longDay(day)}
                      aria-pressed={day === value}
                      aria-current={day === today() ? 'date' : undefined}
                      disabled={!isAllowed(day)}
                      onKeyDown={move}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
