import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What a placeholder of a message takes: a text or number, a number (plurals too), one of a few words, or a tag. */
export type PlaceholderKind = 'value' | 'number' | 'choice' | 'tag' | 'date';

/** The placeholders of a message and what its plurals tell apart. */
export interface MessageShape {
  placeholders: Map<string, PlaceholderKind>;
  /** The categories of each cardinal plural, without exact ones such as `=0`. */
  plurals: string[][];
}

const KINDS: Partial<Record<TYPE, PlaceholderKind>> = {
  [TYPE.argument]: 'value',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'choice',
  [TYPE.tag]: 'tag',
  [TYPE.date]: 'date',
  [TYPE.time]: 'date',
};

/** Reads an ICU message. @throws SyntaxError when it is none */
export function shapeOf(message: string): MessageShape {
  const shape: MessageShape = { placeholders: new Map(), plurals: [] };
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      const kind = KINDS[element.type];
      if (kind && 'value' in element && typeof element.value === 'string') {
        // A number that is also written plainly stays a number.
        if (shape.placeholders.get(element.value) !== 'number') shape.placeholders.set(element.value, kind);
      }
      if (element.type === TYPE.plural) {
        shape.plurals.push(Object.keys(element.options).filter((name) => !name.startsWith('=')));
      }
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value);
      if ('children' in element) walk(element.children);
    }
  };
  walk(parse(message));
  return shape;
}
