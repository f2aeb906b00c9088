import { formulaName } from '@troupe/domain/analytics/formula-text';
import {
  ChartMeasure,
  MOST_TABLE_ROWS,
  MOST_WIDGET_FIGURES,
  REPORT_FIGURES,
  type ReportWidget,
  tableFigures,
  tableSorts,
} from '@troupe/domain/analytics/report';
import { usualTitle } from '@troupe/domain/analytics/report-text';
import type { FormulaId } from '@troupe/domain/figure';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { t } from './messages/messages.gen.ts';

/** Returns a widget as it is added. */
export function newWidget(kind: ReportWidget['kind']): ReportWidget {
  const id = crypto.randomUUID();
  switch (kind) {
    case 'heading':
      return { id, kind, title: t('widget.heading') };
    case 'text':
      return { id, kind, title: '', text: t('widget.textStart') };
    case 'figures':
      return { id, kind, title: '', formulas: ['net-revenue', 'spend', 'roas', 'orders'] };
    case 'chart':
      return { id, kind, title: '', measure: 'net-revenue', form: 'line', every: null };
    case 'table':
      return {
        id,
        kind,
        title: '',
        groupBy: 'campaign',
        sort: 'net-revenue',
        formulas: ['net-revenue', 'spend', 'roas'],
        rows: 10,
      };
    default:
      return { id, kind, title: '' };
  }
}

interface WidgetFieldsProps {
  widget: ReportWidget;
  errorOf: (field: string) => string | undefined;
  onChange: (widget: ReportWidget) => void;
}

/** The settings of a widget. */
export function WidgetFields({ widget, errorOf, onChange }: WidgetFieldsProps) {
  const set = (part: object) => onChange(Object.assign({}, widget, part));
  return (
    <div className="report-fields report-widget-fields">
      <TextField
        label={t('field.title')}
        dir="auto"
        maxLength={120}
        placeholder={widget.kind === 'heading' ? '' : usualTitle(widget)}
        value={widget.title}
        error={errorOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      {widget.kind === 'text' && (
        <TextArea
          label={t('field.text')}
          dir="auto"
          maxLength={4000}
          rows={5}
          value={widget.text}
          error={errorOf('text')}
          onChange={({ target }) => set({ text: target.value })}
        />
      )}
      {widget.kind === 'chart' && (
        <>
          <SelectField
            label={t('field.measure')}
            value={widget.measure}
            onChange={({ target }) => set({ measure: target.value })}
            options={ChartMeasure.options.map((value) => ({ value, label: formulaName(value) }))}
          />
          <SelectField
            label={t('field.form')}
            value={widget.form}
            onChange={({ target }) => set({ form: target.value })}
            options={(['line', 'bar'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
          />
          <SelectField
            label={t('field.every')}
            value={widget.every ?? ''}
            onChange={({ target }) => set({ every: target.value || null })}
            options={[
              { value: '', label: t('every.auto') },
              ...(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(`every.${value}`) })),
            ]}
          />
        </>
      )}
      {widget.kind === 'table' && <TableFields widget={widget} errorOf={errorOf} set={set} />}
      {(widget.kind === 'figures' || widget.kind === 'table') && (
        <FigureChoice
          all={widget.kind === 'figures' ? REPORT_FIGURES : tableFigures(widget.groupBy)}
          chosen={widget.formulas}
          error={errorOf('formulas')}
          onChange={(formulas) => set({ formulas })}
        />
      )}
    </div>
  );
}

function TableFields({
  widget,
  errorOf,
  set,
}: {
  widget: Extract<ReportWidget, { kind: 'table' }>;
  errorOf: WidgetFieldsProps['errorOf'];
  set: (part: object) => void;
}) {
  return (
    <>
      <SelectField
        label={t('field.groupBy')}
        value={widget.groupBy}
        onChange={({ target }) => {
          const groupBy = target.value as typeof widget.groupBy;
          const formulas = widget.formulas.filter((id) => tableFigures(groupBy).includes(id));
          const [sort] = tableSorts(groupBy);
          set({
            groupBy,
            formulas: formulas.length > 0 ? formulas : tableFigures(groupBy).slice(0, 3),
            sort: tableSorts(groupBy).includes(widget.sort) ? widget.sort : sort,
          });
        }}
        options={(['campaign', 'creator', 'platform', 'content'] as const).map((value) => ({
          value,
          label: usualTitle(Object.assign({}, widget, { groupBy: value })),
        }))}
      />
      <SelectField
        label={t('field.sort')}
        value={widget.sort}
        error={errorOf('sort')}
        onChange={({ target }) => set({ sort: target.value })}
        options={tableSorts(widget.groupBy).map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <TextField
        label={t('field.rows')}
        type="number"
        min={1}
        max={MOST_TABLE_ROWS}
        value={String(widget.rows)}
        error={errorOf('rows')}
        onChange={({ target }) =>
          set({ rows: Math.max(1, Math.min(MOST_TABLE_ROWS, Number(target.value) || 1)) })
        }
      />
    </>
  );
}

function FigureChoice({
  all,
  chosen,
  error,
  onChange,
}: {
  all: readonly FormulaId[];
  chosen: readonly FormulaId[];
  error: string | undefined;
  onChange: (formulas: FormulaId[]) => void;
}) {
  return (
    <fieldset className="report-figure-choice">
      <legend className="t-12 t-ink3">{t('field.figures', { count: MOST_WIDGET_FIGURES })}</legend>
      {all.map((id) => {
        const checked = chosen.includes(id);
        const isLast = checked && chosen.length === 1;
        return (
          <Checkbox
            key={id}
            label={formulaName(id)}
            checked={checked}
            disabled={isLast || (!checked && chosen.length >= MOST_WIDGET_FIGURES)}
            onChange={() => onChange(checked ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
        );
      })}
      {error && <p className="report-error">{error}</p>}
    </fieldset>
  );
}
