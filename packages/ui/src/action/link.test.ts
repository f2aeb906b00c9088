import { expect, test } from 'vitest';
import { LinkedText } from './link.tsx';

const partsOf = (text: string) =>
  LinkedText({ text }).map((part) => (typeof part === 'string' ? part : { href: part.props.href as string }));

test('links URLs in user text, without trailing punctuation', () => {
  expect(partsOf('See https://troupe.test/a?b=1, and (http://x.test).')).toEqual([
    'See ',
    { href: 'https://troupe.test/a?b=1' },
    ', and (',
    { href: 'http://x.test' },
    ').',
  ]);
  expect(partsOf('javascript:alert(1) and <b>https</b>')).toEqual(['javascript:alert(1) and <b>https</b>']);
});
