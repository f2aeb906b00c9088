import { DEFAULT_MEDIA_RATES } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { expect, test } from 'vitest';
import { askedOf, ratesText, readMetricsAddress } from './metrics-address.ts';
import { perOne } from './metrics-figures.tsx';

test('The address of the metrics holds what they are narrowed to, the open figure and the rates', () => {
  const address = { platform: 'tiktok', from: '2026-11-03', to: '2026-11-20', of: 'views', rates: 'likes:8' };
  expect(readMetricsAddress(address)).toEqual(address);
});

test('drops invalid values', () => {
  const read = readMetricsAddress({
    platform: 'myspace',
    from: '3 Nov',
    to: '2026-99-99',
    of: 'luck',
    rates: 'much',
  });
  expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
});

test('A last day is asked for up to its end', () => {
  const { from, to } = askedOf({ from: '2026-11-03', to: '2026-11-03' });
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000 - 1);
});

test('rates in the URL are read as written', () => {
  const text = ratesText(DEFAULT_MEDIA_RATES);
  expect(text).toBe('views:1.5,likes:8,comments:40,saves:25,shares:25');
  expect(readMetricsAddress({ rates: text }).rates).toBe(text);
});

test('cost per count has at most three decimals, also below the smallest coin', () => {
  expect(perOne(1.5, 'USD')).toBe('$0.015');
  expect(perOne(64.38, 'USD')).toBe('$0.644');
  expect(perOne(0.05, 'USD')).toBe('$0.0005');
  expect(perOne(40, 'USD')).toBe('$0.40');
  expect(perOne(2.25, 'JPY')).toBe('¥2.25');
});
