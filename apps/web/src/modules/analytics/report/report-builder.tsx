import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { previewReport } from '@troupe/contract/analytics/report';
import {
  MOST_WIDGETS,
  type ReportForm,
  type ReportWidget,
  WIDGET_KINDS,
} from '@troupe/domain/analytics/report';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { useSettled } from '@troupe/ui/hooks';
import { addDays, today } from '@troupe/ui/lib/calendar';
import { Menu } from '@troupe/ui/overlay/menu';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { CampaignField } from './campaign-field.tsx';
import { t } from './messages/messages.gen.ts';
import { titleOf } from './report-labels.ts';
import { SnapshotView } from './snapshot-view.tsx';
import { newWidget, WidgetFields } from './widget-fields.tsx';

interface BuilderProps {
  brandId: string;
  values: ReportForm;
  errors: Record<string, string | undefined>;
  change: (part: Partial<ReportForm>) => void;
}

/** What a report shows: its days and widgets on one side, the report with real figures on the other. */
export function ReportBuilder(props: BuilderProps) {
  return (
    <div className="report-builder">
      <div className="report-builder-form">
        <About {...props} />
        <Widgets {...props} />
      </div>
      <Preview {...props} />
    </div>
  );
}

const zones = (own: string) => [...new Set([own, 'UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])])];
const WINDOWS = [
  'day-1',
  'day-7',
  'day-28',
  'week-1',
  'week-4',
  'month-1',
  'month-3',
  'quarter-1',
  'year-1',
] as const;
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'PLN', 'JPY', 'CAD', 'AUD'];

function About({ brandId, values, errors, change }: BuilderProps) {
  const { window } = values;
  const chosen = window.kind === 'rolling' ? `${window.unit}-${window.count}` : 'fixed';
  return (
    <div className="report-fields">
      <TextField
        label={t('field.name')}
        size="form"
        dir="auto"
        maxLength={120}
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t('field.subtitle')}
        size="form"
        dir="auto"
        maxLength={200}
        value={values.subtitle}
        error={errors.subtitle}
        onChange={(event) => change({ subtitle: event.target.value })}
      />
      <SelectField
        label={t('field.window')}
        size="form"
        value={chosen}
        error={errors['window.count']}
        onChange={({ target }) => {
          const [unit, count] = target.value.split('-');
          if (unit === 'fixed') {
            const now = today();
            change({ window: { kind: 'fixed', from: addDays(now, -29), to: now } });
            return;
          }
          change({ window: { kind: 'rolling', unit: unit as 'day', count: Number(count) } });
        }}
        options={[
          ...WINDOWS.map((value) => ({ value: value as string, label: t(`window.${value}`) })),
          ...(window.kind === 'rolling' && !WINDOWS.includes(chosen as (typeof WINDOWS)[number])
            ? [{ value: chosen, label: chosen }]
            : []),
          { value: 'fixed', label: t('window.fixed') },
        ]}
      />
      {window.kind === 'fixed' && (
        <div className="report-days">
          {(['from', 'to'] as const).map((end) => (
            <DateField
              key={end}
              label={t(`window.${end}`)}
              presets="back"
              value={window[end]}
              error={errors[`window.${end}`]}
              {...(end === 'from' ? { max: window.to } : { min: window.from })}
              onChange={(day) => day && change({ window: Object.assign({}, window, { [end]: day }) })}
            />
          ))}
        </div>
      )}
      <Filters brandId={brandId} values={values} errors={errors} change={change} />
      <SelectField
        label={t('field.compare')}
        size="form"
        value={values.compare}
        onChange={({ target }) => change({ compare: target.value as ReportForm['compare'] })}
        options={(['previous', 'year', 'none'] as const).map((value) => ({
          value,
          label: t(`compare.${value}`),
        }))}
      />
      <SelectField
        label={t('field.currency')}
        size="form"
        value={values.currency ?? ''}
        onChange={({ target }) => change({ currency: target.value || null })}
        options={[
          { value: '', label: t('field.eachCurrency') },
          ...[...new Set([...CURRENCIES, values.currency ?? 'EUR'])].map((value) => ({
            value,
            label: value,
          })),
        ]}
      />
      <SelectField
        label={t('field.zone')}
        size="form"
        value={values.zone}
        error={errors.zone}
        onChange={({ target }) => change({ zone: target.value })}
        options={zones(values.zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
    </div>
  );
}

function Filters({ brandId, values, errors, change }: BuilderProps) {
  const { filters } = values;
  const narrow = (part: Partial<ReportForm['filters']>) =>
    change({ filters: Object.assign({}, filters, part) });
  return (
    <>
      <CampaignField
        brandId={brandId}
        value={filters.campaignId ?? ''}
        none={t('field.allCampaigns')}
        error={errors['filters.campaignId']}
        onChange={(campaignId) => narrow({ campaignId: campaignId || null })}
      />
      <SelectField
        label={t('field.platform')}
        size="form"
        value={filters.platform ?? ''}
        onChange={({ target }) => narrow({ platform: (target.value as Platform) || null })}
        options={[
          { value: '', label: t('field.allPlatforms') },
          ...Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label })),
        ]}
      />
    </>
  );
}

