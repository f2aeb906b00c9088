import type { FigureWhy } from '../figure.ts';
import type { SensitivityRule } from './analytics.ts';
import { EvidenceInput } from './evidence.ts';
import { formulaName } from './formula-text.ts';
import { t } from './messages/messages.gen.ts';
import type { ChangedItem, ChangeReason, ReportPart, ReportRow, ReportWidget } from './report.ts';

/** Returns how many items changed a figure for a reason, in the current language. */
export const reasonText = (reason: ChangeReason, count: number): string =>
  t(`report.reason.${reason}`, { count });

/** Returns the name of an item that changed a figure. Items deleted since, and clicks, have no name. */
export function itemName({ kind, name, after }: Pick<ChangedItem, 'kind' | 'name' | 'after'>): string {
  const { data: known } = EvidenceInput.shape.kind.safeParse(kind);
  if (name.trim() !== '' || known === undefined) return name.trim() || kind;
  if (after !== null || known === 'clicks' || known === 'creator') return t(`report.item.${known}`);
  return t(`report.item.deleted.${known}`);
}

/** Returns the name of an attribution rule, in the current language. */
export const ruleName = (rule: SensitivityRule['rule']): string => t(`report.rule.${rule}`);

/** Returns why a figure has no value, in the current language. */
export const whyText = (why: FigureWhy): string => t(`report.why.${why}`);

/** Returns the name of a row of a table: of its campaign, creator or post, if it belongs to one. */
export const rowName = ({ name, username }: Pick<ReportRow, 'name' | 'username'>): string =>
  name.trim() || (username ? `@${username}` : t('report.row.none'));

/** Returns what a widget is called unless a person gave it a title. Headings and texts have no other. */
export function usualTitle(part: ReportPart | ReportWidget): string {
  switch (part.kind) {
    case 'heading':
    case 'text':
      return '';
    case 'chart':
      return t('report.part.chart', { figure: formulaName(part.measure) });
    case 'table':
      return t(`report.part.table.${part.groupBy}`);
    default:
      return t(`report.part.${part.kind}`);
  }
}
