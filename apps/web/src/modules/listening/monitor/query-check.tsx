import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { checkMonitorQuery } from '@troupe/contract/listening/monitor';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { Mention } from '@troupe/domain/listening/mention';
import { lineAndColumn, type QueryProblem } from '@troupe/domain/listening/query/query-problem';
import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { useSettled } from '@troupe/ui/hooks';
import { percent } from '@troupe/ui/lib/format';
import { useMemo, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { MarkedText } from '../../../shared/listening/marked-text.tsx';
import { t } from './messages/messages.gen.ts';
import { problemText } from './problem-text.ts';
import { type ClauseTrial, sampleOf, sampleText, tryQuery } from './query-trial.ts';

interface QueryCheckProps {
  query: string;
  languages: readonly string[];
  sources: readonly SourceKind[];
  /** Mentions that the query is tried on. */
  mentions: readonly Mention[];
  onFix: (query: string) => void;
  /** Selects a part of the query. */
  onSelect: (start: number, end: number) => void;
}

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle };

/** What a query says while it is typed: its problems, and what each clause lets in. */
export function QueryCheck({ query, languages, sources, mentions, onFix, onSelect }: QueryCheckProps) {
  const [typed, setTyped] = useState('');
  const samples = useMemo(() => mentions.map(sampleOf), [mentions]);
  const trial = useMemo(() => tryQuery(query, samples), [query, samples]);
  const cost = useCost(trial.valid ? query : '', languages, sources);
  const empty = query.trim() === '';
  if (empty) return <p className="t-12 t-ink2 listening-gap">{t('check.empty')}</p>;
  const errors = trial.problems.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="monitor-check">
      <p role="status" className="t-12 monitor-verdict" data-ok={errors === 0 || undefined}>
        {errors === 0 ? (
          <IconCircleCheck size={16} aria-hidden="true" />
        ) : (
          <IconCircleX size={16} aria-hidden="true" />
        )}
        <span>
          {errors > 0
            ? t('check.errors', { count: errors })
            : trial.problems.length > 0
              ? t('check.hints', { count: trial.problems.length })
              : t('check.ok')}
          {cost !== null && errors === 0 && (
            <span className="t-ink2">
              {' '}
              {cost < 0.001
                ? t('check.costBelow', { share: percent(0.001, 1) })
                : t('check.cost', { share: percent(cost, 1) })}
            </span>
          )}
        </span>
      </p>
      {trial.problems.length > 0 && (
        <ul className="monitor-problems" aria-label={t('check.problems')}>
          {trial.problems.map((problem) => (
            <ProblemLine
              key={`${problem.code}.${problem.start}`}
              query={query}
              problem={problem}
              onFix={onFix}
              onSelect={onSelect}
            />
          ))}
        </ul>
      )}
      {trial.valid && (
        <>
          <h3 className="t-name listening-gap">{t('check.clauses')}</h3>
          <p className="t-12 t-ink2">
            {samples.length > 0
              ? t('check.samples', { found: trial.found, count: samples.length })
              : t('check.noSamples')}
          </p>
          <ul className="listening-lines">
            {trial.clauses.map((clause) => (
              <Clause
                key={`${clause.start}.${clause.text}`}
                clause={clause}
                counted={samples.length > 0}
                onSelect={onSelect}
              />
            ))}
          </ul>
          <TextField
            label={t('check.try')}
            maxLength={500}
            value={typed}
            placeholder={t('check.tryExample')}
            onChange={(event) => setTyped(event.target.value)}
          />
          {typed.trim() !== '' && <TypedSample query={query} typed={typed} />}
        </>
      )}
    </div>
  );
}

/** The share of all posts on which the query has to be evaluated, as the server estimates it. */
function useCost(query: string, languages: readonly string[], sources: readonly SourceKind[]): number | null {
  const brandId = useBrandId();
  const settled = useSettled(query, 500);
  const { data } = useQuery({
    ...callOptions(checkMonitorQuery, {
      params: { brandId },
      body: { query: settled, languages: [...languages], sources: [...sources] },
    }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return query === '' ? null : (data?.check.cost ?? null);
}

interface ProblemLineProps {
  query: string;
  problem: QueryProblem;
  onFix: (query: string) => void;
  onSelect: (start: number, end: number) => void;
}

function ProblemLine({ query, problem, onFix, onSelect }: ProblemLineProps) {
  const { severity, start, end, suggestion } = problem;
  const Icon = ICONS[severity];
  const { line, column } = lineAndColumn(query, start);
  const fixed =
    suggestion && query.slice(0, suggestion.start) + suggestion.text + query.slice(suggestion.end);
  return (
    <li data-severity={severity}>
      <Icon size={16} aria-hidden="true" />
      <span className="t-grow">
        <span className="t-hidden">{t(`severity.${severity}`)}: </span>
        {problemText(problem)}{' '}
        <button
          type="button"
          className="listening-link t-link t-12"
          onClick={() => onSelect(start, Math.max(end, start + 1))}
        >
          {t('check.place', { line, column })}
        </button>
      </span>
      {fixed && (
        <Button size="row" onClick={() => onFix(fixed)}>
          {suggestion.text === '' ? (
            t('check.remove')
          ) : (
            <>
              <span className="t-hidden">{t('check.replaceWith')} </span>
              <code dir="ltr">{suggestion.text}</code>
            </>
          )}
        </Button>
      )}
    </li>
  );
}

interface ClauseProps {
  clause: ClauseTrial;
  counted: boolean;
  onSelect: (start: number, end: number) => void;
}

function Clause({ clause, counted, onSelect }: ClauseProps) {
  const { text, start, end, letIn, excluded, example } = clause;
  return (
    <li>
      <div className="t-row t-wrap">
        <button type="button" className="listening-why" onClick={() => onSelect(start, end)}>
          <code dir="ltr">{text}</code>
        </button>
        {counted && (
          <span className="t-12 t-ink2">
            {excluded > 0 ? t('check.excluded', { count: excluded }) : t('check.letIn', { count: letIn })}
          </span>
        )}
      </div>
      {example && (
        <p className="listening-line-text t-12" dir="auto">
          <MarkedText text={example.text} spans={example.spans} part="text" />
        </p>
      )}
    </li>
  );
}

/** Whether a typed text would be found, and by which words. */
function TypedSample({ query, typed }: { query: string; typed: string }) {
  const { found, clauses } = useMemo(() => tryQuery(query, [sampleText(typed)]), [query, typed]);
  const spans = clauses.flatMap(({ example }) => example?.spans ?? []);
  const kept = clauses.find(({ excluded }) => excluded > 0);
  return (
    <div role="status" className="monitor-typed">
      <p className="t-12 t-medium">
        {found > 0
          ? t('check.finds')
          : kept
            ? t('check.keepsOut', { clause: kept.text })
            : t('check.findsNot')}
      </p>
      <p dir="auto">
        <MarkedText text={typed} spans={spans} part="text" />
      </p>
    </div>
  );
}
