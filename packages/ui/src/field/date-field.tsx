import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths, type Day, isWrittenOut, parseDay, parseTime, today } from '../lib/calendar.ts';
import { clockText, dayText } from '../lib/date.ts';
import { onDemand } from '../lib/on-demand.ts';
import { t } from '../messages/messages.gen.ts';
import { Popover } from '../overlay/popover.tsx';
import type { CalendarProps, DayPreset } from './calendar.tsx';
import { ControlBox, Field, type FieldIds, type FieldProps } from './field.tsx';
import './date-field.css';

const Calendar = onDemand<CalendarProps>(async () => (await import('./calendar.tsx')).Calendar);

interface Bounds {
  /** First and last day that can be chosen, '2026-11-12'. */
  min?: Day | undefined;
  max?: Day | undefined;
  /** Days offered beside the calendar: some ahead (default), some back, or none. */
  presets?: 'ahead' | 'back' | 'none';
}

interface DateFieldProps extends FieldProps, Bounds {
  /** '2026-11-12'; empty for none. */
  value: Day;
  onChange: (day: Day) => void;
  size?: 'md' | 'form';
  lead?: ReactNode;
  disabled?: boolean;
}

/**
 * A day, written the way the person writes dates. It can be typed ('12 Nov', '12.11.2026', '2026-11-12') or chosen in a
 * calendar, which Arrow Down opens. Text that isn't a day in range is refused with a hint, and the value stays.
 */
export function DateField({
  label,
  hideLabel,
  labelAside,
  help,
  error,
  size,
  lead,
  ...rest
}: DateFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  return (
    <Field label={label} hideLabel={hideLabel} labelAside={labelAside} help={help} error={refusal ?? error}>
      {(ids) => (
        <DayControl {...rest} ids={ids} box={{ size, lead }} name={textOf(label)} onRefusal={setRefusal} />
      )}
    </Field>
  );
}

interface DateTimeFieldProps extends FieldProps, Bounds {
  /** '2026-11-12T09:41'; empty for none. */
  value: string;
  onChange: (time: string) => void;
  size?: 'md' | 'form';
}

/** A day and a time of it, both in the person's format and time zone. Same values as a `datetime-local` input. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, hideLabel, labelAside, help, error, size, value, min, max, presets, onChange } = props;
  const [refusal, setRefusal] = useState<string>();
  const [day = '', time = ''] = value.split('T');
  const change = (nextDay: string, nextTime: string) =>
    onChange(nextDay ? `${nextDay}T${nextTime || '09:00'}` : '');
  return (
    <Field label={label} hideLabel={hideLabel} labelAside={labelAside} help={help} error={refusal ?? error}>
      {(ids) => (
        <div className="t-date-time">
          <DayControl
            ids={ids}
            box={{ size }}
            name={textOf(label)}
            value={day}
            min={min?.slice(0, 10)}
            max={max?.slice(0, 10)}
            presets={presets}
            onRefusal={setRefusal}
            onChange={(next) => change(next, time)}
            onTime={(both) => change(...both)}
          />
          <TimeControl
            value={time}
            size={size}
            onRefusal={setRefusal}
            onChange={(next) => change(day, next)}
          />
        </div>
      )}
    </Field>
  );
}

interface TimeFieldProps extends FieldProps {
  /** '09:41'; empty for none. */
  value: string;
  onChange: (time: string) => void;
  size?: 'md' | 'form';
}

/** A time of day, written and typed the way the person writes times: '9:41 AM' or '09:41'. */
export function TimeField({
  label,
  hideLabel,
  labelAside,
  help,
  error,
  size,
  value,
  onChange,
}: TimeFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  return (
    <Field label={label} hideLabel={hideLabel} labelAside={labelAside} help={help} error={refusal ?? error}>
      {(ids) => (
        <TimeControl ids={ids} value={value} size={size} onChange={onChange} onRefusal={setRefusal} />
      )}
    </Field>
  );
}

const textOf = (label: ReactNode): string => (typeof label === 'string' ? label : t('date.day'));

/** '12 Nov 2026' */
const written = (day: Day): string => (day ? dayText(`${day}T12:00:00Z`, 'UTC') : '');

interface DayControlProps extends Bounds {
  ids: FieldIds;
  box: { size?: 'md' | 'form' | undefined; lead?: ReactNode };
  name: string;
  value: Day;
  disabled?: boolean | undefined;
  onChange: (day: Day) => void;
  onRefusal: (text: string | undefined) => void;
  /** Takes a pasted day with a time. */
  onTime?: (both: [day: string, time: string]) => void;
}

