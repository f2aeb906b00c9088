import { expect, test, vi } from 'vitest';
import { resolveOnce } from './resolve-once.ts';

const context = (conditions: string[] = ['node', 'import'], parentURL?: string) => ({
  conditions,
  importAttributes: {},
  parentURL,
});

test('resolves modules of a package once for all importers, and others each time', () => {
  const next = vi.fn((specifier: string) => ({ url: `file:///${specifier}` }));
  const resolve = resolveOnce('pack');
  for (const specifier of ['pack', 'pack', 'pack/part', 'pack/part', 'package', 'package'])
    expect(resolve(specifier, context(), next).url).toBe(`file:///${specifier}`);
  expect(next.mock.calls.map(([specifier]) => specifier)).toEqual([
    'pack',
    'pack/part',
    'package',
    'package',
  ]);
});

test('distinguishes require from import', () => {
  const next = vi.fn((_: string, given?: { conditions?: string[] }) => ({
    url: `file:///${given?.conditions?.at(-1)}`,
  }));
  const resolve = resolveOnce('pack');
  expect(resolve('pack', context(['node', 'import']), next).url).toBe('file:///import');
  expect(resolve('pack', context(['node', 'require']), next).url).toBe('file:///require');
});

test('finds modules that the package imports by path, but not what others import or it requires', () => {
  const next = vi.fn(() => ({ url: 'file:///next' }));
  const resolve = resolveOnce('pack');
  const urlFor = (specifier: string, parent: string, kind = 'import') =>
    resolve(specifier, context(['node', kind], parent), next).url;
  expect(urlFor('../b.js', 'file:///node_modules/pack/part/a.js')).toBe('file:///node_modules/pack/b.js');
  expect(urlFor('./b.js', 'file:///node_modules/package/a.js')).toBe('file:///next');
  expect(urlFor('./b.js', 'file:///node_modules/pack/a.cjs', 'require')).toBe('file:///next');
  expect(urlFor('other', 'file:///node_modules/pack/a.js')).toBe('file:///next');
});
