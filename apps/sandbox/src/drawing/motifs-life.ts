import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect } from './shape.ts';

/** Home, town, plants and animals. */
export const lifeMotifs: readonly Motif[] = [
  {
    name: 'city',
    flips: true,
    draw(random) {
      const [sky, sun, back, front, window] = random.pick([
        ['#f6dcc8', '#ee9a5c', '#d9a08c', '#5a3f5c', '#f7d28c'],
        ['#dce6f3', '#f9e3a4', '#a9b9d4', '#3f4f73', '#f7e3a4'],
        ['#2a2e52', '#f3ead0', '#3f4474', '#191c38', '#f4c657'],
        ['#d8ebe6', '#f4c99a', '#9cc3b8', '#2f5a57', '#f4e2b0'],
      ]);
      const towers = [
        [8, 26],
        [38, 22],
        [64, 28],
        [96, 22],
        [122, 30],
      ].map(([x = 0, width = 0]) => {
        const top = random.whole(34, 66);
        const lights = [0, 1, 2, 3]
          .filter(() => random.chance(0.7))
          .map(
            (row) =>
              rect(x + 5, top + 8 + row * 12, 5, 6, window) +
              (row % 2 ? rect(x + width - 10, top + 8 + row * 12, 5, 6, window) : ''),
          );
        return rect(x, top, width, 120 - top, front) + lights.join('');
      });
      return (
        rect(0, 0, 160, 120, sky) +
        circle(random.whole(50, 110), 28, 15, sun) +
        path('M0 70h18V52h20v26h14V44h22v30h20V50h22v22h16V58h28v64H0z', back) +
        towers.join('')
      );
    },
  },
  {
    name: 'plant',
    draw(random) {
      const [wall, floor, pot, leaf, light] = random.pick([
        ['#f3e4da', '#dcbfa8', '#d9723a', '#3f7a52', '#5f9a6c'],
        ['#e3e1f4', '#bcb5e0', '#f7f3ea', '#2f6b57', '#4f8f74'],
        ['#f7ecd0', '#e0c78e', '#33405c', '#4f7d3c', '#75a25a'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 100, 160, 20, floor) +
        path('M80 78c-26-6-42-24-40-50 24 4 40 22 40 50z', leaf) +
        path('M80 78c26-6 42-24 40-50-24 4-40 22-40 50z', light) +
        path('M80 78C66 58 66 30 80 10c14 20 14 48 0 68z', leaf) +
        path('M54 74h52l-7 34a4 4 0 0 1-4 3H65a4 4 0 0 1-4-3z', pot) +
        rect(50, 70, 60, 11, pot, 3) +
        rect(50, 78, 60, 3, 'rgb(0 0 0/.14)')
      );
    },
  },
  {
    name: 'flowers',
    draw(random) {
      const [wall, vase] = random.pick([
        ['#dfe9ef', '#5f86a6'],
        ['#f8e6d0', '#b5652f'],
        ['#e9e2f3', '#f7f3ea'],
      ]);
      const petals = random.pick([
        ['#e5626b', '#f4c657', '#f3a7c4'],
        ['#7d6bb3', '#f7ead6', '#c43c86'],
        ['#ee9a33', '#fffaf2', '#d9572f'],
      ]);
      const flower = (x: number, y: number, fill: string) =>
        [0, 72, 144, 216, 288]
          .map(
            (turn) =>
              `<circle cx="${x}" cy="${y - 9}" r="7.5" transform="rotate(${turn} ${x} ${y})" fill="${fill}"/>`,
          )
          .join('') + circle(x, y, 5.5, '#7c4a2d');
      return (
        rect(0, 0, 160, 120, wall) +
        line('M80 76L54 36M80 76V26M80 76l26-38', '#4f7d3c', 4) +
        path('M80 66c-14 2-24-4-28-12 14-2 24 2 28 12zM80 62c14 0 22-6 26-12-14-2-22 2-26 12z', '#4f7d3c') +
        flower(52, 34, petals[0]!) +
        flower(108, 36, petals[2]!) +
        flower(80, 24, petals[1]!) +
        path('M62 70h36c0 12 10 16 10 28 0 10-8 16-16 16H68c-8 0-16-6-16-16 0-12 10-16 10-28z', vase)
      );
    },
  },
  {
    name: 'armchair',
    draw(random) {
      const [wall, floor, seat, cushion] = random.pick([
        ['#e4ece4', '#c3a882', '#3f7a62', '#f4c657'],
        ['#f6e2d8', '#b98f78', '#33405c', '#ee9c62'],
        ['#e5e1f4', '#a99ac9', '#cf8b00', '#fffaf2'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 94, 160, 26, floor) +
        line('M128 100V42', '#5a3a24', 3) +
        path('M116 22h24l8 22h-40z', '#f7e2ac') +
        line('M46 98v10M98 98v10', '#5a3a24', 5) +
        path('M44 38c0-8 6-12 14-12h28c8 0 14 4 14 12v34H44z', seat) +
        rect(32, 56, 18, 44, seat, 8) +
        rect(94, 56, 18, 44, seat, 8) +
        rect(42, 70, 60, 28, seat, 4) +
        rect(42, 70, 60, 5, 'rgb(0 0 0/.14)') +
        rect(58, 46, 28, 24, cushion, 4)
      );
    },
  },
  {
    name: 'candle',
    draw(random) {
      const [wall, table, wax, label] = random.pick([
        ['#f3e2d4', '#c9a07a', '#fffaf0', '#b5652f'],
        ['#2f3150', '#1f2138', '#f4d9e0', '#8c2f45'],
        ['#dfe9e2', '#9fb8a6', '#f7efdc', '#3f7a52'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        circle(80, 36, 34, 'rgb(246 200 110/.3)') +
        rect(0, 100, 160, 20, table) +
        path('M80 12c4 10 10 14 10 23a10 10 0 0 1-20 0c0-9 6-13 10-23z', '#f4a93a') +
        line('M80 44v12', '#2b2a31', 2.5) +
        rect(54, 54, 52, 56, wax, 6) +
        rect(62, 70, 36, 24, label, 3)
      );
    },
  },
  {
    name: 'window',
    draw(random) {
      const [wall, sky, hill, curtain] = random.pick([
        ['#f3dfd3', '#cfe5f0', '#7fae8a', '#d9723a'],
        ['#e2e5f2', '#f9dcbc', '#b5789a', '#5a4fcf'],
        ['#e5ecdc', '#d5eaf2', '#5f9a8a', '#e5b93f'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(40, 10, 80, 88, '#fffaf2', 3) +
        rect(46, 16, 68, 76, sky) +
        path('M46 74c20-18 44-14 68-4v22H46z', hill) +
        rect(77, 14, 6, 80, '#fffaf2') +
        rect(44, 50, 72, 5, '#fffaf2') +
        path('M24 4h26c2 40-6 64-20 100h-6zM136 4h-26c-2 40 6 64 20 100h6z', curtain) +
        rect(18, 2, 124, 5, '#5a3a24', 2.5) +
        rect(34, 96, 92, 8, '#fffaf2', 2)
      );
    },
  },
  {
    name: 'cat',
    flips: true,
    draw(random) {
      const [wall, floor, fur, inner] = random.pick([
        ['#f7e3d0', '#e3bd97', '#4a4452', '#e8a5a5'],
        ['#dce9ea', '#a9c6c9', '#d98a45', '#f7d2b5'],
        ['#e7e2f4', '#beb4df', '#f7f3ea', '#f0b7c0'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 102, 160, 18, floor) +
        line('M112 100c24 4 28-20 18-34', fur, 9) +
        path('M80 56c26 0 36 24 36 52H44c0-28 10-52 36-52z', fur) +
        path('M48 14l18 14h28l18-14v36c0 18-14 28-32 28S48 68 48 50z', fur) +
        path('M53 24l10 8-8 8zM107 24l-10 8 8 8z', inner) +
        ellipse(68, 50, 3.5, 5, '#1d1b23') +
        ellipse(92, 50, 3.5, 5, '#1d1b23') +
        ellipse(68, 50, 1.6, 5, '#f4c657') +
        ellipse(92, 50, 1.6, 5, '#f4c657') +
        path('M76 58h8l-4 5z', inner)
      );
    },
  },
  {
    name: 'dog',
    flips: true,
    draw(random) {
      const [wall, fur, ear, collar] = random.pick([
        ['#dbe9dc', '#e2b27a', '#a8703f', '#b5452c'],
        ['#f6e0da', '#fffaf2', '#5a4a45', '#4f46e5'],
        ['#e0e6f4', '#8a5a3c', '#5a3626', '#f4c657'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M44 122c0-26 14-38 36-38s36 12 36 38z', fur) +
        rect(54, 82, 52, 10, collar, 5) +
        circle(80, 98, 6, '#f4d9a0') +
        path('M80 14c24 0 34 16 34 38 0 20-14 34-34 34S46 72 46 52c0-22 10-38 34-38z', fur) +
        path(
          'M52 20C34 20 30 46 34 66c12 2 18-8 20-20 1-10 4-18-2-26zM108 20c18 0 22 26 18 46-12 2-18-8-20-20-1-10-4-18 2-26z',
          ear,
        ) +
        ellipse(80, 66, 17, 14, 'rgb(255 255 255/.55)') +
        circle(66, 46, 4.5, '#1d1b23') +
        circle(94, 46, 4.5, '#1d1b23') +
        path('M72 58h16c0 6-4 9-8 9s-8-3-8-9z', '#1d1b23')
      );
    },
  },
  {
    name: 'blocks',
    flips: true,
    draw(random) {
      const [wall, floor] = random.pick([
        ['#fbe8c8', '#e2bd84'],
        ['#dceaf0', '#a9c4d1'],
        ['#f6dfe4', '#dba9b4'],
      ]);
      const [a, b, c] = random.pick([
        ['#d9572f', '#2f7f86', '#f4c657'],
        ['#4f46e5', '#e5626b', '#8fcfb5'],
        ['#3f7a52', '#ee9a33', '#7d6bb3'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 104, 160, 16, floor) +
        rect(38, 66, 40, 40, a, 4) +
        rect(82, 66, 40, 40, b, 4) +
        rect(60, 24, 40, 40, c, 4) +
        circle(58, 86, 10, 'rgb(255 255 255/.75)') +
        path('M102 75l11 21H91z', 'rgb(255 255 255/.75)') +
        rect(71, 35, 18, 18, 'rgb(255 255 255/.75)', 2)
      );
    },
  },
  {
    name: 'gift',
    draw(random) {
      const [wall, box, ribbon] = random.pick([
        ['#e1ecea', '#b5452c', '#f7e2b4'],
        ['#f7e4d6', '#4f46e5', '#f4b5c8'],
        ['#ece4f5', '#12736a', '#f4c657'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 106, 160, 14, 'rgb(0 0 0/.08)') +
        rect(40, 54, 80, 56, box, 4) +
        rect(34, 40, 92, 20, box, 4) +
        rect(34, 56, 92, 4, 'rgb(0 0 0/.14)') +
        rect(72, 40, 16, 70, ribbon) +
        path('M80 40C60 40 48 28 56 18c8-8 20 4 24 22zM80 40c20 0 32-12 24-22-8-8-20 4-24 22z', ribbon)
      );
    },
  },
  {
    name: 'chart',
    draw(random) {
      const [wall, sheet, bar, trend] = random.pick([
        ['#e0ebe4', '#ffffff', '#8fc4a6', '#1a7a44'],
        ['#e4e2f8', '#ffffff', '#b3aef2', '#4338ca'],
        ['#f8e6d4', '#fffaf2', '#f0bd8a', '#a8430a'],
      ]);
      const heights = [18, 26, 24, 38, 50].map((base) => base + random.whole(-6, 6));
      const bars = heights.map((height, at) => rect(42 + at * 16, 94 - height, 11, height, bar, 2));
      const points = heights
        .map((height, at) => `${at ? 'L' : 'M'}${47.5 + at * 16} ${80 - height}`)
        .join('');
      return (
        rect(0, 0, 160, 120, wall) + rect(30, 14, 100, 92, sheet, 6) + bars.join('') + line(points, trend, 4)
      );
    },
  },
];
