import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { Button } from '@troupe/ui/action/button';
import { Chip } from '@troupe/ui/action/chip';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { dayText } from '@troupe/ui/lib/date';
import { Popover } from '@troupe/ui/overlay/popover';
import { useState } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { hasHeaderRows } from './import-labels.ts';
import { ListChoice } from './list-choice.tsx';
import type { ImportChange } from './use-import-changes.ts';
import './import-settings.css';

interface ImportSettingsProps {
  one: CreatorImport;
  change: (change: ImportChange) => void;
}

/** File-wide settings as chips: detected values and the target list. */
export function ImportSettings({ one, change }: ImportSettingsProps) {
  const administrator = useMe()?.role === 'administrator';
  const needs = (field: string) => one.needs.some((need) => need.field === field) || undefined;
  return (
    <fieldset className="import-settings">
      <legend className="t-hidden">Import settings</legend>
      <span className="t-contents" data-needed={needs('platform')}>
        <Popover
          label="Platform"
          width={300}
          trigger={<Chip name="Platform" value={platformText(one)} onClick={() => {}} />}
        >
          {(close) => <PlatformChoice one={one} change={change} onDone={close} />}
        </Popover>
      </span>
      {hasHeaderRows(one.facts) && (
        <Popover
          label="Header row"
          width={240}
          trigger={
            <Chip name="Header row" value={one.headerRow === 0 ? 'None' : one.headerRow} onClick={() => {}} />
          }
        >
          {(close) => <HeaderRowChoice one={one} change={change} onDone={close} />}
        </Popover>
      )}
      <Popover
        label="Figures are from"
        width={280}
        trigger={<Chip name="Figures from" value={dayText(one.asOf, 'UTC')} onClick={() => {}} />}
      >
        {(close) => (
          <FiguresDate
            asOf={one.asOf}
            onSet={(asOf) => {
              change({ asOf });
              close();
            }}
          />
        )}
      </Popover>
      <span className="t-contents" data-needed={needs('listId')}>
        <Popover
          label="List"
          width={300}
          trigger={<Chip name="Into" value={one.list?.title ?? 'No list'} onClick={() => {}} />}
        >
          {(close) => (
            <ListChoice
              listId={one.list?.id ?? null}
              onChange={(listId) => {
                change({ listId });
                close();
              }}
            />
          )}
        </Popover>
      </span>
      {administrator && (
        <Popover
          label="Visible to"
          width={320}
          trigger={<Chip name="For" value={one.forEveryone ? 'Everyone' : 'This brand'} onClick={() => {}} />}
        >
          {(close) => (
            <PickList
              label="Visible to"
              options={[
                { value: 'brand', label: 'This brand', hint: "Existing profiles don't change" },
                { value: 'everyone', label: 'Everyone', hint: 'All brands see them' },
              ]}
              value={[one.forEveryone ? 'everyone' : 'brand']}
              onChange={([who]) => who && change({ forEveryone: who === 'everyone' })}
              onDone={close}
            />
          )}
        </Popover>
      )}
    </fieldset>
  );
}

/** 'Instagram', 'In each row', 'Not known'. */
export function platformText(one: Pick<CreatorImport, 'platform' | 'platformPerRow' | 'columns'>): string {
  const named = one.platformPerRow || one.columns.some(({ field }) => field === 'platform');
  if (named) return one.platform ? `In each row, else ${PLATFORM_NAMES[one.platform]}` : 'In each row';
  return one.platform ? PLATFORM_NAMES[one.platform] : 'Not known';
}

interface ChoiceProps extends ImportSettingsProps {
  onDone: () => void;
}

function PlatformChoice({ one, change, onDone }: ChoiceProps) {
  const names = Object.entries(PLATFORM_NAMES) as [Platform, string][];
  return (
    <PickList
      label="Platform"
      options={[
        ...names.map(([value, label]) => ({
          value,
          label,
          render: (
            <span className="t-row">
              <PlatformIcon platform={value} />
              {label}
            </span>
          ),
        })),
        { value: 'rows', label: 'Named in each row' },
      ]}
      value={[one.platform ?? 'rows']}
      onChange={([value]) => value && change({ platform: value === 'rows' ? null : (value as Platform) })}
      onDone={onDone}
      foot={<span className="t-12 t-ink2">{one.platformReason}.</span>}
    />
  );
}

/** Headers stand near the top; what comes before them is a title or a note. */
const HEADER_ROWS = 20;

function HeaderRowChoice({ one, change, onDone }: ChoiceProps) {
  const last = Math.max(HEADER_ROWS, one.headerRow);
  return (
    <PickList
      label="Header row"
      options={[
        { value: '0', label: 'No header row' },
        ...Array.from({ length: last }, (_, at) => ({ value: `${at + 1}`, label: `Row ${at + 1}` })),
      ]}
      value={[`${one.headerRow}`]}
      onChange={([value]) => value && change({ headerRow: Number(value) })}
      onDone={onDone}
      foot={<span className="t-12 t-ink2">Changing the header row resets the column mapping.</span>}
    />
  );
}

const dayOf = (instant: string) => instant.slice(0, 10);

/** Chooses the day the figures of the file were read. */
function FiguresDate({ asOf, onSet }: { asOf: string; onSet: (asOf: string) => void }) {
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
