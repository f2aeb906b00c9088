import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect } from './shape.ts';

/** Gear, screens and instruments. */
export const thingMotifs: readonly Motif[] = [
  {
    name: 'backpack',
    draw(random) {
      const [wall, cloth, pocket, mark] = random.pick([
        ['#d6dae6', '#33405c', '#4a5579', '#e08640'],
        ['#dfeae0', '#3f7a52', '#2f6242', '#f4c657'],
        ['#f6dfd2', '#b5452c', '#8f3321', '#f6d9c4'],
        ['#f5e7c5', '#cf8b00', '#a96f00', '#33405c'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        line('M66 20c0-18 28-18 28 0', cloth, 7) +
        rect(44, 16, 72, 100, cloth, 22) +
        rect(54, 68, 52, 36, pocket, 9) +
        rect(72, 38, 16, 8, mark, 4) +
        line('M62 80h36', 'rgb(255 255 255/.35)', 2.5)
      );
    },
  },
  {
    name: 'bottle',
    draw(random) {
      const [wall, lid, body, band] = random.pick([
        ['#d4e5f7', '#24443a', '#2f7078', '#e9dfc8'],
        ['#f7e2d3', '#33405c', '#d9723a', '#f7ead6'],
        ['#e5e1f7', '#2b2650', '#5a4fcf', '#dcd8fb'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 104, 160, 16, 'rgb(0 0 0/.08)') +
        rect(66, 8, 28, 22, lid, 5) +
        path('M60 44c0-10 4-14 10-14h20c6 0 10 4 10 14v62a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6z', body) +
        rect(60, 58, 40, 26, band)
      );
    },
  },
  {
    name: 'monitor',
    draw(random) {
      const [wall, desk, frame, screen, ball] = random.pick([
        ['#e5e0f5', '#b6aee0', '#3a3263', '#8a84ff', '#5e8577'],
        ['#dce9ec', '#a4c2c9', '#233b4a', '#4fb3b8', '#e08640'],
        ['#f5e2d6', '#deb195', '#4a2f35', '#ee9c62', '#33405c'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 106, 160, 14, desk) +
        rect(70, 88, 20, 20, frame) +
        rect(26, 18, 108, 72, frame, 6) +
        rect(33, 25, 94, 58, screen) +
        line('M44 42h32M44 54h52M44 66h24', 'rgb(255 255 255/.5)', 4) +
        circle(134, 98, 11, ball)
      );
    },
  },
  {
    name: 'laptop',
    draw(random) {
      const [wall, desk, shell, screen] = random.pick([
        ['#dfe9e4', '#b3c9bd', '#9aa3ad', '#24443a'],
        ['#f6e5d5', '#dcb58f', '#b9b2aa', '#33405c'],
        ['#e2e0f7', '#bcb6e8', '#a9a6bd', '#2b2650'],
      ]);
      const bars = [48, 64, 80, 96].map((x) => {
        const height = random.whole(10, 36);
        return rect(x, 72 - height, 10, height, random.pick(['#f4c657', '#ee9c62', '#8fcfb5', '#f3a7c4']), 2);
      });
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 94, 160, 26, desk) +
        rect(32, 22, 96, 66, shell, 6) +
        rect(38, 28, 84, 52, screen, 2) +
        bars.join('') +
        path('M18 86h124l-6 12H24z', shell) +
        rect(68, 86, 24, 4, 'rgb(0 0 0/.2)', 2)
      );
    },
  },
  {
    name: 'phone',
    draw(random) {
      const [wall, shell, screen, heart] = random.pick([
        ['#f8e0dc', '#2b2a31', '#fff6ee', '#d9475f'],
        ['#dcebe6', '#33405c', '#e9f4f0', '#12736a'],
        ['#e4e1f8', '#2b2650', '#f4f2ff', '#4f46e5'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        `<g transform="rotate(${random.pick([-10, 0, 10])} 80 60)">` +
        rect(52, 4, 56, 112, shell, 10) +
        rect(57, 12, 46, 96, screen, 5) +
        path('M80 66C66 56 64 50 66 44c3-6 11-5 14 2 3-7 11-8 14-2 2 6 0 12-14 22z', heart) +
        line('M66 82h28M66 92h18', 'rgb(0 0 0/.16)', 4) +
        '</g>'
      );
    },
  },
  {
    name: 'camera',
    draw(random) {
      const [wall, body, band, lens] = random.pick([
        ['#f4e6cf', '#33303c', '#b5652f', '#5f8fc0'],
        ['#dbe8ef', '#2f4a5c', '#d9d2c4', '#8fd0cf'],
        ['#f3dde4', '#fffaf2', '#c43c86', '#4a4570'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M60 32l8-14h24l8 14z', body) +
        rect(26, 30, 108, 72, body, 10) +
        rect(26, 50, 108, 32, band) +
        circle(80, 66, 31, body) +
        circle(80, 66, 23, lens) +
        circle(80, 66, 12, 'rgb(0 0 0/.35)') +
        circle(73, 58, 5, 'rgb(255 255 255/.7)') +
        rect(110, 37, 14, 8, '#f4c657', 3)
      );
    },
  },
  {
    name: 'game-pad',
    draw(random) {
      const [wall, pad] = random.pick([
        ['#dcd8f6', '#3a3263'],
        ['#d6ebe8', '#1f4f57'],
        ['#f7dfd9', '#5a2f45'],
        ['#2b2d4a', '#8a84ff'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path(
          'M50 34h60c24 0 36 26 38 50 1 16-16 22-26 8l-10-14H48L38 92c-10 14-27 8-26-8 2-24 14-50 38-50z',
          pad,
        ) +
        path('M44 46h10v8h8v10h-8v8H44v-8h-8V54h8z', '#f4efe4') +
        circle(112, 46, 6, '#f4c657') +
        circle(124, 58, 6, '#e5626b') +
        circle(100, 58, 6, '#8fcfb5') +
        circle(112, 70, 6, '#7fb4d6') +
        rect(72, 46, 16, 5, 'rgb(255 255 255/.4)', 2.5)
      );
    },
  },
  {
    name: 'headphones',
    draw(random) {
      const [wall, band, shell, pad] = random.pick([
        ['#f7e3c6', '#33405c', '#d9572f', '#8f3321'],
        ['#dce9f2', '#2b2a31', '#4f46e5', '#332b8f'],
        ['#f3dce6', '#5a3a4a', '#12736a', '#0b4f49'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        line('M40 80V66a40 40 0 0 1 80 0v14', band, 9) +
        rect(28, 64, 28, 42, shell, 12) +
        rect(104, 64, 28, 42, shell, 12) +
        rect(48, 68, 9, 34, pad, 4) +
        rect(103, 68, 9, 34, pad, 4)
      );
    },
  },
  {
    name: 'microphone',
    draw(random) {
      const [wall, disc, metal, stand] = random.pick([
        ['#e4e0f6', '#b9b0ea', '#3a3263', '#2b2650'],
        ['#f7e1d2', '#efb48c', '#33405c', '#2b2a31'],
        ['#d6eae3', '#8fc4ae', '#24443a', '#183029'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        circle(80, 56, 46, disc) +
        rect(64, 14, 32, 56, metal, 16) +
        line('M66 34h28M66 44h28M66 54h28', 'rgb(255 255 255/.3)', 3) +
        line('M52 52c0 40 56 40 56 0M80 84v22M60 108h40', stand, 6)
      );
    },
  },
  {
    name: 'guitar',
    draw(random) {
      const [wall, wood, dark] = random.pick([
        ['#dfeae6', '#d9853f', '#6b3a24'],
        ['#f6e0d8', '#b5452c', '#4a221c'],
        ['#e3e1f5', '#e5b96a', '#5a3a24'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        `<g transform="rotate(${random.pick([38, -38])} 80 60)">` +
        rect(75, -22, 10, 76, dark) +
        circle(80, 62, 22, wood) +
        circle(80, 92, 30, wood) +
        circle(80, 74, 10, dark) +
        rect(66, 98, 28, 5, dark, 2) +
        line('M78 -16v116M82 -16v116', '#f4efe4', 1) +
        '</g>'
      );
    },
  },
  {
    name: 'car',
    flips: true,
    draw(random) {
      const [sky, road, body, glass] = random.pick([
        ['#d9e8ee', '#8f99a3', '#b5452c', '#cfe7ee'],
        ['#f8e2c9', '#b79a86', '#12736a', '#d6efe9'],
        ['#e6e1f5', '#928db0', '#f4b233', '#e4e1fb'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        path('M0 88L40 50l24 22 30-34 66 50z', 'rgb(0 0 0/.07)') +
        rect(0, 94, 160, 26, road) +
        path(
          'M16 92V76c0-6 4-8 12-9l16-3 14-18c3-4 6-6 12-6h26c6 0 9 2 12 6l12 17 18 4c6 1 8 4 8 9v16z',
          body,
        ) +
        path('M56 63l11-14c2-2 3-3 6-3h6v17zM84 46h12c3 0 5 1 6 3l9 14H84z', glass) +
        circle(46, 92, 14, '#2b2a31') +
        circle(116, 92, 14, '#2b2a31') +
        circle(46, 92, 6, '#d8d5ce') +
        circle(116, 92, 6, '#d8d5ce')
      );
    },
  },
  {
    name: 'brush',
    flips: true,
    draw(random) {
      const wall = random.pick(['#f6efe0', '#e2ecea', '#efe4f4']);
      const paints = random.pick([
        ['#d9572f', '#f4c657', '#2f7f86', '#4f46e5', '#c43c86'],
        ['#8c2f45', '#ee9c62', '#3f7a52', '#33405c', '#f3a7c4'],
      ]);
      const spots = [
        [54, 50],
        [78, 40],
        [102, 50],
        [48, 74],
        [110, 74],
      ].map(([x = 0, y = 0], at) => circle(x, y, 9, paints[at] ?? '#ffffff'));
      return (
        rect(0, 0, 160, 120, wall) +
        path(
          'M80 18c36 0 58 20 58 44 0 18-18 20-30 18-8-1-12 4-10 12 2 10-6 16-18 16-34 0-58-18-58-46s24-44 58-44z',
          '#d1a067',
        ) +
        circle(84, 92, 7, wall) +
        spots.join('') +
        line('M150 8l-44 62', '#5a3a24', 5) +
        path('M108 62l8 6c-4 10-12 14-20 14 4-6 4-14 12-20z', paints[0] ?? '#d9572f')
      );
    },
  },
  {
    name: 'books',
    flips: true,
    draw(random) {
      const [wall, shelf] = random.pick([
        ['#e8e2f4', '#8a7ab8'],
        ['#e2ecdf', '#8aa37c'],
        ['#f6e4d2', '#b98a5f'],
      ]);
      const colours = ['#b5452c', '#33405c', '#12736a', '#cf8b00', '#7d6bb3', '#8c2f45'];
      let x = 30;
      const backs = [0, 1, 2, 3].map(() => {
        const width = random.whole(15, 22);
        const height = random.whole(54, 76);
        const colour = random.pick(colours);
        const back =
          rect(x, 98 - height, width, height, colour, 2) + rect(x, 98 - height + 10, width, 5, '#f4e9d0');
        x += width + 1;
        return back;
      });
      return (
        rect(0, 0, 160, 120, wall) +
        backs.join('') +
        `<g transform="rotate(-12 ${x + 11} 98)">` +
        rect(x + 11, 40, 17, 58, random.pick(colours), 2) +
        '</g>' +
        rect(14, 98, 132, 8, shelf, 2)
      );
    },
  },
  {
    name: 'plane',
    flips: true,
    draw(random) {
      const [sky, body, wing] = random.pick([
        ['#cfe5f4', '#ffffff', '#4f46e5'],
        ['#f9ddc4', '#fffaf2', '#b5452c'],
        ['#dcd8f6', '#ffffff', '#12736a'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        ellipse(34, 96, 34, 10, 'rgb(255 255 255/.8)') +
        ellipse(132, 24, 24, 7, 'rgb(255 255 255/.8)') +
        '<g transform="rotate(-16 80 60)">' +
        path('M26 34h12l18 20H34z', wing) +
        path('M24 52h92c14 0 24 6 24 12s-10 10-24 10H50c-14 0-24-8-26-22z', body) +
        path('M68 66h26L72 100H60z', wing) +
        [66, 80, 94, 108].map((x) => circle(x, 60, 3, wing)).join('') +
        '</g>'
      );
    },
  },
  {
    name: 'suitcase',
    draw(random) {
      const [wall, shell, line2] = random.pick([
        ['#fbe6c6', '#12736a', '#0b5750'],
        ['#dbe8f2', '#d9723a', '#b35a28'],
        ['#f3dee4', '#5a4fcf', '#453bb0'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 108, 160, 12, 'rgb(0 0 0/.1)') +
        line('M66 32V12h28v20', '#8a8780', 5) +
        rect(46, 30, 68, 76, shell, 10) +
        line('M62 42v52M80 42v52M98 42v52', line2, 4) +
        circle(60, 108, 5, '#2b2a31') +
        circle(100, 108, 5, '#2b2a31')
      );
    },
  },
];
