import { circle, ellipse, line, path, rect } from './shape.ts';

/** How hair (or what covers it) is drawn around a head of 34 x 41 centred on 48, 42. */
export interface Hair {
  family: 'long' | 'short' | 'covered';
  ears: boolean;
  /** Behind head and shoulders. */
  back(colour: string, hat: string): string;
  /** Over the head. */
  front(colour: string, hat: string): string;
}

const nothing = () => '';
const crown = (colour: string) => path('M29.8 42C27 17 40 14 48 14s21 3 18.2 28z', colour);
const cap = 'M30 41C27 16 41 15 48 15s21 1 18 26';

const long: Omit<Hair, 'front' | 'back'> = { family: 'long', ears: false };
const short: Omit<Hair, 'front' | 'back'> = { family: 'short', ears: true };

const swoop = (colour: string) => path(`${cap}C60 39 53 34 50 26 45 34 37 39 30 41z`, colour);
const fringe = (colour: string) => path(`${cap}C64 33 60 32 48 32s-16 1-18 9z`, colour);
const parting = (colour: string) => path(`${cap}C62 38 56 32 48 24 40 32 34 38 30 41z`, colour);
const sidePart = (colour: string) => path(`${cap}C65 31 56 27 38 25 34 29 31 34 30 41z`, colour);

