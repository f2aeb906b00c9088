import type { EvidenceInput } from '@troupe/domain/analytics/evidence';
import type {
  ChangedItem,
  ChangeReason,
  ReportChange,
  ReportChanges,
  ReportForm,
  ReportMovement,
  ReportSnapshot,
} from '@troupe/domain/analytics/report';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { FORMULAS, isPerCurrency } from '@troupe/domain/figure-formula';
import { minorDigits } from '@troupe/domain/money';
import type { Api } from '../../platform/api.ts';
import { isId } from '../../platform/id.ts';
import { readAnalytics } from './analytics.ts';
import { readEvidence } from './figure-evidence.ts';
import { readReportVersions } from './report/report.queries.ts';
import type { RunItems } from './report/report.table.ts';
import { readItemNames, readOrderStories } from './report/report-change.queries.ts';
import type { EarlierRun } from './report/report-run.queries.ts';
import { figuresOfSnapshot, queryOf } from './report-snapshot.ts';

/** Sums whose items are kept with a run. Other figures are calculated from them. */
const BASES = [
  ...['net-revenue', 'refunds', 'orders', 'commission', 'fees', 'costs'],
  ...['views', 'reach', 'likes', 'comments', 'saves', 'shares', 'clicks', 'visitors', 'posts'],
] as readonly FormulaId[];
/** Items that are kept of a sum. More are too many to list by name. */
const MOST_ITEMS = 5000;
/** Items that are named for a reason. */
const MOST_NAMED = 20;

const keyOf = ({ formula, currency }: Pick<Figure, 'formula' | 'currency'>) => `${formula} ${currency ?? ''}`;

/** Returns what changed since a run: its own days calculated again, and its figures beside the new ones. */
export async function changesSince(
  api: Api,
  { brandId, before, snapshot }: { brandId: string; before: EarlierRun; snapshot: ReportSnapshot },
): Promise<ReportChanges> {
  const { from, to } = before.snapshot.period;
  const shown = figuresOfSnapshot(before.snapshot);
  return {
    previousRunId: before.id,
    previousAsOf: before.asOf,
    previousFrom: from,
    previousTo: to,
    corrections: await correctionsOf(api, brandId, before, shown),
    movements: movementsOf(shown, figuresOfSnapshot(snapshot)),
  };
}

function movementsOf(before: readonly Figure[], now: readonly Figure[]): ReportMovement[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  return now.flatMap((figure) => {
    const earlier = known.get(keyOf(figure));
    const { formula, unit, currency, value } = figure;
    return earlier ? [{ formula, unit, currency, before: earlier.value, after: value }] : [];
  });
}

async function correctionsOf(
  api: Api,
  brandId: string,
  before: EarlierRun,
  shown: readonly Figure[],
): Promise<ReportChange[]> {
  if (shown.length === 0) return [];
  const { reportId, version, period } = before.snapshot;
  const versions = await readReportVersions(api.pool, brandId, reportId);
  const form = versions.find((one) => one.version === version)?.form;
  if (!form) return [];
  const query = queryOf(form, period);
  query.compare = 'none';
  const { figures } = await readAnalytics(api, brandId, query);
  const now = new Map(figures.map((one) => [keyOf(one), one]));
  const changed = shown.filter((one) => (now.get(keyOf(one))?.value ?? null) !== one.value);
  if (changed.length === 0) return [];
  const items = await itemsOf(api, { brandId, form, period, figures: changed });
  const differences = await differencesOf(api, brandId, before, items);
  return changed.map(({ formula, unit, currency, value }) => ({
    formula,
    unit,
    currency,
    before: value,
    after: now.get(keyOf({ formula, currency }))?.value ?? null,
    reasons: reasonsOf({ formula, currency }, differences),
  }));
}

/** Returns the sums that a figure is calculated from. */
function basesOf(id: FormulaId, found = new Set<FormulaId>()): Set<FormulaId> {
  if (BASES.includes(id)) return found.add(id);
  const { top, bottom } = FORMULAS[id];
  for (const part of [...top, ...bottom]) if (part in FORMULAS) basesOf(part as FormulaId, found);
  return found;
}

/** Returns what figures of some days were calculated from. */
export async function itemsOf(
  api: Api,
  given: {
    brandId: string;
    form: ReportForm;
    period: { from: string; to: string };
    figures: readonly Figure[];
  },
): Promise<RunItems> {
  const { brandId, form, period, figures } = given;
  const wanted = new Map<string, { base: FormulaId; currency: string | null }>();
  const currencies = new Set(figures.flatMap(({ currency }) => currency ?? []));
  // A count includes items of all currencies; an amount only those of its currency.
  for (const { formula } of figures)
    for (const base of basesOf(formula))
      for (const currency of isPerCurrency(base) ? currencies : [null])
        wanted.set(`${base} ${currency ?? ''}`, { base, currency });
  const items: RunItems = {};
  const query = queryOf(form, period);
  for (const [key, { base, currency }] of wanted) {
    const known = figures.find((one) => one.formula === base && one.currency === currency)?.known ?? 0;
    if (known > MOST_ITEMS) {
      items[key] = { cut: true, items: [] };
      continue;
    }
    const asked = Object.assign({}, query, { in: currency ?? undefined });
    const { inputs, currency: shown } = await readEvidence(api, brandId, base, asked);
    items[key] =
      inputs.length > MOST_ITEMS ? { cut: true, items: [] } : { cut: false, items: summed(inputs, shown) };
  }
  return items;
}

