import { expect, test } from 'vitest';
import { place } from './place.ts';

const viewport = { width: 1000, height: 600 };
const panel = { width: 340, height: 200 };

test('a panel opens below its control, at its left edge', () => {
  const spot = place({ left: 100, top: 100, width: 60, height: 20 }, panel, viewport);
  expect(spot).toMatchObject({ left: 100, top: 126, side: 'bottom' });
});

test('a panel without room below opens above', () => {
  const spot = place({ left: 100, top: 500, width: 60, height: 20 }, panel, viewport);
  expect(spot).toMatchObject({ top: 294, side: 'top' });
});

test('a panel at the right edge of the window moves inwards', () => {
  expect(place({ left: 950, top: 100, width: 40, height: 20 }, panel, viewport).left).toBe(652);
  expect(place({ left: 2, top: 100, width: 40, height: 20 }, panel, viewport, { align: 'end' }).left).toBe(8);
});

test('a panel taller than the room beside it scrolls inside', () => {
  const spot = place({ left: 100, top: 100, width: 60, height: 20 }, { width: 340, height: 900 }, viewport);
  expect(spot).toMatchObject({ side: 'bottom', maxHeight: 466 });
});
