import { type Hair, hairStyles } from './avatar-hair.ts';
import { type Random, randomOf } from './random.ts';
import { circle, ellipse, line, path, rect, ring, svg } from './shape.ts';

const GROUNDS = [
  '#d9d6fb',
  '#cdeae6',
  '#f7dfc4',
  '#f6d3e4',
  '#d3e4f7',
  '#e3eac4',
  '#f3d2cf',
  '#dcd9d2',
] as const;

/** Skin with the hair colours that go with it, and the grounds it would be lost on. */
const PEOPLE: readonly { skin: string; hair: readonly string[]; near: readonly string[] }[] = [
  {
    skin: '#f4d5bd',
    hair: ['#a8622c', '#d9a65b', '#5a3a24', '#7a4a2b', '#2b221f', '#b5482b', '#c9c3ba'],
    near: ['#f7dfc4', '#f3d2cf', '#dcd9d2'],
  },
  {
    skin: '#efc7a4',
    hair: ['#5a3a24', '#2b221f', '#8a5a33', '#cf9a4e', '#9a3f2c', '#b9b2a8'],
    near: ['#f7dfc4', '#f3d2cf'],
  },
  { skin: '#e8b98f', hair: ['#1d1a1c', '#3a2a22', '#5a3a24', '#6b4127'], near: ['#f7dfc4', '#f3d2cf'] },
  { skin: '#dfa681', hair: ['#5a3a24', '#2b221f', '#1d1a1c', '#7a4a2b'], near: [] },
  { skin: '#c9885c', hair: ['#2b221f', '#1d1a1c', '#47301f'], near: [] },
  { skin: '#a9683f', hair: ['#1d1a1c', '#2b221f', '#3a261c'], near: [] },
  { skin: '#85502f', hair: ['#1d1a1c', '#241a17', '#3a261c'], near: [] },
  { skin: '#6b3f25', hair: ['#17141a', '#241a17', '#a39b92'], near: [] },
];

const CLOTHES = [
  '#0f8b82',
  '#b5452c',
  '#c43c86',
  '#cf8b00',
  '#4f46e5',
  '#33405c',
  '#f3ead9',
  '#3f7a52',
  '#7d6bb3',
  '#d9723a',
  '#2f6f9f',
  '#2b2a31',
  '#e3b23c',
  '#8c2f45',
] as const;

const HATS = ['#0f8b82', '#b5452c', '#33405c', '#cf8b00', '#8c2f45', '#7d6bb3', '#3f7a52'] as const;

function otherThan<T>(random: Random, list: readonly T[], taken: T): T {
  const at = list.indexOf(random.pick(list.filter((one) => one !== taken)));
  return list[at]!;
}

function clothes(random: Random, skin: string, colour: string): string {
  const body = path('M13 96C14 80 28 71 48 71s34 9 35 25z', colour);
  const neck = path('M40.5 54h15v14a7.5 7.5 0 0 1-15 0z', skin);
  const dark = 'rgb(0 0 0/.16)';
  switch (random.whole(0, 7)) {
    case 0:
      return body + path('M38 71.5h20L48 86z', skin) + neck;
    case 1:
      return body + line('M14.5 91h67M20 82h56', 'rgb(255 255 255/.55)', 3.5) + neck;
    case 2:
      return neck + body + rect(38.5, 63, 19, 12, colour, 5) + rect(38.5, 69, 19, 1.6, dark);
    case 3:
      return body + neck + path('M40 68l-7 6 9 9 6-7zM56 68l7 6-9 9-6-7z', '#fbf7ee');
    case 4:
      return body + path('M33 73c2 11 28 11 30 0l4 2c-3 15-35 15-38 0z', dark) + neck;
    default:
      return body + neck;
  }
}

function extras(random: Random, hair: Hair, hairColour: string): string {
  let drawn = '';
  if (hair.family === 'short' && random.chance(0.34)) {
    drawn += random.chance(0.6)
      ? path(
          'M31 42c1 6 2 25 17 25s16-19 17-25c-2 6-4 9-8 9.5-3 .4-5-1.5-9-1.500s-6 1.9-9 1.500c-4-.5-6-3.5-8-9.500z',
          hairColour,
        )
      : path('M40 55c0 7 3 9.5 8 9.500s8-2.5 8-9.500c-3-2-13-2-16 0z', hairColour);
  }
  if (random.chance(0.2)) {
    const frame = random.pick(['#1d1b23', '#8c2f45', '#5a3a24', '#33405c']);
    drawn += random.chance(0.3)
      ? path('M31 39h15.500c0 10-13 10.5-14 3zM49.5 39H65l-1.5 3c-1 7.5-14 7-14-3z', frame) +
        line('M46 40h4', frame, 2)
      : ring(40, 43, 5.6, frame, 1.8) + ring(56, 43, 5.6, frame, 1.8) + line('M45.6 42.500h4.8', frame, 1.8);
  }
  if (hair.family === 'long' && random.chance(0.25)) {
    const gold = random.pick(['#e0b24a', '#f4efe6', '#0f8b82', '#c43c86']);
    drawn += circle(31, 53, 2, gold) + circle(65, 53, 2, gold);
  }
  if (hair.family !== 'covered' && random.chance(0.05)) {
    const shell = random.pick(CLOTHES);
    drawn +=
      line('M28 42C27 8 69 8 68 42', '#33405c', 3.5) +
      rect(25, 37, 7, 14, shell, 3.5) +
      rect(64, 37, 7, 14, shell, 3.5);
  }
  return drawn;
}

/** A person without a name: head, hair and shoulders on one of eight grounds. Square; frames make it round. */
export function drawAvatar(seed: string): string {
  const random = randomOf(`avatar ${seed}`);
  const person = random.pick(PEOPLE);
  const ground = random.pick(GROUNDS.filter((one) => !person.near.includes(one)));
  const hairColour = random.pick(person.hair);
  const colour = random.pick(CLOTHES);
  const hair = random.pick(hairStyles);
  const hat = otherThan<string>(random, HATS, colour);
  const cloth = clothes(random, person.skin, colour);
  const head = ellipse(48, 42, 17, 20.5, person.skin);
  const ears = hair.ears ? circle(31, 44, 3.4, person.skin) + circle(65, 44, 3.4, person.skin) : '';
  return svg(
    96,
    96,
    2,
    rect(0, 0, 96, 96, ground) +
      hair.back(hairColour, hat) +
      cloth +
      ears +
      head +
      hair.front(hairColour, hat) +
      extras(random, hair, hairColour),
  );
}
