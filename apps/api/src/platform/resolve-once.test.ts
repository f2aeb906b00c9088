import { expect, test, vi } from 'vitest';
import { resolveOnce } from './resolve-once.ts';

const context = (conditions: string[] = ['node', 'import']) => ({
  conditions,
  importAttributes: {},
  parentURL: undefined,
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