function moved(widgets: readonly ReportWidget[], from: number, to: number): ReportWidget[] {
  const rest = [...widgets];
  const [one] = rest.splice(from, 1);
  if (one) rest.splice(Math.max(0, Math.min(rest.length, to)), 0, one);
  return rest;
}

function Widgets({ values, errors, change }: BuilderProps) {
  const { widgets } = values;
  const [open, setOpen] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const dragged = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    const widget = widgets[from];
    if (!widget || to < 0 || to >= widgets.length) return;
    change({ widgets: moved(widgets, from, to) });
    setSaid(t('widgets.moved', { name: titleOf(widget), place: to + 1, count: widgets.length }));
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  const add = (kind: ReportWidget['kind']) => {
    const widget = newWidget(kind);
    change({ widgets: [...widgets, widget] });
    setOpen(widget.id);
  };
  return (
    <section className="report-widgets" aria-label={t('widgets.title')}>
      <h2 className="t-16">{t('widgets.title')}</h2>
      {errors.widgets && <p className="report-error">{errors.widgets}</p>}
      <ol ref={list} className="report-widget-list">
        {widgets.map((widget, at) => (
          <li
            key={widget.id}
            draggable
            onDragStart={(event) => {
              dragged.current = at;
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) move(dragged.current, at);
              dragged.current = null;
            }}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            <div className="report-widget-row">
              <IconGripVertical size={16} className="report-grip" aria-hidden="true" />
              <button
                type="button"
                className="report-widget-name"
                aria-expanded={open === widget.id}
                onClick={() => setOpen(open === widget.id ? null : widget.id)}
                dir="auto"
              >
                {titleOf(widget)}
              </button>
              <IconButton
                label={t('widgets.up', { name: titleOf(widget) })}
                icon={<IconArrowUp size={16} />}
                disabledReason={at === 0 ? t('widgets.first') : undefined}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                label={t('widgets.down', { name: titleOf(widget) })}
                icon={<IconArrowDown size={16} />}
                disabledReason={at === widgets.length - 1 ? t('widgets.last') : undefined}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                label={t('widgets.remove', { name: titleOf(widget) })}
                icon={<IconTrash size={16} />}
                onClick={() => change({ widgets: widgets.filter(({ id }) => id !== widget.id) })}
              />
            </div>
            {open === widget.id && (
              <WidgetFields
                widget={widget}
                errorOf={(field) => errors[`widgets.${at}.${field}`]}
                onChange={(next) =>
                  change({ widgets: widgets.map((one) => (one.id === widget.id ? next : one)) })
                }
              />
            )}
          </li>
        ))}
      </ol>
      <p className="t-hidden" role="status">
        {said}
      </p>
      <p className="t-12 t-ink3">{t('widgets.help')}</p>
      <Menu
        label={t('widgets.add')}
        trigger={
          <Button
            icon={<IconPlus size={16} />}
            disabledReason={
              widgets.length >= MOST_WIDGETS ? t('widgets.most', { count: MOST_WIDGETS }) : undefined
            }
          >
            {t('widgets.add')}
          </Button>
        }
        items={WIDGET_KINDS.map((kind) => ({ label: t(`widget.${kind}`), onClick: () => add(kind) }))}
      />
    </section>
  );
}

/** Recalculates after a pause in typing. */
const SETTLE_MS = 700;

function Preview({ brandId, values }: BuilderProps) {
  const heading = useId();
  const asked = useSettled(JSON.stringify(values), SETTLE_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', 'preview', brandId, asked],
    queryFn: ({ signal }) =>
      client.call(previewReport, { params: { brandId }, body: JSON.parse(asked) as ReportForm }, { signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
  });
  return (
    <section className="report-preview" aria-labelledby={heading} aria-busy={isFetching}>
      <h2 id={heading} className="t-12 t-ink3">
        {t('preview.title')}
      </h2>
      {error && (
        <ErrorState
          title={t('preview.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? <SnapshotView snapshot={data.snapshot} embedded /> : !error && <SkeletonText lines={8} />}
    </section>
  );
}
