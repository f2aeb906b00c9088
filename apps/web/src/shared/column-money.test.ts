import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APPS = join(import.meta.dirname, '../../..');

/** Amounts in numeric cells that are written by `money`, which leaves out decimals that are 0. */
const unaligned = (source: string): string[] => {
  const names = /import \{([^}]*)\} from '@troupe\/domain\/money'/.exec(source)?.[1] ?? '';
  if (!names.split(',').some((name) => name.trim() === 'money')) return [];
  return [...source.matchAll(/<Td\s+numeric[^>]*>[\s\S]*?<\/Td>/g)]
    .map(([cell]) => cell)
    .filter((cell) => /(?<![\w.])money\(/.test(cell));
};

test('finds amounts that would not align', () => {
  const cell = '<Td numeric className="t-medium">\n {money(total, currency)}\n</Td>';
  expect(unaligned(`import { money } from '@troupe/domain/money';\n${cell}`)).toEqual([cell]);
  expect(
    unaligned(`import { columnMoney } from '@troupe/domain/money';\n${cell.replace('money', 'columnMoney')}`),
  ).toEqual([]);
});

test('amounts in numeric columns have the decimals of their currency, so that their points align', () => {
  const files = ['web/src', 'portal/src'].flatMap((app) =>
    readdirSync(join(APPS, app), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(app, name)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    unaligned(readFileSync(join(APPS, file), 'utf8')).map((cell) => `${file}: ${cell}`),
  );
  expect(found).toEqual([]);
});
