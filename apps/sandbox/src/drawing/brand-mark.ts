import { type Random, randomOf } from './random.ts';
import { circle, line, path, rect, ring, svg } from './shape.ts';

const COLOURS = [
  ['#1f3d36', '#e9dfc8', '#e08640'],
  ['#33405c', '#f4d9a0', '#8fb4d6'],
  ['#b5452c', '#f8e6d4', '#f4c657'],
  ['#12736a', '#dff1e8', '#f4b58a'],
  ['#4f46e5', '#ffffff', '#f7b6cf'],
  ['#8c2f45', '#f8dfe0', '#e3b04c'],
  ['#cf8b00', '#fff6de', '#4a3413'],
  ['#2b2a31', '#f4efe4', '#ff8a3d'],
  ['#5a3f7a', '#ece4f8', '#8fcfb5'],
  ['#f1e7d6', '#b5452c', '#33405c'],
  ['#dce9e4', '#12736a', '#d9723a'],
  ['#e4e1fa', '#4338ca', '#c43c86'],
] as const;

type Mark = (main: string, accent: string, random: Random) => string;

const MARKS: readonly Mark[] = [
  (main, accent) => path('M12 48l15-22 9 12 5-6 11 16z', main) + circle(45, 20, 5.5, accent),
  (main, accent) => path('M32 12c14 10 18 24 0 40-18-16-14-30 0-40z', main) + line('M32 24v28', accent, 2.5),
  (main, accent) =>
    circle(26, 32, 13, main) +
    circle(38, 32, 13, accent) +
    path('M32 20.500a13 13 0 0 1 0 23 13 13 0 0 1 0-23z', 'rgb(255 255 255/.55)'),
  (main, accent) =>
    [22, 32, 42]
      .map((y, at) => line(`M12 ${y}c7-7 13 7 20 0s13 7 20 0`, at === 1 ? accent : main, 4))
      .join(''),
  (main, accent) => path('M32 12a20 20 0 0 1 0 40z', main) + path('M32 12a20 20 0 0 0 0 40z', accent),
  (main, accent) =>
    [0, 60, 120, 180, 240, 300]
      .map(
        (turn) =>
          `<ellipse cx="32" cy="20" rx="5.5" ry="9" transform="rotate(${turn} 32 32)" fill="${main}"/>`,
      )
      .join('') + circle(32, 32, 5, accent),
  (main, accent) => path('M14 46V22l18-10 18 10v24H38V32H26v14z', main) + rect(29, 37, 6, 9, accent),
  (main, accent) => ring(32, 32, 16, main, 5) + path('M32 22l4 10-4 10-4-10z', accent),
  (main, accent) =>
    rect(14, 14, 16, 16, main, 3) +
    rect(34, 34, 16, 16, main, 3) +
    circle(42, 22, 8, accent) +
    circle(22, 42, 8, accent),
  (main, accent) =>
    line('M32 52V30', accent, 3.5) +
    path('M32 36C18 36 12 28 12 16c12 0 20 6 20 20zM32 42c0-12 8-18 20-18 0 12-8 18-20 18z', main),
  (main, accent) => path('M35 10L16 36h13l-3 18 20-27H33z', main) + circle(46, 17, 3.5, accent),
  (main, accent) =>
    line('M14 40a18 18 0 0 1 36 0', main, 5) +
    line('M22 42a10 10 0 0 1 20 0', accent, 5) +
    line('M12 50h40', main, 4),
  (main, accent) => path('M12 32c8-14 32-14 40 0-8 14-32 14-40 0z', main) + circle(32, 32, 7, accent),
  (main, accent) =>
    path('M32 10l6 15 16 1-12 10 4 16-14-9-14 9 4-16-12-10 16-1z', main) + circle(32, 33, 4, accent),
];

/** An invented brand's mark: a sign on one colour. Square. */
export function drawBrandMark(seed: string): string {
  const random = randomOf(`brand ${seed}`);
  const [ground, main, accent] = random.pick(COLOURS);
  return svg(64, 64, 2, rect(0, 0, 64, 64, ground) + random.pick(MARKS)(main, accent, random));
}
