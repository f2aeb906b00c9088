import { IconArrowLeft, IconWand } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { changeMonitor, createMonitor } from '@troupe/contract/listening/monitor';
import { SOURCE_KINDS } from '@troupe/domain/listening/listening-source';
import type { Monitor } from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { useSettled } from '@troupe/ui/hooks';
import { Section } from '@troupe/ui/layout/section';
import { lazy, Suspense, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { languageName, sourceName } from '../../../shared/listening/listening-labels.ts';
import {
  latestMentionsOptions,
  monitorsOptions,
  useListeningWrite,
} from '../../../shared/listening/listening-queries.ts';
import { t } from './messages/messages.gen.ts';
import {
  differing,
  FORM_KINDS,
  fieldsOf,
  MONITOR_TONES,
  type MonitorFields,
  NO_MONITOR,
} from './monitor-form.ts';
import { MonitorVersions } from './monitor-versions.tsx';
import { QueryCheck } from './query-check.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import './monitor.css';

const WordsWizard = lazy(() => import('./words-wizard.tsx'));

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'ja', 'ko', 'ar', 'hi', 'tr', 'sv', 'zh'];

interface MonitorEditorProps {
  /** Null for a new one. */
  monitor: Monitor | null;
  /** A first monitor made of the brand's name. */
  suggestion: { name: string; query: string } | null;
  onClose: () => void;
}

