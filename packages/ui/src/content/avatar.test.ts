import { expect, test } from 'vitest';
import { avatarColour, avatarColours, initials } from './avatar.tsx';

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

test('initials are the first letters of the first and last word', () => {
  expect(initials('Tobias Renn')).toBe('TR');
  expect(initials('Ana Maria de Sousa')).toBe('AS');
  expect(initials('@tobi.renn')).toBe('T');
  expect(initials('  émile  zola ')).toBe('ÉZ');
  expect(initials('Ana Lima (sample)')).toBe('AL');
  expect(initials('山田 太郎')).toBe('山太');
  expect(initials('🎭 Troupe')).toBe('T');
  expect(initials('')).toBe('?');
  expect(initials('🎭')).toBe('?');
});

test('the same name always has the same color', () => {
  expect(avatarColour('Tobias Renn')).toBe(avatarColour(' tobias renn'));
  const used = new Set(Array.from({ length: 200 }, (_, index) => avatarColour(`Person ${index}`)));
  expect(used.size).toBe(avatarColours.length);
});

test('initials are readable on all eight backgrounds', () => {
  for (const { ground, text } of avatarColours) {
    expect((luminance(ground) + 0.05) / (luminance(text) + 0.05)).toBeGreaterThan(4.5);
  }
});