function DayControl(props: DayControlProps) {
  const { ids, box, name, value, min, max, presets = 'ahead', disabled, onChange, onRefusal, onTime } = props;
  const [text, setText] = useState(() => written(value));
  const [open, setOpen] = useState(false);
  const typing = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!typing.current) setText(written(value));
  }, [value]);

  const take = (day: Day): boolean => {
    const outside =
      day && min && day < min
        ? t('date.tooEarly', { day: written(min) })
        : day && max && day > max
          ? t('date.tooLate', { day: written(max) })
          : undefined;
    onRefusal(outside);
    if (!outside && day !== value) onChange(day);
    return !outside;
  };
  const type = (next: string) => {
    typing.current = true;
    setText(next);
    onRefusal(undefined);
    const withTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(next);
    if (withTime && onTime) return onTime([withTime[1] ?? '', withTime[2] ?? '']);
    if (next.trim() === '') return take('');
    const day = isWrittenOut(next) ? parseDay(next) : null;
    if (day) take(day);
  };
  const settle = () => {
    if (!typing.current) return;
    typing.current = false;
    const day = text.trim() === '' ? '' : parseDay(text);
    if (day === null) onRefusal(t('date.notADay', { typed: text.trim(), example: written(today()) }));
    if (day !== null && take(day)) setText(written(day));
    else setText(written(value));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    settle();
    setOpen(true);
  };
  return (
    <ControlBox
      {...box}
      trail={
        <Popover
          label={t('date.choose', { name })}
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button
              type="button"
              className="t-box-button"
              aria-label={t('date.choose', { name })}
              disabled={disabled}
              onPointerEnter={() => void Calendar.load().catch(() => {})}
            >
              <IconCalendar size={16} />
            </button>
          }
        >
          {(close) => (
            <Calendar
              value={value}
              min={min}
              max={max}
              presets={presetsOf(presets)}
              onChoose={(day) => {
                typing.current = false;
                take(day);
                setText(written(day));
                close();
              }}
            />
          )}
        </Popover>
      }
    >
      <input
        {...ids}
        ref={input}
        type="text"
        className="t-input t-num"
        autoComplete="off"
        disabled={disabled}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={keys}
      />
    </ControlBox>
  );
}

interface TimeControlProps {
  /** Of the field around it; it labels itself without one. */
  ids?: FieldIds;
  value: string;
  size?: 'md' | 'form' | undefined;
  onChange: (time: string) => void;
  onRefusal: (text: string | undefined) => void;
}

function TimeControl({ ids, value, size, onChange, onRefusal }: TimeControlProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const shown = (time: string) => (time ? clockText(`2026-11-12T${time}:00Z`, 'UTC') : '');
  const settle = () => {
    if (typed === undefined) return;
    const time = parseTime(typed);
    setTyped(undefined);
    onRefusal(time ? undefined : t('date.notATime', { typed, example: shown('09:30') }));
    if (time) onChange(time);
  };
  return (
    <ControlBox size={size}>
      {!ids && (
        <label className="t-hidden" htmlFor={id}>
          {t('date.time')}
        </label>
      )}
      <input
        {...(ids ?? { id })}
        type="text"
        className="t-input t-num"
        autoComplete="off"
        placeholder={shown('09:00')}
        value={typed ?? shown(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
      />
    </ControlBox>
  );
}

function presetsOf(kind: 'ahead' | 'back' | 'none'): DayPreset[] {
  const now = today();
  if (kind === 'none') return [];
  if (kind === 'back')
    return [
      { label: t('date.today'), day: now },
      { label: t('date.daysAgo', { count: 7 }), day: addDays(now, -7) },
      { label: t('date.daysAgo', { count: 28 }), day: addDays(now, -28) },
      { label: t('date.daysAgo', { count: 90 }), day: addDays(now, -90) },
      { label: t('date.monthStart'), day: `${now.slice(0, 7)}-01` },
      { label: t('date.yearStart'), day: `${now.slice(0, 4)}-01-01` },
    ];
  return [
    { label: t('date.today'), day: now },
    { label: t('date.tomorrow'), day: addDays(now, 1) },
    { label: t('date.inWeeks', { count: 1 }), day: addDays(now, 7) },
    { label: t('date.inWeeks', { count: 2 }), day: addDays(now, 14) },
    { label: t('date.inMonths', { count: 1 }), day: addMonths(now, 1) },
    { label: t('date.inMonths', { count: 3 }), day: addMonths(now, 3) },
  ];
}
