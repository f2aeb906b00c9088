import { textTable } from '@troupe/domain/problem-text';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';

/** Keys are found at run time, so the compiler can't check their values. */
const write = t as unknown as (key: `word.${string}`, values: object) => string;

const words = textTable();
words.add(
  Object.fromEntries(Object.entries(english).filter(([key]) => key.startsWith('word.'))),
  (key, values) => write(key as `word.${string}`, values),
);

/** Writes a column title or a value of a file in the current language; what isn't known stays in English. */
export const csvWord = (english: string): string => words.find(english) ?? english;

type ValueOf<Key> = Key extends `value.${infer Value}` ? Value : never;

/** Writes a value of the API, such as `order.cancelled`, in the current language, as screens name it. */
export const csvValue = (value: ValueOf<keyof typeof english>): string => t(`value.${value}`);
