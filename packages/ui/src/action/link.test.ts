import { expect, test } from 'vitest';
import { LinkedText } from './link.tsx';

const partsOf = (text: string) =>
  LinkedText({ text }).map((part) => (typeof part === 'string' ? part : { href: part.props.href as string }));

test('web addresses in what people write are links, without what follows them', () => {
  expect(partsOf('See https://troupe.test/a?b=1, and (http://x.test).')).toEqual([
    'See ',
    { href: 'https://troupe.test/a?b=1' },
    ', and (',
    { href: 'http://x.test' },
    ').',
  ]);
  expect(partsOf('javascript:alert(1) and <b>https</b>')).toEqual(['javascript:alert(1) and <b>https</b>']);
});
