import { expect, test } from 'vitest';
import { namedClicks, namesBrand } from './brand-term.ts';

const larkmoor = namesBrand({
  names: ['Larkmoor', 'Larkmoor Goods'],
  hosts: ['www.larkmoor.example', 'larkmoor-goods.myshopify.com'],
});

test('a term names a brand in any spelling, with other words around it', () => {
  for (const term of [
    'larkmoor',
    'LARKMOOR coupon',
    'lark moor',
    '[larkmoor code]',
    'lárkmoor',
    'larkmoor.com',
  ])
    expect([term, larkmoor(term)]).toEqual([term, true]);
  for (const term of ['two person tent', 'larks on a moor', 'lark', 'moorland', ''])
    expect([term, larkmoor(term)]).toEqual([term, false]);
});

test('short names count as separate words, and an ampersand is also "and"', () => {
  const bean = namesBrand({ names: ['Copper & Bean', 'Obi'], hosts: [] });
  expect(bean('copper and bean discount')).toBe(true);
  expect(bean('copper&bean')).toBe(true);
  expect(bean('copper pan')).toBe(false);
  expect(bean('obi code')).toBe(true);
  expect(bean('mobile phone')).toBe(false);
  expect(namesBrand({ names: ['', '–'], hosts: [''] })('anything')).toBe(false);
});

test('the figures are the clicks of all named terms and the most frequent one', () => {
  const terms = [
    { term: 'larkmoor code', clicks: 2 },
    { term: 'tent', clicks: 9 },
    { term: 'larkmoor', clicks: 5 },
  ];
  expect(namedClicks(terms, larkmoor)).toEqual({ named: 7, term: 'larkmoor' });
  expect(namedClicks(terms.slice(1, 2), larkmoor)).toEqual({ named: 0, term: null });
});
