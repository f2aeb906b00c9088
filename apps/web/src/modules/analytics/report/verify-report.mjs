#!/usr/bin/env node
// Checks evidence files of reports, without Troupe and without a network. Needs Node 18 or newer, nothing else.
//
//   node verify-report.mjs REPORT.json…
//
// Each file is what GET /brand/{brandId}/reports/{reportId}/runs/{runId}/json or GET /shared/{token}/json returns.
// Checked: the SHA-256 hash covers everything that the report shows, figures that are calculated from others in it lead
// to the same value, charts add up to their figure, and so do the items behind a sum, if they are in the file. The
// last page of the PDF has the same hash. Exits with 1 if anything is wrong.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node verify-report.mjs REPORT.json…');
  process.exit(2);
}

/** Writes a value with sorted names and without blanks (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** Rounds half away from zero, by decimal digits. */
function roundTo(value, digits) {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(14)))) / scale;
}

const divided =
  (digits, times = 1) =>
  (top, bottom) =>
    bottom > 0 ? roundTo((top / bottom) * times, digits) : null;
const added = (...parts) => parts.reduce((sum, part) => sum + part, 0);

// Formulas that lead from figures to others: their version, the figures, and how.
const RULES = {
  spend: [1, ['fees', 'commission', 'costs'], added],
  roas: [1, ['net-revenue', 'spend'], divided(4)],
  cpa: [1, ['spend', 'orders'], divided(2)],
  cpm: [1, ['spend', 'views'], divided(2, 1000)],
  cpe: [1, ['spend', 'engagements'], divided(2)],
  engagements: [1, ['likes', 'comments', 'saves', 'shares'], added],
};

function faultsOf(text) {
  const { snapshot, sha256, items } = JSON.parse(text);
  const faults = [];
  let checked = 0;
  const check = (isRight, fault) => {
    checked += 1;
    if (!isRight) faults.push(fault);
  };
  check(
    createHash('sha256').update(canonical(snapshot)).digest('hex') === sha256,
    'the content was changed: its hash is another',
  );
  for (const part of snapshot.parts) {
    const rows = part.kind === 'table' ? part.rows : part.kind === 'figures' ? [part] : [];
    for (const { figures } of rows) checkFigures(figures, check);
  }
  const shown = snapshot.parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
  for (const part of snapshot.parts) {
    // Counts of visitors and amounts converted day by day aren't sums of their days.
    if (part.kind !== 'chart' || snapshot.currency !== null) continue;
    for (const { currency, points } of part.lines) {
      const figure = shown.find((one) => one.formula === part.measure && one.currency === currency);
      if (!figure || points.some(({ value }) => value === null)) continue;
      const total = points.reduce((sum, { value }) => sum + value, 0);
      check(
        total === figure.value,
        `the chart of ${name(figure)} adds up to ${total}, not to ${figure.value}`,
      );
    }
  }
  for (const { formula, currency, cut, items: list } of items ?? []) {
    const figure = shown.find((one) => one.formula === formula && one.currency === currency);
    if (!figure || cut) continue;
    const total = list.reduce((sum, [, , amount]) => sum + amount, 0);
    // Each converted amount is rounded.
    const room = snapshot.currency === null ? 0 : list.length / 2;
    check(
      Math.abs(total - (figure.value ?? 0)) <= room,
      `the items of ${name(figure)} add up to ${total}, not to ${figure.value}`,
    );
  }
  return { faults, checked, snapshot };
}

const name = ({ formula, currency }) => (currency ? `${formula} in ${currency}` : formula);

function checkFigures(figures, check) {
  for (const figure of figures) {
    const [version, needs, calculate] = RULES[figure.formula] ?? [];
    if (version !== figure.version || figure.value === null || figure.unknown > 0) continue;
    const values = needs.map((id) =>
      figures.find(
        (one) => one.formula === id && (one.currency === null || one.currency === figure.currency),
      ),
    );
    if (values.some((one) => !one || one.value === null || one.unknown > 0)) continue;
    const value = calculate(...values.map((one) => one.value));
    check(value === figure.value, `${name(figure)} is ${figure.value}, but its parts lead to ${value}`);
  }
}

let failed = false;
for (const file of files) {
  try {
    const { faults, checked, snapshot } = faultsOf(readFileSync(file, 'utf8'));
    failed ||= faults.length > 0;
    const { name: title, period } = snapshot;
    const about = `${title}, ${period.from} to ${period.to}, ${checked} checks`;
    console.log(faults.length === 0 ? `ok      ${file} (${about})` : `FAILED  ${file}: ${faults.join('; ')}`);
  } catch (error) {
    failed = true;
    console.log(`FAILED  ${file}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
