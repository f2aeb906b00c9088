#!/usr/bin/env node
// Recalculates figures from their evidence files, without Troupe and without a network. Needs Node 18 or newer, nothing
// else.
//
//   node verify-figure.mjs EVIDENCE.json…
//
// Each file is what GET /brand/{brandId}/analytics/figures/{formulaId}/evidence returns. Checked: the SHA-256 hash covers
// everything before it, and the items, exchange rates and calculation in the file lead to its
// result, to the last digit. Exits with 1 if anything is wrong.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node verify-figure.mjs EVIDENCE.json…');
  process.exit(2);
}

const RATE_DIGITS = 10;
// Places for currencies with fewer decimals than the shown one, and the other way round.
const MORE_DIGITS = 4;
const SCALE = 10n ** BigInt(RATE_DIGITS + MORE_DIGITS);

/** Rounds half away from zero, by decimal digits. */
function roundTo(value, digits) {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(14)))) / scale;
}

/** Adds up a part: exact per kind of item, each sum rounded to whole minor units. Null without any item. */
function sumOf(evidence, part) {
  const { minorDigits } = evidence.calculation;
  const sums = new Map();
  for (const { kind, amount, currency, rate } of evidence.inputs.filter((one) => one.part === part)) {
    const [whole, rest = ''] = (rate ?? '1').split('.');
    const shift = rate === null ? 0 : minorDigits[evidence.currency] - minorDigits[currency];
    const scaled =
      BigInt(amount) * BigInt(whole + rest.padEnd(RATE_DIGITS, '0')) * 10n ** BigInt(MORE_DIGITS + shift);
    sums.set(kind, (sums.get(kind) ?? 0n) + scaled);
  }
  let total = sums.size === 0 ? null : 0;
  for (const scaled of sums.values()) {
    const size = Number(((scaled < 0n ? -scaled : scaled) + SCALE / 2n) / SCALE);
    total += scaled < 0n ? -size : size;
  }
  return total;
}

function resultOf(evidence) {
  const { kind, times, digits, margin } = evidence.calculation;
  const [top, bottom] = [sumOf(evidence, 'top'), sumOf(evidence, 'bottom')];
  if (kind === 'sum') return top;
  if (bottom === null || bottom <= 0) return null;
  if (kind === 'share') return (Math.min(top ?? 0, bottom) / bottom) * 100;
  if (kind === 'return')
    return margin === null ? null : roundTo((((top ?? 0) * (margin / 100) - bottom) / bottom) * 100, digits);
  const value = ((top ?? 0) / bottom) * times;
  return digits === null ? value : roundTo(value, digits);
}

function faultsOf(text) {
  const faults = [];
  const at = text.lastIndexOf(',"sha256"');
  const evidence = JSON.parse(text);
  if (
    at === -1 ||
    createHash('sha256')
      .update(`${text.slice(0, at)}}`)
      .digest('hex') !== evidence.sha256
  )
    faults.push('the content was changed: its hash is another');
  for (const { amount, currency, rate } of evidence.inputs) {
    if (!Number.isSafeInteger(amount)) faults.push(`${amount} is no whole amount`);
    if (rate === null && currency !== null && currency !== evidence.currency)
      faults.push(`an amount in ${currency} has no rate`);
  }
  const value = faults.length > 0 ? null : resultOf(evidence);
  const said = evidence.result.value;
  // A figure without items is 0 for money and "no items" for counts of posts.
  if (
    faults.length === 0 &&
    value !== said &&
    !(value === null && said === 0) &&
    !(value !== null && said === null && value === 0)
  )
    faults.push(`the items lead to ${value}, not to ${said}`);
  return { faults, evidence };
}

let failed = false;
for (const file of files) {
  try {
    const { faults, evidence } = faultsOf(readFileSync(file, 'utf8'));
    failed ||= faults.length > 0;
    const { formula, version, inputs, result, currency } = evidence;
    const about = `${formula} v${version}: ${result.value ?? result.why}${currency ? ` ${currency}` : ''}, ${inputs.length} items`;
    console.log(faults.length === 0 ? `ok      ${file} (${about})` : `FAILED  ${file}: ${faults.join('; ')}`);
  } catch (error) {
    failed = true;
    console.log(`FAILED  ${file}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