/** Writes a query with a live check and a replay before it is saved. */
export default function MonitorEditor({ monitor, suggestion, onClose }: MonitorEditorProps) {
  const brandId = useBrandId();
  const editor = useMonitorForm(monitor, suggestion, onClose);
  const { form, conflict, keepMine, takeTheirs, submit } = editor;
  const { values, errors, change } = form;
  const [wizard, setWizard] = useState(false);
  const [replayId, setReplayId] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const monitors = useQuery(monitorsOptions(brandId)).data?.monitors ?? [];
  const samples = useQuery(latestMentionsOptions(brandId, monitor?.id)).data?.mentions ?? [];
  const settled = useSettled(values.query, 150);
  const sets = [...new Set(monitors.map(({ setName }) => setName).filter((name) => name !== null))];
  const refusal = monitor?.abilities.change.reason ?? undefined;
  const select = (start: number, end: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <form
      className="monitor-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(replayId);
      }}
    >
      <div className="listening-bar">
        <Button kind="quiet" icon={<IconArrowLeft size={16} />} onClick={onClose}>
          {t('toList')}
        </Button>
        <h2 className="t-16">{monitor ? <bdi>{monitor.name}</bdi> : t('new')}</h2>
        {monitor && <Pill tone={MONITOR_TONES[monitor.state]}>{t(`state.${monitor.state}`)}</Pill>}
        <span className="t-grow" />
      </div>
      {monitor?.pauseReason === 'over-budget' && (
        <p role="alert" className="listening-conflict">
          {t('overBudgetText')}
        </p>
      )}
      {refusal && <p className="t-ink2">{refusal}</p>}
      {form.restored && !conflict && (
        <div className="monitor-draft">
          <span className="t-grow">{t('restored')}</span>
          <Button size="row" kind="quiet" onClick={form.discard}>
            {t('discard')}
          </Button>
        </div>
      )}
      {conflict && (
        <Conflict theirs={conflict.theirs} fields={conflict.fields} onMine={keepMine} onTheirs={takeTheirs} />
      )}
      <div className="monitor-columns">
        <div className="listening-stack">
          <Section title={t('section.what')}>
            <div className="monitor-fields">
              <TextField
                label={t('name')}
                size="form"
                maxLength={100}
                value={values.name}
                error={errors.name}
                onChange={(event) => change({ name: event.target.value })}
              />
              <SelectField
                label={t('kind')}
                size="form"
                value={values.kind}
                onChange={(event) => change({ kind: event.target.value as MonitorFields['kind'] })}
                options={FORM_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              />
              <TextField
                label={t('set')}
                size="form"
                maxLength={60}
                list="monitor-sets"
                help={t('setHelp')}
                value={values.setName}
                error={errors.setName}
                onChange={(event) => change({ setName: event.target.value })}
              />
              <datalist id="monitor-sets">
                {sets.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </div>
          </Section>
          <Section
            title={t('query')}
            actions={
              <Button size="row" icon={<IconWand size={16} />} onClick={() => setWizard(true)}>
                {t('wizard')}
              </Button>
            }
          >
            <div className="monitor-query">
              <TextArea
                ref={area}
                label={t('query')}
                hideLabel
                size="form"
                rows={4}
                dir="ltr"
                spellCheck={false}
                autoCapitalize="off"
                autoCorrect="off"
                placeholder={'(larkmoor OR "lark moor") NEAR/5 (jacket OR shell) NOT "larkmoor lane"'}
                value={values.query}
                error={errors.query}
                onChange={(event) => change({ query: event.target.value })}
              />
            </div>
            <div className="listening-chips monitor-limits">
              <FilterChip
                name={t('languages')}
                options={[...new Set([...LANGUAGES, ...values.languages])].map((value) => ({
                  value,
                  label: languageName(value),
                }))}
                value={values.languages}
                onChange={(languages) => change({ languages })}
              />
              <FilterChip
                name={t('sources')}
                options={SOURCE_KINDS.map((value) => ({ value, label: sourceName(value) }))}
                value={values.sources}
                onChange={(sources) => change({ sources: sources as MonitorFields['sources'] })}
              />
            </div>
            <QueryCheck
              query={settled}
              languages={values.languages}
              sources={values.sources}
              mentions={samples}
              onFix={(query) => {
                change({ query });
                area.current?.focus();
              }}
              onSelect={select}
            />
          </Section>
          <Section title={t('section.alerts')}>
            <div className="listening-stack">
              <Checkbox
                label={t('alert.spike')}
                checked={values.spike}
                onChange={(event) => change({ spike: event.target.checked })}
              />
              <Checkbox
                label={t('alert.negative')}
                checked={values.negativeShift}
                onChange={(event) => change({ negativeShift: event.target.checked })}
              />
            </div>
          </Section>
        </div>
        <div className="listening-stack">
          <ReplayPanel
            query={values.query}
            languages={values.languages}
            sources={values.sources}
            onReplay={setReplayId}
          />
          {monitor && <MonitorVersions monitorId={monitor.id} onUse={(query) => change({ query })} />}
        </div>
      </div>
      <div className="monitor-foot">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="main" type="submit" size="form" busy={form.busy} disabledReason={refusal}>
          {monitor ? t('save') : t('create')}
        </Button>
      </div>
      <Suspense>
        {wizard && (
          <WordsWizard
            name={values.name}
            onWrite={(query) => {
              change({ query });
              setWizard(false);
            }}
            onClose={() => setWizard(false)}
          />
        )}
      </Suspense>
    </form>
  );
}

/** Returns what is wrong with the fields before they are sent. */
function errorsIn({ name, query }: MonitorFields) {
  const first = parseQuery(query).problems.find(({ severity }) => severity === 'error');
  return {
    ...(name.trim() === '' ? { name: t('nameMissing') } : {}),
    ...(query.trim() === '' ? { query: t('queryMissing') } : first ? { query: t('queryWrong') } : {}),
  };
}