/** Returns the amount of an item in the currency of its figure, in minor units. */
function convertedAmount({ amount, currency, rate }: EvidenceInput, shown: string | null): number {
  if (rate === null || currency === null || shown === null) return amount;
  return Math.round(amount * Number(rate) * 10 ** (minorDigits(shown) - minorDigits(currency)));
}

/** An item can count in several parts, such as the clicks of a link on several days. */
function summed(inputs: readonly EvidenceInput[], shown: string | null): RunItems[string]['items'] {
  const sums = new Map<string, [kind: string, id: string, amount: number]>();
  for (const input of inputs) {
    const { kind, id, day } = input;
    const amount = convertedAmount(input, shown);
    const own = kind === 'clicks' ? `${id} ${day}` : id;
    const known = sums.get(`${kind} ${own}`);
    if (known) known[2] += amount;
    else sums.set(`${kind} ${own}`, [kind, own, amount]);
  }
  return [...sums.values()];
}

type Differences = Map<string, { reason: ChangeReason; item: ChangedItem }[]>;

/** Returns the items that count differently than in a run, with the reason of each. */
async function differencesOf(
  api: Api,
  brandId: string,
  before: EarlierRun,
  now: RunItems,
): Promise<Differences> {
  const found: { key: string; kind: string; id: string; before: number | null; after: number | null }[] = [];
  for (const [key, { cut, items }] of Object.entries(now)) {
    const earlier = before.items[key];
    if (!earlier || earlier.cut || cut) continue;
    const then = new Map(earlier.items.map(([kind, id, amount]) => [`${kind} ${id}`, amount]));
    for (const [kind, id, amount] of items) {
      const value = then.get(`${kind} ${id}`) ?? null;
      then.delete(`${kind} ${id}`);
      if (value !== amount) found.push({ key, kind, id, before: value, after: amount });
    }
    for (const [kind, id, amount] of earlier.items)
      if (then.has(`${kind} ${id}`)) found.push({ key, kind, id, before: amount, after: null });
  }
  const ids = (isOrder: boolean) => [
    ...new Set(
      found.filter(({ kind, id }) => (kind === 'order') === isOrder && isId(id)).map(({ id }) => id),
    ),
  ];
  const [stories, names] = await Promise.all([
    readOrderStories(api.pool, brandId, ids(true), before.asOf),
    readItemNames(api.pool, brandId, ids(false)),
  ]);
  const storyOf = new Map(stories.map((one) => [one.id, one]));
  const differences: Differences = new Map();
  for (const { key, kind, id, before: then, after } of found) {
    const story = storyOf.get(id);
    const reason = story?.reason ?? reasonOf(kind, then, after);
    const item = { kind, id, name: story?.name ?? names.get(id) ?? '', before: then, after };
    differences.set(key, [...(differences.get(key) ?? []), { reason, item }]);
  }
  return differences;
}

function reasonOf(kind: string, before: number | null, after: number | null): ChangeReason {
  switch (kind) {
    case 'cost':
    case 'fee':
    case 'bonus':
      return before === null ? 'new-cost' : after === null ? 'removed-cost' : 'changed-cost';
    case 'commission':
      return 'commission';
    case 'post':
      return before === null ? 'new-post' : after === null ? 'removed-post' : 'corrected-views';
    case 'clicks':
      return 'new-click';
    default:
      return 'other';
  }
}

function reasonsOf(
  { formula, currency }: Pick<Figure, 'formula' | 'currency'>,
  differences: Differences,
): ReportChange['reasons'] {
  const grouped = new Map<ChangeReason, Map<string, ChangedItem>>();
  const bases = basesOf(formula);
  for (const base of bases)
    for (const { reason, item } of differences.get(
      `${base} ${isPerCurrency(base) ? (currency ?? '') : ''}`,
    ) ?? []) {
      const items = grouped.get(reason) ?? new Map<string, ChangedItem>();
      grouped.set(reason, items);
      // An order that counts in two sums is one change.
      if (!items.has(item.id)) items.set(item.id, item);
    }
  const isSum = bases.has(formula);
  const size = ({ before, after }: ChangedItem) => Math.abs((after ?? 0) - (before ?? 0));
  return [...grouped].map(([reason, all]) => {
    const items = [...all.values()].sort((a, b) => size(b) - size(a) || (a.id < b.id ? -1 : 1));
    const by = items.reduce((sum, { before, after }) => sum + (after ?? 0) - (before ?? 0), 0);
    return { reason, count: items.length, by: isSum ? by : null, items: items.slice(0, MOST_NAMED) };
  });
}
