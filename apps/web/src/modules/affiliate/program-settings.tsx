import { useQuery } from '@tanstack/react-query';
import { changeAffiliateProgram } from '@troupe/contract/affiliate/affiliate-program';
import { CallError } from '@troupe/contract/client';
import type { ProgramOverview, ProgramRules, ProgramState } from '@troupe/domain/affiliate/affiliate-program';
import { commissionRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { Switch } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { useDraftForm } from '../../shared/form.ts';
import { linkTarget } from '../../shared/links.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import {
  currencyOf,
  type PartProps,
  type ProgramValues,
  readRules,
  valuesOf,
} from './affiliate-program/program-form.ts';
import { RateFields } from './affiliate-program/rate-fields.tsx';
import RehearsalDialog from './affiliate-program/rehearsal-dialog.tsx';
import { useAffiliateWrite, versionsOptions } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

/** Settings of the program: whether it is on, its rules, the store it works with, and its history. */
export default function ProgramSettings({ program }: { program: ProgramOverview }) {
  return (
    <div className="affiliate-settings">
      <RulesForm program={program} />
      <Stores program={program} />
      {program.version > 0 && <History />}
    </div>
  );
}

function RulesForm({ program }: { program: ProgramOverview }) {
  const brandId = useBrandId();
  const currency = currencyOf(program);
  const form = useDraftForm({
    draft: `affiliate-program.${brandId}`,
    saved: valuesOf(program.rules, currency),
    validate: (values) => readRules(values, program.rules, currency).errors ?? {},
  });
  const [asks, setAsks] = useState(false);
  const save = useAffiliateWrite(
    ({ state, rules }: { state: ProgramState; rules?: ProgramRules }) =>
      client.call(changeAffiliateProgram, {
        params: { brandId },
        body: { version: program.version, state, rules },
      }),
    {
      failed: t('settings.failed'),
      onError: (error) => {
        const conflict = error instanceof CallError && error.code === 'conflict';
        if (conflict) notify.failure(t('settings.conflict'), { detail: errorText(error) });
        return conflict || form.refused(error);
      },
    },
  );
  const on = program.state === 'on';
  const [rehearsed, setRehearsed] = useState<ProgramRules | null>(null);
  const write = async (rules: ProgramRules) => {
    const saved = await save.mutateAsync({ state: 'on', rules }).then(
      () => true,
      () => false,
    );
    if (!saved) return;
    form.discard();
    setRehearsed(null);
    notify.success(on ? t('settings.saved') : t('settings.turnedOn'));
  };
  const submit = form.submit(async (values) => {
    const { rules } = readRules(values, program.rules, currency);
    if (!rules) return;
    // A program without orders has nothing to try new rules on.
    if (on) setRehearsed(rules);
    else await write(rules);
  });
  const part = { values: form.values, errors: form.errors, change: form.change };
  const { edit } = program.abilities;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section
        id="program"
        title={t('settings.program')}
        aside={<Pill tone={on ? 'green' : 'neutral'}>{t(`program.state.${program.state}`)}</Pill>}
        subtitle={on ? undefined : t('settings.offText')}
      >
        {form.restored && (
          <p className="affiliate-draft" role="status">
            <span className="t-grow">{t('settings.draftRestored')}</span>
            <Button kind="quiet" size="row" onClick={form.discard}>
              {shared('action.discard')}
            </Button>
          </p>
        )}
        <CommissionFields {...part} currency={currency} />
        <RateFields {...part} currency={currency} />
        <AttributionFields {...part} />
        <div className="affiliate-form-foot">
          {on && (
            <Button onClick={() => setAsks(true)} disabledReason={edit.reason}>
              {t('settings.turnOff')}
            </Button>
          )}
          <Button kind="main" type="submit" busy={form.busy} disabledReason={edit.reason}>
            {on ? t('settings.save') : t('settings.turnOn')}
          </Button>
        </div>
      </Section>
      {rehearsed && (
        <RehearsalDialog
          rules={rehearsed}
          busy={save.isPending}
          onSave={() => void write(rehearsed)}
          onClose={() => setRehearsed(null)}
        />
      )}
      <ConfirmDialog
        open={asks}
        danger
        title={t('settings.turnOffTitle')}
        text={t('settings.turnOffText')}
        confirm={t('settings.turnOff')}
        busy={save.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => save.mutate({ state: 'off' }, { onSettled: () => setAsks(false) })}
      />
    </form>
  );
}

