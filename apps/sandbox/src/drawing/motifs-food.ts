import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect, ring } from './shape.ts';

/** On the table. */
export const foodMotifs: readonly Motif[] = [
  {
    name: 'coffee',
    flips: true,
    draw(random) {
      const [table, cup, drink] = random.pick([
        ['#f0e1d4', '#ffffff', '#7c4a2d'],
        ['#d9e8e4', '#fffaf0', '#6b3f25'],
        ['#e0def2', '#ffffff', '#8a5a33'],
        ['#3c3432', '#f4c657', '#5a3422'],
      ]);
      return (
        rect(0, 0, 160, 120, table) +
        rect(124, 50, 34, 20, cup, 10) +
        circle(78, 60, 52, cup) +
        circle(78, 60, 40, drink) +
        path('M78 82C60 70 56 62 60 54c4-7 14-6 18 2 4-8 14-9 18-2 4 8 0 16-18 28z', '#f0d5b4')
      );
    },
  },
  {
    name: 'bowl',
    draw(random) {
      const [table, bowl, green] = random.pick([
        ['#dbe8d0', '#ffffff', '#7f9f5a'],
        ['#f6e0cf', '#33405c', '#8fae5c'],
        ['#e3e0f3', '#f7f3ea', '#6f9a63'],
      ]);
      const dots = ['#c2334a', '#f4e9d0', '#e5a93a', '#e0743a', '#5a3a6b'];
      return (
        rect(0, 0, 160, 120, table) +
        path('M22 60h116c0 34-22 52-42 56H64C44 112 22 94 22 60z', bowl) +
        ellipse(80, 60, 58, 19, green) +
        [52, 70, 90, 108]
          .map((x, at) => circle(x, 56 + (at % 2) * 8, random.whole(6, 10), random.pick(dots)))
          .join('')
      );
    },
  },
  {
    name: 'pizza',
    draw(random) {
      const table = random.pick(['#e9efe3', '#f3dcd6', '#dfe3f0', '#2f4a44']);
      const toppings = [
        [62, 48],
        [98, 46],
        [80, 72],
        [58, 78],
        [102, 76],
      ].map(([x = 0, y = 0]) => circle(x, y, random.whole(6, 8), '#c23b2e'));
      const leaves = [
        [80, 44],
        [70, 62],
        [94, 62],
        [82, 92],
      ].map(([x = 0, y = 0]) => ellipse(x, y, 5, 2.6, '#4f7d3c'));
      return (
        rect(0, 0, 160, 120, table) +
        circle(80, 62, 50, '#d99a4e') +
        circle(80, 62, 43, '#f6d488') +
        toppings.join('') +
        leaves.join('')
      );
    },
  },
  {
    name: 'cake',
    draw(random) {
      const [wall, sponge, cream, berry] = random.pick([
        ['#f8dfe4', '#e7b98a', '#fff6ec', '#c2334a'],
        ['#e2ecea', '#7c4a2d', '#f7e6d2', '#5a3a6b'],
        ['#fbeccb', '#f0cf8f', '#ffffff', '#e0743a'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        ellipse(80, 104, 58, 7, 'rgb(0 0 0/.1)') +
        path('M34 58h92v42a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5z', sponge) +
        rect(34, 76, 92, 8, cream) +
        path(
          'M30 50c0-8 6-10 12-10h76c6 0 12 2 12 10v8c0 10-14 10-14 0 0 12-16 12-16 0 0 10-16 10-16 0 0 14-16 14-16 0 0 10-16 10-16 0 0 12-10 10-10 0z',
          cream,
        ) +
        circle(60, 34, 8, berry) +
        circle(80, 32, 9, berry) +
        circle(100, 34, 8, berry)
      );
    },
  },
  {
    name: 'citrus',
    draw(random) {
      const [table, rind, flesh, light] = random.pick([
        ['#d7eadf', '#ee9a33', '#f7b95c', '#fff2d8'],
        ['#e3e1f5', '#8fb13f', '#b9d069', '#f5f8e0'],
        ['#d6e9f1', '#e5626b', '#f08f8c', '#ffe9e2'],
      ]);
      const rays = [0, 45, 90, 135]
        .map(
          (turn) =>
            `<path d="M80 24v76" transform="rotate(${turn} 80 62)" stroke="${light}" stroke-width="4"/>`,
        )
        .join('');
      return (
        rect(0, 0, 160, 120, table) +
        circle(80, 62, 46, rind) +
        circle(80, 62, 40, light) +
        circle(80, 62, 36, flesh) +
        rays +
        circle(80, 62, 5, light)
      );
    },
  },
  {
    name: 'ice-cream',
    draw(random) {
      const [wall, first, second] = random.pick([
        ['#d5ecec', '#f4a7b9', '#fbe6c2'],
        ['#fbe3cd', '#8fcfb5', '#f7f0e2'],
        ['#e6e0f6', '#7c4a2d', '#f3b3c6'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M58 60h44l-22 58z', '#d99a4e') +
        line('M66 64l20 36M94 64L76 98', '#b97a35', 2.5) +
        circle(68, 48, 18, first) +
        circle(94, 48, 18, second) +
        circle(81, 30, 17, first) +
        circle(81, 12, 5, '#c2334a')
      );
    },
  },
  {
    name: 'pan',
    flips: true,
    draw(random) {
      const [table, pan] = random.pick([
        ['#f6e3c7', '#33343d'],
        ['#dbe7e9', '#2f4a5c'],
        ['#f4d9d6', '#4a2f35'],
      ]);
      return (
        rect(0, 0, 160, 120, table) +
        rect(108, 54, 60, 13, '#8a5a33', 6) +
        circle(70, 60, 50, pan) +
        ring(70, 60, 43, 'rgb(255 255 255/.14)', 3) +
        path('M46 44c14-14 30-4 40-2 16 4 16 22 6 30-8 8-20 18-34 10-16-8-24-26-12-38z', '#fffaf0') +
        circle(66, 60, 13, '#f4b233') +
        circle(62, 56, 3.5, '#f9d178')
      );
    },
  },
  {
    name: 'avocado',
    draw(random) {
      const [table, skin] = random.pick([
        ['#f7e3dc', '#3f6b3a'],
        ['#e2e4f4', '#2f5a3f'],
        ['#fbf0d0', '#4a6b2c'],
      ]);
      return (
        rect(0, 0, 160, 120, table) +
        `<g transform="rotate(${random.pick([-18, 0, 16])} 80 62)">` +
        path('M80 8c18 0 20 26 30 42 14 24 0 60-30 60S36 74 50 50C60 34 62 8 80 8z', skin) +
        path('M80 16c12 0 14 24 23 38 11 20 0 48-23 48S46 74 57 54c9-14 11-38 23-38z', '#dfe39a') +
        circle(80, 76, 16, '#8a5a33') +
        circle(75, 71, 4, '#a9744a') +
        '</g>'
      );
    },
  },
  {
    name: 'cocktail',
    draw(random) {
      const [wall, drink, slice] = random.pick([
        ['#e0e9f3', '#ee8f6a', '#f4c657'],
        ['#f7dfe6', '#c2334a', '#8fb13f'],
        ['#dcebe0', '#f0b94c', '#e5626b'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        circle(112, 34, 15, slice) +
        path('M40 26h80L84 70v32h18a4 4 0 0 1 0 8H58a4 4 0 0 1 0-8h18V70z', 'rgb(255 255 255/.75)') +
        path('M52 36h56L80 68z', drink) +
        line('M72 60L92 12', '#33405c', 3)
      );
    },
  },
];
