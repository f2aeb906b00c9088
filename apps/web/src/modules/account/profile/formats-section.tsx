import { useMutation } from '@tanstack/react-query';
import { DEFAULT_LOCALE, type Locale } from '@troupe/domain/account/profile';
import type { User } from '@troupe/domain/account/user';
import { SelectField } from '@troupe/ui/field/field';
import { SavingState, type SavingStateName } from '@troupe/ui/field/saving-state';
import { Section } from '@troupe/ui/layout/section';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber, money } from '@troupe/ui/lib/format';
import { useEffect, useMemo, useState } from 'react';
import { fieldText, useSaveProfile } from './profile-queries.ts';

const LOCALE_NAMES: Record<Locale, string> = {
  'en-GB': 'English (United Kingdom)',
  'en-US': 'English (United States)',
  'de-DE': 'German (Germany)',
  'fr-FR': 'French (France)',
  'es-ES': 'Spanish (Spain)',
};
const localeOptions = Object.entries(LOCALE_NAMES).map(([value, label]) => ({ value, label }));

const SAVED_MS = 2000;

/** One choice that saves itself; until it is saved it shows what was chosen. */
function useChoice<Key extends 'locale' | 'timeZone'>(me: User, key: Key) {
  const save = useSaveProfile();
  const [fade, setFade] = useState(true);
  const saving = useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `profile-${key}` },
    mutationFn: (value: User[Key]) => save({ [key]: value }),
  });
  useEffect(() => {
    setFade(false);
    if (!saving.isSuccess) return;
    const timer = setTimeout(() => setFade(true), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saving.isSuccess]);
  const state: SavingStateName = saving.isPending
    ? 'saving'
    : saving.isError
      ? 'failed'
      : saving.isSuccess && !fade
        ? 'saved'
        : 'idle';
  const shown = saving.isPending || saving.isError ? (saving.variables ?? null) : me[key];
  return {
    value: shown,
    choose: saving.mutate,
    fault: saving.error ? fieldText(saving.error, key) : undefined,
    aside: <SavingState state={state} onRetry={() => saving.mutate(saving.variables ?? null)} />,
  };
}

/** How dates and numbers are written, and in which time zone. */
export function FormatsSection({ me }: { me: User }) {
  const locale = useChoice(me, 'locale');
  const timeZone = useChoice(me, 'timeZone');
  const zones = useMemo(() => timeZoneOptions(me.timeZone), [me.timeZone]);
  return (
    <Section id="formats" title="Language and time">
      <p className="t-ink2">The interface is in English. Choose how dates and numbers look.</p>
      <div className="profile-pair">
        <SelectField
          label="Date and number format"
          size="form"
          labelAside={locale.aside}
          error={locale.fault}
          options={localeOptions}
          value={locale.value ?? DEFAULT_LOCALE}
          onChange={(event) => locale.choose(event.target.value as Locale)}
        />
        <SelectField
          label="Time zone"
          size="form"
          labelAside={timeZone.aside}
          error={timeZone.fault}
          options={zones}
          value={timeZone.value ?? ''}
          onChange={(event) => timeZone.choose(event.target.value || null)}
        />
      </div>
      <Example />
    </Section>
  );
}

/** What the choice looks like, now. */
function Example() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="t-ink2" data-example>
      Now: {exactTime(now)}. A number: {exactNumber(84213.5)}. An amount: {money(124050, 'USD')}.
    </p>
  );
}

const zoneLabel = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ');

/**
 * The time zones to choose from, that of the browser first.
 * @param chosen the saved one; it is in the list even where this browser calls it by another name
 */
function timeZoneOptions(
  chosen: string | null,
  { all = Intl.supportedValuesOf('timeZone'), own = Intl.DateTimeFormat().resolvedOptions().timeZone } = {},
): { value: string; label: string }[] {
  const zones = [...new Set([...all, 'UTC', ...(chosen ? [chosen] : [])])].sort();
  return [
    { value: '', label: `Same as this browser (${zoneLabel(own)})` },
    ...zones.map((value) => ({ value, label: zoneLabel(value) })),
  ];
}
