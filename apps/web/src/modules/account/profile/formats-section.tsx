import { useMutation } from '@tanstack/react-query';
import { LOCALES, type Locale } from '@troupe/domain/account/profile';
import type { User } from '@troupe/domain/account/user';
import { money } from '@troupe/domain/money';
import { DASHBOARD_LANGUAGES } from '@troupe/i18n/language';
import { SelectField } from '@troupe/ui/field/field';
import { LanguageSelect } from '@troupe/ui/field/language-select';
import { SavingState, type SavingStateName } from '@troupe/ui/field/saving-state';
import { Section } from '@troupe/ui/layout/section';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { fieldText, useSaveProfile } from './profile-queries.ts';

const localeOptions = () => [
  { value: '', label: t('formats.byLanguage') },
  ...LOCALES.map((value) => ({ value, label: t(`locale.${value}`) })),
];

const SAVED_MS = 2000;

/** One choice that saves itself; until it is saved it shows what was chosen. */
function useChoice<Key extends 'language' | 'locale' | 'timeZone'>(me: User, key: Key) {
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
  const language = useChoice(me, 'language');
  const locale = useChoice(me, 'locale');
  const timeZone = useChoice(me, 'timeZone');
  const zones = useMemo(() => timeZoneOptions(me.timeZone), [me.timeZone]);
  return (
    <Section id="formats" title={t('formats.title')}>
      <p className="t-ink2">{t('formats.text')}</p>
      <LanguageSelect
        withBrowser
        size="form"
        languages={DASHBOARD_LANGUAGES}
        labelAside={language.aside}
        error={language.fault}
        value={DASHBOARD_LANGUAGES.find((one) => one === language.value) ?? null}
        onChange={(next) => language.choose(next)}
      />
      <div className="profile-pair">
        <SelectField
          label={t('formats.locale')}
          size="form"
          labelAside={locale.aside}
          error={locale.fault}
          options={localeOptions()}
          value={locale.value ?? ''}
          onChange={(event) => locale.choose((event.target.value || null) as Locale | null)}
        />
        <SelectField
          label={t('formats.timeZone')}
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
      {t('formats.example', {
        time: exactTime(now),
        number: exactNumber(84213.5),
        amount: money(124050, 'USD'),
      })}
    </p>
  );
}

const zoneLabel = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ');

/**
 * The time zones to choose from, the browser's first.
 * @param chosen the saved one; listed even if this browser uses another name for it
 */
function timeZoneOptions(chosen: string | null): { value: string; label: string }[] {
  const all = Intl.supportedValuesOf('timeZone');
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...all, 'UTC', ...(chosen ? [chosen] : [])])].sort();
  return [
    { value: '', label: t('formats.browserZone', { zone: zoneLabel(own) }) },
    ...zones.map((value) => ({ value, label: zoneLabel(value) })),
  ];
}
