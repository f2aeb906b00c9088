import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The words that a message counts. */
export interface CountedNouns {
  /** Words after the number of a plural that differ between one and several, such as `creators`. */
  plural: string[];
  /** Placeholders outside plurals, with the two words after each. */
  fixed: { placeholder: string; words: string[] }[];
}

const wordsOf = (text: string): string[] => (/^ /.test(text) ? text.trim().split(/[^\w-]+/) : []);

/** The first word after the number in an option of a plural. */
const countedIn = (elements: readonly MessageFormatElement[] = []): string | undefined => {
  const [number, text] = elements;
  const isNumber = number?.type === TYPE.pound || number?.type === TYPE.argument;
  return isNumber && text?.type === TYPE.literal ? wordsOf(text.value)[0] : undefined;
};

/** Returns the words that an English message counts, in plurals and outside of them. */
export function countedNounsOf(message: string): CountedNouns {
  const found: CountedNouns = { plural: [], fixed: [] };
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const [at, element] of elements.entries()) {
      if (element.type === TYPE.plural) {
        const [one, other] = [element.options.one, element.options.other].map((of) => countedIn(of?.value));
        if (other && other !== one && /s$|^people$/.test(other)) found.plural.push(other);
        continue;
      }
      const next = elements[at + 1];
      const isValue = element.type === TYPE.argument || element.type === TYPE.number;
      if (isValue && next?.type === TYPE.literal)
        found.fixed.push({ placeholder: element.value, words: wordsOf(next.value).slice(0, 2) });
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value);
      if ('children' in element) walk(element.children);
    }
  };
  walk(parse(message));
  return found;
}