export const hairStyles: readonly Hair[] = [
  {
    ...long,
    back: (c) => path('M48 11C27 11 26 28 25 42L19 78h58l-6-36C70 28 69 11 48 11z', c),
    front: swoop,
  },
  { ...long, back: (c) => path('M48 11C28 11 27 26 27 42v40h42V42c0-16-1-31-21-31z', c), front: parting },
  { ...long, back: (c) => path('M48 11C28 11 26 26 26 40v27h44V40c0-14-2-29-22-29z', c), front: fringe },
  {
    ...long,
    back: (c) => path('M48 12C28 12 27 28 27 42l-1 16c6 3 38 3 44 0l-1-16c0-14-1-30-21-30z', c),
    front: sidePart,
  },
  {
    ...long,
    back: (c) =>
      path(
        'M48 11c-16 0-22 9-22 21-5 5-6 11-2 16-5 6-5 12-1 17-2 6 1 13 7 14h36c6-1 9-8 7-14 4-5 4-11-1-17 4-5 3-11-2-16 0-12-6-21-22-21z',
        c,
      ),
    front: swoop,
  },
  {
    ...long,
    back: (c) => circle(48, 9, 9, c),
    front: (c) => path(`${cap}C62 30 55 27 48 27s-14 3-18 14z`, c),
    ears: true,
  },
  {
    ...long,
    back: (c) => circle(31, 15, 9, c) + circle(65, 15, 9, c),
    front: parting,
    ears: true,
  },
  {
    ...long,
    back: (c) => crown(c) + path('M60 17c16-3 25 10 21 26-2 9-1 17 3 24-12-1-18-10-17-22 1-9-1-14-9-18z', c),
    front: sidePart,
    ears: true,
  },
  {
    ...long,
    back: (c) =>
      path('M48 11C28 11 28 26 28 42h40c0-16 0-31-20-31z', c) +
      line('M29 46v34M67 46v34', c, 8, ' stroke-dasharray=".1 8.5"'),
    front: parting,
  },
  {
    ...long,
    back: (c) => circle(48, 37, 29, c),
    front: (c) => path('M31 39C30 22 40 20 48 20s18 2 17 19c-2-7-6-11-17-11s-15 4-17 11z', c),
  },
  {
    ...long,
    back: (c) =>
      [
        [30, 26, 11],
        [26, 41, 10],
        [28, 56, 9],
        [66, 26, 11],
        [70, 41, 10],
        [68, 56, 9],
        [48, 19, 13],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, c))
        .join(''),
    front: (c) => circle(37, 25, 7, c) + circle(48, 22, 8, c) + circle(59, 25, 7, c),
  },
  {
    ...short,
    back: crown,
    front: (c) =>
      path('M30 40C25 16 40 13 50 14c13 1 19 8 16 26-2-6-3-9-5-12-8 1-17-1-22-5-4 4-7 8-9 17z', c),
  },
  {
    ...short,
    back: crown,
    front: (c) =>
      path('M30 40c-3-14 2-21 6-23 2-7 21-9 27-2 6 4 6 14 3 25-1-6-2-9-4-13-8-2-17-2-27 0-3 4-4 7-5 13z', c),
  },
  {
    ...short,
    back: nothing,
    front: (c) => path('M30.5 38C29 22 38 19 48 19s19 3 17.5 19C63 30 60 28 48 28s-15 2-17.5 10z', c),
  },
  {
    ...short,
    back: crown,
    front: (c) => path('M31 37V15c0-4 34-4 34 0v22c-2-6-4-9-6-10H37c-2 1-4 4-6 10z', c),
  },
  {
    ...short,
    back: crown,
    front: (c) =>
      [34, 41, 48, 55, 62]
        .map((x, at) => circle(x, at % 4 === 0 ? 26 : at === 2 ? 19 : 21, 7.2, c))
        .join('') + path('M30 40c-1-8 0-15 4-18h28c4 3 5 10 4 18-2-7-5-9-18-9s-16 2-18 9z', c),
  },
  {
    ...short,
    back: nothing,
    front: nothing,
  },
  {
    ...short,
    back: (c) => path('M48 12C28 12 27 28 28 44l2 12h36l2-12c1-16 0-32-20-32z', c),
    front: (c) => path(`${cap}C64 36 60 30 56 24 50 31 38 32 30 41z`, c),
    ears: false,
  },
  {
    family: 'short',
    ears: true,
    back: nothing,
    front: (_, hat) =>
      path('M29 34c-1-28 39-28 38 0z', hat) +
      rect(25, 32, 46, 5.5, '#2b2a31', 2.75) +
      circle(48, 12.5, 2.5, hat),
  },
  {
    family: 'short',
    ears: true,
    back: nothing,
    front: (c, hat) =>
      path('M30 44c-1-4-1-7 0-10h36c1 3 1 6 0 10-1-4-2-6-3-7H33c-1 1-2 3-3 7z', c) +
      path('M29 34C27 6 69 6 67 34z', hat) +
      rect(27.5, 29, 41, 8, hat, 4) +
      rect(27.5, 29, 41, 8, 'rgb(0 0 0/.18)', 4) +
      circle(48, 10, 5, '#f4efe6'),
  },
  {
    ...long,
    back: (c) => path('M48 13C28 13 27 28 27 42l-3 34h48l-3-34c0-14-1-29-21-29z', c),
    front: (_, hat) =>
      path('M28 31C28 4 68 4 68 31z', hat) +
      ellipse(48, 31, 28, 5, hat) +
      path('M30 27.500h36V31H30z', 'rgb(0 0 0/.2)'),
  },
  {
    family: 'covered',
    ears: false,
    back: (_, hat) =>
      path('M48 9C25 9 24 30 25 48c0 10-2 16-5 22 8 12 48 12 56 0-3-6-5-12-5-22 1-18 0-39-23-39z', hat),
    front: (_, hat) =>
      `<path fill-rule="evenodd" d="M48 12C30 12 28 28 28 43c0 16 8 27 20 31 12-4 20-15 20-31 0-15-2-31-20-31zm0 13c11 0 14 9 14 18s-5 18-14 18-14-9-14-18 3-18 14-18z" fill="${hat}"/>` +
      path('M33 62c7 10 23 10 30 0l9 10c-11 11-37 11-48 0z', hat) +
      line('M36 66c7 7 18 7 25-1', 'rgb(0 0 0/.16)', 1.6),
  },
  {
    family: 'short',
    ears: true,
    back: nothing,
    front: (_, hat) =>
      path('M28 35C22 6 74 6 68 35c-6-7-12-9-20-13-8 4-14 6-20 13z', hat) +
      line('M33 26c6-6 15-7 27-3M37 17c8-3 16-2 24 4', 'rgb(0 0 0/.16)', 1.6),
  },
  {
    ...long,
    back: (c) => path('M48 11C28 11 26 28 26 42l-2 30h48l-2-30c0-14-2-31-22-31z', c),
    front: (c, hat) =>
      sidePart(c) + path('M30 33c2-12 34-12 36 0-1 1-1 2-1 3-4-8-30-8-34 0 0-1 0-2-1-3z', hat),
  },
];
