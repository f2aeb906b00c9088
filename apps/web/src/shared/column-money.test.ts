import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APPS = join(import.meta.dirname, '../../..');

/** Whether a file writes amounts with `money`, which leaves out decimals that are 0. */
const usesMoney = (source: string): boolean => {
  const names = /import \{([^}]*)\} from '@troupe\/domain\/money'/.exec(source)?.[1] ?? '';
  return names.split(',').some((name) => name.trim() === 'money');
};
const CALL = /(?<![\w.])money\(/g;

/** Amounts in numeric cells that don't align. */
const unaligned = (source: string): string[] =>
  usesMoney(source)
    ? [...source.matchAll(/<Td\s+numeric[^>]*>[\s\S]*?<\/Td>/g)]
        .map(([cell]) => cell)
        .filter((cell) => cell.match(CALL))
    : [];

/** Texts with several amounts that may have different decimals. */
const uneven = (source: string): string[] =>
  usesMoney(source)
    ? [...source.matchAll(/(?<![\w.])t(?:\.rich)?\(\s*[^(){}]*\{[^{}]*\}/g)]
        .map(([text]) => text)
        .filter((text) => (text.match(CALL) ?? []).length > 1)
    : [];

const files = ['web/src', 'portal/src'].flatMap((app) =>
  readdirSync(join(APPS, app), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(app, name)),
);
const foundBy = (find: (source: string) => string[]): string[] =>
  files.flatMap((file) => find(readFileSync(join(APPS, file), 'utf8')).map((found) => `${file}: ${found}`));

const IMPORT = "import { money } from '@troupe/domain/money';\n";

test('finds amounts that would not align', () => {
  const cell = '<Td numeric className="t-medium">\n {money(total, currency)}\n</Td>';
  expect(unaligned(`${IMPORT}${cell}`)).toEqual([cell]);
  expect(
    unaligned(`import { columnMoney } from '@troupe/domain/money';\n${cell.replace('money', 'columnMoney')}`),
  ).toEqual([]);
});

test('finds texts with several amounts that may have different decimals', () => {
  const text = "t('cost', {\n agreed: money(agreed, currency),\n spent: money(spent, currency) }";
  expect(uneven(`${IMPORT}${text})`)).toEqual([text]);
  expect(uneven(`${IMPORT}t('cost', { agreed: money(agreed, currency) })`)).toEqual([]);
});

test('amounts in numeric columns have the decimals of their currency, so that their points align', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(foundBy(unaligned)).toEqual([]);
});

test('amounts in one text have the same number of decimals', () => {
  expect(foundBy(uneven)).toEqual([]);
});
