import type { Motif } from './motif.ts';
import { circle, ellipse, line, path, rect, ring } from './shape.ts';

/** Moving, and what one moves with. */
export const sportMotifs: readonly Motif[] = [
  {
    name: 'runner',
    flips: true,
    draw(random) {
      const [ground, disc, body] = random.pick([
        ['#f5d9c2', '#ee9c62', '#3a3050'],
        ['#d5e7da', '#8fbf9f', '#24443a'],
        ['#dcd8f3', '#a49cec', '#332b5e'],
        ['#d6e8f2', '#7fb4d6', '#1f3b57'],
        ['#f8e3b8', '#f0b94c', '#6b2f2a'],
      ]);
      return (
        rect(0, 0, 160, 120, ground) +
        circle(80, 60, 50, disc) +
        circle(93, 27, 10.5, body) +
        line('M86 42L74 66l14 14-8 24', body, 11) +
        line('M74 66l-8 18-20 4', body, 10) +
        line('M86 44L66 48l-8 12M88 46l12 14 16-8', body, 8)
      );
    },
  },
  {
    name: 'bike',
    flips: true,
    draw(random) {
      const [sky, floor, frame] = random.pick([
        ['#f3e6b5', '#cbb569', '#b5452c'],
        ['#d9e5ea', '#a9bcc4', '#12736a'],
        ['#f3dadf', '#d9a9b4', '#5a4fcf'],
        ['#e2ecd6', '#b3c796', '#d9723a'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        rect(0, 98, 160, 22, floor) +
        ring(46, 82, 25, '#2b2a31', 5) +
        ring(114, 82, 25, '#2b2a31', 5) +
        line('M46 82l22-38h32l14 38M68 44l14 38 18-38M46 82h36', frame, 6) +
        line('M100 44l-4-12h14M60 38h14', '#2b2a31', 5)
      );
    },
  },
  {
    name: 'shoe',
    flips: true,
    draw(random) {
      const [wall, floor, upper, sole] = random.pick([
        ['#efe2d2', '#d9b58a', '#b5452c', '#ffffff'],
        ['#dfe9e4', '#a9c4b5', '#2f7f6e', '#fdf7ea'],
        ['#e2e0f7', '#b7b1e6', '#4f46e5', '#ffffff'],
        ['#f7e0e6', '#e0aebb', '#33405c', '#f6c657'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 98, 160, 22, floor) +
        path('M24 90V74c0-12 4-24 12-26 8 10 16 8 24-2 14 12 26 22 50 26 18 3 26 6 26 18z', upper) +
        line('M62 62l10-8M72 70l10-8M83 76l9-8', '#ffffff', 4) +
        rect(22, 88, 116, 14, sole, 7)
      );
    },
  },
  {
    name: 'medal',
    draw(random) {
      const [wall, band, metal, light] = random.pick([
        ['#f4e0e6', '#4f46e5', '#e5a93a', '#f4cd77'],
        ['#dcebe4', '#b5452c', '#e5a93a', '#f4cd77'],
        ['#e6e9f0', '#12736a', '#a9b2c2', '#cfd6e0'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        path('M58 0h44l-10 52H68z', band) +
        path('M74 0h12l-2 52h-8z', 'rgb(255 255 255/.35)') +
        circle(80, 78, 34, metal) +
        circle(80, 78, 23, light) +
        path('M80 62l4.7 10.5 11.3 1.2-8.5 7.6 2.5 11.2-10-5.8-10 5.8 2.5-11.2-8.5-7.6 11.3-1.200z', metal)
      );
    },
  },
  {
    name: 'dumbbell',
    draw(random) {
      const [wall, floor, iron, bar] = random.pick([
        ['#dde3ee', '#b4bfd4', '#33405c', '#8f9bb3'],
        ['#f8ddd0', '#e6ab8e', '#8c2f45', '#d18b96'],
        ['#d9ece6', '#9fcabb', '#1f5a52', '#6fa79b'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 92, 160, 28, floor) +
        rect(36, 66, 88, 8, bar, 4) +
        rect(40, 44, 16, 52, iron, 5) +
        rect(104, 44, 16, 52, iron, 5) +
        rect(28, 52, 12, 36, iron, 5) +
        rect(120, 52, 12, 36, iron, 5)
      );
    },
  },
  {
    name: 'yoga',
    flips: true,
    draw(random) {
      const [wall, sun, mat, suit, skin, hair] = random.pick([
        ['#f3e3da', '#f2c39b', '#7d6bb3', '#2f7f86', '#c9885c', '#2b221f'],
        ['#dcebe0', '#f4dca0', '#d9723a', '#33405c', '#f0c9a8', '#7a4a2b'],
        ['#e6e1f5', '#cfc5f2', '#12736a', '#c43c86', '#85502f', '#17141a'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        circle(80, 54, 40, sun) +
        rect(18, 102, 124, 10, mat, 5) +
        path('M80 46c12 0 16 10 15 24l-2 20H67l-2-20c-1-14 3-24 15-24z', suit) +
        line('M68 54L50 76l-6 14M92 54l18 22 6 14', skin, 7) +
        path('M38 98c10-14 30-14 42-8 12-6 32-6 42 8 2 4-2 6-6 6H44c-4 0-8-2-6-6z', suit) +
        rect(76, 36, 8, 12, skin, 4) +
        circle(80, 30, 11, skin) +
        path('M68 30c0-16 24-16 24 0-6-6-18-6-24 0z', hair) +
        circle(80, 15, 5, hair)
      );
    },
  },
  {
    name: 'surfboard',
    draw(random) {
      const [sky, sea, board, stripe] = random.pick([
        ['#f9e5c4', '#3f9fb0', '#f4efe4', '#d9572f'],
        ['#d3eaf0', '#2f7f9f', '#f4c657', '#b5452c'],
        ['#f8dbe0', '#5f8fc0', '#ffffff', '#4f46e5'],
      ]);
      return (
        rect(0, 0, 160, 120, sky) +
        path('M0 78c20-10 40 8 60 0s40-8 60 0 30 4 40 0v42H0z', sea) +
        `<g transform="rotate(${random.pick([-14, -9, 9, 14])} 80 66)">` +
        path('M80 4c20 20 22 76 8 112H72C58 80 60 24 80 4z', board) +
        path('M77 8h6v108h-6z', stripe) +
        path('M61 66h38l-1 10H62z', stripe) +
        '</g>'
      );
    },
  },
  {
    name: 'skateboard',
    draw(random) {
      const [wall, floor, deck, wheel] = random.pick([
        ['#e4e0f6', '#b9b0e4', '#4f46e5', '#f4c657'],
        ['#f9e2c8', '#e7b57e', '#b5452c', '#33405c'],
        ['#d5ebe6', '#94c7ba', '#1f5a52', '#ee9c62'],
      ]);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 92, 160, 28, floor) +
        line('M22 62l18 12h80l18-12', deck, 10) +
        circle(48, 88, 10, wheel) +
        circle(112, 88, 10, wheel) +
        circle(48, 88, 3.5, wall) +
        circle(112, 88, 3.5, wall)
      );
    },
  },
  {
    name: 'ball',
    draw(random) {
      const [wall, floor] = random.pick([
        ['#d9ecd5', '#7cab6c'],
        ['#d6e4f2', '#7f9fc4'],
        ['#f6e2cc', '#d59a62'],
      ]);
      const basket = random.chance(0.5);
      const ball = basket
        ? circle(80, 62, 36, '#e07b39') +
          line('M44 62h72M80 26v72M55 37c14 14 14 36 0 50M105 37c-14 14-14 36 0 50', '#4a2a22', 3)
        : circle(80, 62, 36, '#ffffff') +
          path('M80 46l15 11-6 18H71l-6-18z', '#2b2a31') +
          line('M80 46V28M95 57l18-6M89 75l10 15M71 75L61 90M65 57l-18-6', '#2b2a31', 3);
      return (
        rect(0, 0, 160, 120, wall) +
        rect(0, 88, 160, 32, floor) +
        ellipse(80, 99, 32, 5, 'rgb(0 0 0/.15)') +
        ball
      );
    },
  },
];
