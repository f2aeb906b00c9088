import { expect, test } from 'vitest';
import { offeredPlaceholders, openedPlaceholder, placeholderSpots } from './parts.ts';
import { leftOutOf, youtubeId } from './pasted-html.ts';

test('what does not fit is counted and said; what fits is not mentioned', () => {
  expect(leftOutOf('<h1>Hello</h1><p style="color:red">there <b>you</b></p>')).toEqual([]);
  expect(
    leftOutOf(
      `<style>p{}</style><script>1</script><SCRIPT src=x></SCRIPT><p onclick="x()">Hi</p><a href="javascript:x">x</a>
       <iframe src="https://evil.example/"></iframe><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>
       <img src="cid:1"><img src="https://x.example/a.png"><table style="padding:0"><tr><td>a</td></tr></table>`,
    ),
  ).toEqual([
    'Left out: 2 scripts, 1 style sheet, 1 event handler, 1 unsafe link, 1 picture without an https address, 1 frame.',
    '1 table was taken apart, the words are kept.',
    'Fonts, sizes, backgrounds and spacing are removed.',
  ]);
});

test('a video is known by any form of its address, and nothing else is', () => {
  for (const address of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'youtu.be/dQw4w9WgXcQ',
    '//www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  ])
    expect(youtubeId(address)).toBe('dQw4w9WgXcQ');
  for (const address of [
    'javascript:alert(1)',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/',
    '',
  ])
    expect(youtubeId(address)).toBeNull();
});

const names = ['Name', 'Username', 'Brand Name'];

test('a name between braces is found whatever its case and blanks; others are told apart', () => {
  expect(placeholderSpots('Hi {{Name}}, {{ brand  name }} and {{Nmae}}.', names)).toEqual([
    { from: 3, to: 11, name: 'Name' },
    { from: 13, to: 30, name: 'Brand Name' },
    { from: 35, to: 43, name: null },
  ]);
});

test('two braces before the caret open the offers, until they are closed or the line ends', () => {
  expect(openedPlaceholder('Hi {{')).toEqual({ from: 3, query: '' });
  expect(openedPlaceholder('Hi {{brand n')).toEqual({ from: 3, query: 'brand n' });
  expect(openedPlaceholder('Hi {{Name}}')).toBeNull();
  expect(openedPlaceholder('Hi {Name')).toBeNull();
  expect(openedPlaceholder('Hi {{\nName')).toBeNull();
});

test('names that start with what was typed are offered first', () => {
  expect(offeredPlaceholders('', names)).toEqual(names);
  expect(offeredPlaceholders('na', names)).toEqual(['Name', 'Username', 'Brand Name']);
  expect(offeredPlaceholders('u', names)).toEqual(['Username']);
  expect(offeredPlaceholders('zz', names)).toEqual([]);
});
