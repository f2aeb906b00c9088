import { type Lexicon, lexiconKey } from './text-features.ts';
import type { LabeledText } from './train-model.ts';

const SUBJECTS = ['jacket', 'shell', 'zipper', 'store', 'parcel', 'color', 'pocket', 'support'];
const OPINIONS = [
  ['terrible', 'broken', 'refund', 'awful', 'worst'],
  ['arrives', 'tuesday', 'measures', 'listed', 'opens'],
  ['lovely', 'perfect', 'great', 'comfy', 'best'],
];

/** A small lexicon of English. */
export const LEXICON: Lexicon = new Map(
  Object.entries({ terrible: -3, awful: -3, worst: -3, lovely: 3, perfect: 3, great: 3, best: 3 }).map(
    ([word, polarity]) => [lexiconKey(word) as number, polarity],
  ),
);

/**
 * Returns texts whose words tell their sentiment, the same ones each time.
 * @param noisy every n-th text has the label of another class
 */
export function generatedTexts(count: number, noisy = 0): LabeledText[] {
  let state = 12_345;
  const pick = <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return from[(state >>> 8) % from.length] as T;
  };
  return Array.from({ length: count }, (_, at) => {
    const label = at % 3;
    const words = OPINIONS[label] as string[];
    const text = `the ${pick(SUBJECTS)} and the ${pick(SUBJECTS)} are ${pick(words)} ${pick(words)} ${pick(['here', 'today', 'again'])} ${pick(SUBJECTS)}`;
    return { text, label: noisy > 0 && at % noisy === 0 ? (label + 1) % 3 : label };
  });
}
