import { useQuery } from '@tanstack/react-query';
import type { SafetyRehearsal, SafetyRule } from '@troupe/domain/listening/safety/safety-rule';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Switch } from '@troupe/ui/field/choice';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { categoryName } from '../../../shared/safety-flag/safety-labels.ts';
import { SafetyQuote } from '../../../shared/safety-flag/safety-quote.tsx';
import { t } from './messages/messages.gen.ts';
import { type RuleFields, ruleVersionsOptions, useRehearsal, useRuleSaving } from './safety-rule-queries.ts';

interface Typed {
  on: boolean;
  items: string;
  days: string;
  /** Null keeps the built-in words. */
  query: string | null;
  names: string;
}

const typedOf = (rule: RuleFields): Typed => ({
  on: rule.state === 'on',
  items: String(rule.items),
  days: String(rule.days),
  query: rule.query,
  names: rule.names.join('\n'),
});

const fieldsOf = (typed: Typed): RuleFields => ({
  state: typed.on ? 'on' : 'off',
  items: Number(typed.items),
  days: Number(typed.days),
  query: typed.query,
  names: typed.names
    .split('\n')
    .map((name) => name.trim())
    .filter(Boolean),
});

/** The default threshold and words; names of competitors have no default and stay. */
const presetOf = ({ defaults: { state, items, days } }: SafetyRule): Partial<Typed> => ({
  on: state === 'on',
  items: String(items),
  days: String(days),
  query: null,
});

const isWithin = (text: string, most: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** Edits one rule: threshold and words, with a rehearsal before it is saved. */
export default function RuleDialog({ rule, onClose }: { rule: SafetyRule; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(rule));
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const rehearsal = useRehearsal(rule);
  const saving = useRuleSaving(rule);
  const [wrong, setWrong] = useState<{ items?: string; days?: string }>({});
  const hasThreshold = rule.defaultQuery !== null || rule.category === 'competitor';
  const isValid = () => {
    const found = {
      ...(isWithin(typed.items, 50) ? {} : { items: t('range', { max: 50 }) }),
      ...(isWithin(typed.days, 730) ? {} : { days: t('range', { max: 730 }) }),
    };
    setWrong(found);
    return Object.keys(found).length === 0;
  };
  const submit = () => {
    if (!isValid()) return;
    saving.mutate(fieldsOf(typed), {
      onSuccess: () => {
        notify.success(t('saved'));
        onClose();
      },
    });
  };
  const failure = saving.error ?? rehearsal.error;
  return (
    <Dialog
      open
      width={560}
      title={categoryName(rule.category)}
      foot={t('saveFoot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button busy={rehearsal.isPending} onClick={() => isValid() && rehearsal.mutate(fieldsOf(typed))}>
            {t('rehearse')}
          </Button>
          <Button kind="main" type="submit" busy={saving.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="safety-rule-fields">
        <Switch
          label={t('raise')}
          checked={typed.on}
          onChange={(event) => change({ on: event.target.checked })}
        />
        <div className="safety-rule-threshold">
          {hasThreshold && (
            <TextField
              label={t('items')}
              size="form"
              inputMode="numeric"
              value={typed.items}
              error={wrong.items}
              onChange={(event) => change({ items: event.target.value })}
            />
          )}
          <TextField
            label={t('days')}
            size="form"
            inputMode="numeric"
            value={typed.days}
            error={wrong.days}
            onChange={(event) => change({ days: event.target.value })}
          />
        </div>
        {rule.category === 'competitor' && (
          <TextArea
            label={t('names')}
            help={t('namesHelp')}
            size="form"
            rows={4}
            value={typed.names}
            onChange={(event) => change({ names: event.target.value })}
          />
        )}
        {rule.defaultQuery !== null && (
          <Words preset={rule.defaultQuery} query={typed.query} onChange={(query) => change({ query })} />
        )}
        {failure && <ErrorState title={t('failed')} text={errorText(failure)} />}
        {rehearsal.data && <Rehearsal rehearsal={rehearsal.data.rehearsal} />}
        {rule.version > 0 && <Versions rule={rule} onUse={(version) => setTyped(typedOf(version))} />}
        {!rule.isDefault && (
          <p>
            <Button size="row" kind="quiet" onClick={() => change(presetOf(rule))}>
              {t('resetWords')}
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface WordsProps {
  preset: string;
  query: string | null;
  onChange: (query: string | null) => void;
}

/** The word list as a query, only shown on request: it contains offensive words. */
function Words({ preset, query, onChange }: WordsProps) {
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <p>
        <Button size="row" onClick={() => setShown(true)}>
          {t('showWords')}
        </Button>{' '}
        <span className="t-12 t-ink2">{query === null ? t('builtIn') : t('ownWords')}</span>
      </p>
    );
  return (
    <TextArea
      label={t('words')}
      help={t('wordsHelp')}
      size="form"
      rows={8}
      spellCheck={false}
      value={query ?? preset}
      onChange={(event) => onChange(event.target.value === preset ? null : event.target.value)}
    />
  );
}

function Rehearsal({ rehearsal }: { rehearsal: SafetyRehearsal }) {
  const { flagged, flaggedNow, creators, posts, more, examples } = rehearsal;
  return (
    <div role="status">
      <p className="t-medium">{t('wouldFlag', { count: flagged, creators })}</p>
      <p className="t-12 t-ink2">
        {t('flaggedNow', { count: flaggedNow })} {t('posts', { count: posts })}{' '}
        {more && t('firstOnly', { creators })}
      </p>
      <div>
        {examples.map(({ creatorId, username, items, parts }) => (
          <div key={creatorId} className="safety-flag">
            <span>
              <bdi className="t-medium">@{username}</bdi>{' '}
              <span className="t-12 t-ink3">{t('itemCount', { count: items })}</span>
            </span>
            <SafetyQuote parts={parts} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Versions({ rule, onUse }: { rule: SafetyRule; onUse: (version: RuleFields) => void }) {
  const { data } = useQuery(ruleVersionsOptions(useBrandId(), rule.category));
  return (
    <details>
      <summary>{t('versions')}</summary>
      <ul className="safety-rules">
        {data?.versions.map((one) => (
          <li key={one.version} className="safety-rule">
            <span className="t-grow t-12">
              {t('version', { version: one.version, date: exactTime(one.at), by: one.by ?? t('someone') })}
            </span>
            <Button size="row" onClick={() => onUse(one)}>
              {t('useVersion')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
