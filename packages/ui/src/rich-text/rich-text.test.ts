import { expect, test } from 'vitest';
import { offeredPlaceholders, openedPlaceholder, placeholderSpots } from './parts.ts';
import { unsupportedParts, youtubeId } from './pasted-html.ts';

test("counts and describes unsupported parts, and doesn't mention supported ones", () => {
  expect(unsupportedParts('<h1>Hello</h1><p style="color:red">there <b>you</b></p>')).toEqual([]);
  expect(
    unsupportedParts(
      `<style>p{}</style><script>1</script><SCRIPT src=x></SCRIPT><p onclick="x()">Hi</p><a href="javascript:x">x</a>
       <iframe src="https://evil.example/"></iframe><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>
       <img src="cid:1"><img src="https://x.example/a.png"><table style="padding:0"><tr><td>a</td></tr></table>`,
    ),
  ).toEqual([
    'Removed: 2 scripts, 1 style sheet, 1 event handler, 1 unsafe link, 1 image without an https URL, 1 frame.',
    '1 table was converted to text.',
    'We remove fonts, sizes, backgrounds and spacing.',
  ]);
});

test('recognizes a video by any form of its URL, and nothing else', () => {
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

test('finds a name between braces regardless of case and spaces, and marks unknown ones', () => {
  expect(placeholderSpots('Hi {{Name}}, {{ brand  name }} and {{Nmae}}.', names)).toEqual([
    { from: 3, to: 11, name: 'Name' },
    { from: 13, to: 30, name: 'Brand Name' },
    { from: 35, to: 43, name: null },
  ]);
  expect(placeholderSpots('{{brand_name|us}} {{Nmae|x}}', names)).toEqual([
    { from: 0, to: 17, name: 'Brand Name' },
    { from: 18, to: 28, name: null },
  ]);
});

test('two braces before the caret open the suggestions until they are closed or the line ends', () => {
  expect(openedPlaceholder('Hi {{')).toEqual({ from: 3, query: '' });
  expect(openedPlaceholder('Hi {{brand n')).toEqual({ from: 3, query: 'brand n' });
  expect(openedPlaceholder('Hi {{Name}}')).toBeNull();
  expect(openedPlaceholder('Hi {Name')).toBeNull();
  expect(openedPlaceholder('Hi {{\nName')).toBeNull();
});

test('suggests names with a matching prefix first', () => {
  expect(offeredPlaceholders('', names)).toEqual(names);
  expect(offeredPlaceholders('na', names)).toEqual(['Name', 'Username', 'Brand Name']);
  expect(offeredPlaceholders('u', names)).toEqual(['Username']);
  expect(offeredPlaceholders('zz', names)).toEqual([]);
});
