import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { Chip } from '@troupe/ui/action/chip';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { DateField } from '@troupe/ui/field/date-field';
import { PickList } from '@troupe/ui/field/pick-list';
import { dayText } from '@troupe/ui/lib/date';
import { Popover } from '@troupe/ui/overlay/popover';
import { useState } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { hasHeaderRows } from './import-labels.ts';
import { ListChoice } from './list-choice.tsx';
import { t } from './messages/messages.gen.ts';
import { reasonText } from './reason-text.ts';
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
      <legend className="t-hidden">{t('settings.title')}</legend>
      <span className="t-contents" data-needed={needs('platform')}>
        <Popover
          label={t('settings.platform')}
          width={300}
          trigger={<Chip name={t('settings.platform')} value={platformText(one)} onClick={() => {}} />}
        >
          {(close) => <PlatformChoice one={one} change={change} onDone={close} />}
        </Popover>
      </span>
      {hasHeaderRows(one.facts) && (
        <Popover
          label={t('settings.headerRow')}
          width={240}
          trigger={
            <Chip
              name={t('settings.headerRow')}
              value={one.headerRow === 0 ? t('settings.none') : one.headerRow}
              onClick={() => {}}
            />
          }
        >
          {(close) => <HeaderRowChoice one={one} change={change} onDone={close} />}
        </Popover>
      )}
      <Popover
        label={t('settings.figuresDate')}
        width={280}
        trigger={
          <Chip name={t('settings.figuresDate')} value={dayText(one.asOf, 'UTC')} onClick={() => {}} />
        }
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
          label={t('settings.list')}
          width={300}
          trigger={
            <Chip
              name={t('settings.into')}
              value={one.list?.title ?? t('settings.noList')}
              onClick={() => {}}
            />
          }
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
          label={t('settings.visibleTo')}
          width={320}
          trigger={
            <Chip
              name={t('settings.for')}
              value={one.forEveryone ? t('settings.everyone') : t('settings.thisBrand')}
              onClick={() => {}}
            />
          }
        >
          {(close) => (
            <PickList
              label={t('settings.visibleTo')}
              options={[
                { value: 'brand', label: t('settings.thisBrand'), hint: t('settings.thisBrandHint') },
                { value: 'everyone', label: t('settings.everyone'), hint: t('settings.everyoneHint') },
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

/** 'Instagram', 'Set per row', 'Not known'. */
export function platformText(one: Pick<CreatorImport, 'platform' | 'platformPerRow' | 'columns'>): string {
  const named = one.platformPerRow || one.columns.some(({ field }) => field === 'platform');
  if (named)
    return one.platform
      ? t('settings.perRowElse', { platform: PLATFORM_NAMES[one.platform] })
      : t('settings.perRow');
  return one.platform ? PLATFORM_NAMES[one.platform] : t('settings.unknown');
}

interface ChoiceProps extends ImportSettingsProps {
  onDone: () => void;
}

function PlatformChoice({ one, change, onDone }: ChoiceProps) {
  const names = SEARCHED_PLATFORMS.map((platform): [Platform, string] => [
    platform,
    PLATFORM_NAMES[platform],
  ]);
  return (
    <PickList
      label={t('settings.platform')}
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
        { value: 'rows', label: t('settings.namedPerRow') },
      ]}
      value={[one.platform ?? 'rows']}
      onChange={([value]) => value && change({ platform: value === 'rows' ? null : (value as Platform) })}
      onDone={onDone}
      foot={
        <span className="t-12 t-ink2">{t('need.sentence', { need: reasonText(one.platformReason) })}</span>
      }
    />
  );
}

/** Headers are near the top, after a title or a note at most. */
const HEADER_ROWS = 20;

function HeaderRowChoice({ one, change, onDone }: ChoiceProps) {
  const last = Math.max(HEADER_ROWS, one.headerRow);
  return (
    <PickList
      label={t('settings.headerRow')}
      options={[
        { value: '0', label: t('settings.noHeader') },
        ...Array.from({ length: last }, (_, at) => ({
          value: `${at + 1}`,
          label: t('settings.rowNumber', { row: at + 1 }),
        })),
      ]}
      value={[`${one.headerRow}`]}
      onChange={([value]) => value && change({ headerRow: Number(value) })}
      onDone={onDone}
      foot={<span className="t-12 t-ink2">{t('settings.headerHelp')}</span>}
    />
  );
}

const dayOf = (instant: string) => instant.slice(0, 10);

/** Chooses the day on which the figures of the file were read. */
function FiguresDate({ asOf, onSet }: { asOf: string; onSet: (asOf: string) => void }) {
  const [day, setDay] = useState(dayOf(asOf));
  const today = dayOf(new Date().toISOString());
  const error = day === '' ? t('settings.chooseDay') : day > today ? t('settings.futureDay') : undefined;
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
      <DateField
        label={t('settings.figuresDate')}
        presets="back"
        value={day}
        max={today}
        min="2005-01-01"
        error={error}
        help={t('settings.figuresHelp')}
        onChange={setDay}
      />
      <Button type="submit">{t('settings.setDay')}</Button>
    </form>
  );
}