/** The form of a monitor: its draft, its conflict with another editor, and saving. */
function useMonitorForm(
  monitor: Monitor | null,
  suggestion: MonitorEditorProps['suggestion'],
  onClose: () => void,
) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const saved = monitor ? fieldsOf(monitor) : Object.assign({}, NO_MONITOR, suggestion ?? {});
  const form = useDraftForm({
    draft: `monitor.${brandId}.${monitor?.id ?? 'new'}`,
    saved,
    validate: errorsIn,
  });
  // Discarding after a save must reset to the saved version.
  const latest = useRef(form);
  latest.current = form;
  // The version that the typed values are based on.
  const [base, setBase] = useState({ version: monitor?.version ?? 0, fields: saved });
  const [theirs, setTheirs] = useState<Monitor | null>(null);
  const untouched = differing(form.values, base.fields).length === 0;
  if (monitor && untouched && monitor.version !== base.version)
    setBase({ version: monitor.version, fields: fieldsOf(monitor) });
  const key = useRef({ text: '', id: '' });
  const save = useListeningWrite(
    ({ values, replayId, version }: { values: MonitorFields; replayId: string | null; version: number }) => {
      const { spike, negativeShift, name, setName, ...rest } = values;
      const rules = Object.assign({}, monitor?.alertRules, { spike, negativeShift });
      const body = Object.assign({}, rest, {
        name: name.trim(),
        setName: setName.trim() || null,
        alertRules: rules,
        replayId,
      });
      if (monitor)
        return client.call(changeMonitor, {
          params: { brandId, monitorId: monitor.id },
          body: Object.assign(body, { version }),
        });
      // The same key for each attempt: a retry must not create a second monitor.
      const text = JSON.stringify(body);
      if (key.current.text !== text) key.current = { text, id: crypto.randomUUID() };
      return client.call(createMonitor, { params: { brandId }, body }, { idempotencyKey: key.current.id });
    },
    {
      failed: t('saveFailed'),
      onError: (error) => form.refused(error) || (error instanceof CallError && error.code === 'conflict'),
    },
  );
  const send = async (values: MonitorFields, replayId: string | null, version: number) => {
    try {
      const { monitor: stored } = await save.mutateAsync({ values, replayId, version });
      latest.current.discard();
      notify.success(t(monitor ? 'saved' : 'created', { name: stored.name }));
      onClose();
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'conflict')) return;
      try {
        const { monitors } = await queryClient.fetchQuery({
          ...monitorsOptions(brandId, ['active', 'paused', 'archived']),
          staleTime: 0,
        });
        setTheirs(monitors.find(({ id }) => id === monitor?.id) ?? null);
      } catch (failure) {
        notify.failure(t('saveFailed'), { detail: errorText(failure) });
      }
    }
  };
  const fields = theirs ? differing(form.values, fieldsOf(theirs)) : [];
  return {
    form,
    conflict: theirs ? { theirs, fields } : null,
    keepMine: () => {
      if (!theirs) return;
      setBase({ version: theirs.version, fields: fieldsOf(theirs) });
      setTheirs(null);
      void send(form.values, null, theirs.version);
    },
    takeTheirs: () => {
      if (!theirs) return;
      setBase({ version: theirs.version, fields: fieldsOf(theirs) });
      form.change(fieldsOf(theirs));
      setTheirs(null);
    },
    submit: (replayId: string | null) =>
      form.submit((values) => send(values as MonitorFields, replayId, base.version))(),
  };
}

interface ConflictProps {
  theirs: Monitor;
  fields: readonly (keyof MonitorFields)[];
  onMine: () => void;
  onTheirs: () => void;
}

/** Another editor saved first: shows their version and overwrites nothing without asking. */
function Conflict({ theirs, fields, onMine, onTheirs }: ConflictProps) {
  const saved = fieldsOf(theirs);
  const shown = (field: keyof MonitorFields) => {
    const value = saved[field];
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    return Array.isArray(value) ? value.join(', ') || t('all') : value || '–';
  };
  return (
    <div role="alert" className="listening-conflict">
      <p className="t-medium">{t('conflict.text')}</p>
      <dl className="monitor-conflict-fields">
        {fields.map((field) => (
          <div key={field}>
            <dt className="t-12 t-ink2">{t(`conflict.field.${field}`)}</dt>
            <dd dir="auto">{shown(field)}</dd>
          </div>
        ))}
      </dl>
      <div className="t-row t-wrap">
        <Button size="row" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button size="row" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </div>
  );
}