function CommissionFields({ values, errors, change, currency }: PartProps & { currency: string }) {
  return (
    <fieldset className="affiliate-fields">
      <legend className="t-name">{t('settings.commission')}</legend>
      <TextField
        label={t('settings.rate')}
        size="form"
        inputMode="decimal"
        trail="%"
        value={values.rate}
        error={errors.rate}
        onChange={(event) => change({ rate: event.target.value })}
      />
      <SelectField
        label={t('settings.buyers')}
        size="form"
        value={values.buyers}
        onChange={(event) => change({ buyers: event.target.value as ProgramValues['buyers'] })}
        options={[
          { value: 'all', label: t('settings.buyers.all') },
          { value: 'new', label: t('settings.buyers.new') },
        ]}
      />
      {values.buyers === 'all' && (
        <TextField
          label={t('settings.repeatRate')}
          help={t('settings.repeatRateHelp')}
          size="form"
          inputMode="decimal"
          trail="%"
          value={values.repeatRate}
          error={errors.repeatRate}
          onChange={(event) => change({ repeatRate: event.target.value })}
        />
      )}
      <SelectField
        label={t('settings.earnWhen')}
        size="form"
        value={values.earnWhen}
        onChange={(event) => change({ earnWhen: event.target.value as ProgramValues['earnWhen'] })}
        options={[
          { value: 'paid', label: t('settings.earnWhen.paid') },
          { value: 'fulfilled', label: t('settings.earnWhen.fulfilled') },
        ]}
      />
      <TextField
        label={t('settings.hold')}
        help={t('settings.holdHelp')}
        size="form"
        inputMode="numeric"
        value={values.holdDays}
        error={errors.holdDays}
        onChange={(event) => change({ holdDays: event.target.value })}
      />
      <TextField
        label={t('settings.minPayout', { currency })}
        help={t('settings.minPayoutHelp')}
        size="form"
        inputMode="decimal"
        value={values.minPayout}
        error={errors.minPayout}
        onChange={(event) => change({ minPayout: event.target.value })}
      />
      <SelectField
        label={t('settings.zone')}
        help={t('settings.zoneHelp')}
        size="form"
        value={values.zone}
        onChange={(event) => change({ zone: event.target.value })}
        options={zonesWith(values.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
    </fieldset>
  );
}

const zonesWith = (zone: string): string[] => [
  ...new Set(['UTC', zone, ...(Intl.supportedValuesOf?.('timeZone') ?? [])]),
];

function AttributionFields({ values, errors, change }: PartProps) {
  const choice = <Key extends 'model' | 'codeVsLink' | 'codeTie' | 'selfPurchase' | 'paidSearch'>(
    key: Key,
    options: readonly ProgramValues[Key][],
  ) => (
    <SelectField
      label={t(`settings.${key}` as 'settings.model')}
      size="form"
      value={values[key]}
      onChange={(event) => change({ [key]: event.target.value } as Partial<ProgramValues>)}
      options={options.map((value) => ({
        value,
        label: t(`settings.${key}.${value}` as 'settings.model.last'),
      }))}
    />
  );
  return (
    <fieldset className="affiliate-fields">
      <legend className="t-name">{t('settings.attribution')}</legend>
      <TextField
        label={t('settings.window')}
        help={t('settings.windowHelp')}
        size="form"
        inputMode="decimal"
        value={values.windowDays}
        error={errors.windowDays}
        onChange={(event) => change({ windowDays: event.target.value })}
      />
      {choice('model', ['last', 'first'])}
      {choice('codeVsLink', ['code', 'link', 'later'])}
      {choice('codeTie', ['first-listed', 'largest-discount', 'split', 'none'])}
      {choice('selfPurchase', ['block', 'ask', 'allow'])}
      {choice('paidSearch', ['deny', 'allow'])}
      <div className="affiliate-switch">
        <Switch
          label={t('settings.standDown')}
          checked={values.standDown}
          onChange={(event) => change({ standDown: event.target.checked })}
        />
        <p className="t-12 t-ink2">{t('settings.standDownHelp')}</p>
      </div>
    </fieldset>
  );
}

function Stores({ program: { stores } }: { program: ProgramOverview }) {
  return (
    <Section id="store" title={t('settings.store')}>
      {stores.length === 0 ? (
        <div className="t-row t-wrap">
          <span className="t-grow t-ink2">{t('settings.noStore')}</span>
          <Button href={linkTarget('storeApp')}>{t('settings.connectStore')}</Button>
        </div>
      ) : (
        <ul className="affiliate-lines">
          {stores.map((store) => (
            <li key={store.id}>
              <span className="t-grow">
                <span className="t-name" dir="auto">
                  {store.name}
                </span>{' '}
                <span className="t-ink2">{store.shop}</span>
              </span>
              <Pill tone={store.createCodes.allowed ? 'green' : 'tangerine'}>
                {store.createCodes.allowed ? t('settings.codesReady') : t('settings.codesMissing')}
              </Pill>
              {store.createCodes.reason && <span className="t-12 t-ink2">{store.createCodes.reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function History() {
  const { data } = useQuery(versionsOptions(useBrandId()));
  if (!data || data.versions.length === 0) return null;
  return (
    <Section id="history" title={t('settings.history')} subtitle={t('settings.historyText')}>
      <ul className="affiliate-lines">
        {data.versions.map(({ version, state, rules, by, effective }) => (
          <li key={version}>
            <span className="t-grow">
              {t('settings.version', {
                version,
                state: t(`program.state.${state}`),
                rate: commissionRate(rules.terms.rateBp),
                days: rules.attribution.windowHours / 24,
              })}
            </span>
            <span className="t-12 t-ink2">
              {by ?? 'Troupe'}, <Ago at={effective} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
