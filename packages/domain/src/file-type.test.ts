import { expect, test } from 'vitest';
import { ACCEPTED_TYPES, acceptedNames, acceptList, accepts } from './file-type.ts';

test('[R3.043] the accept list of content is exactly the five types', () => {
  expect(acceptList('content')).toBe('video/mp4,video/quicktime,image/jpeg,image/jpg,image/png');
});

test('attachments take PDF, WebP and GIF too; pictures take JPEG, PNG and WebP', () => {
  expect(ACCEPTED_TYPES.attachment).toEqual([
    'video/mp4',
    'video/quicktime',
    'image/jpeg',
    'image/jpg',
    'image/png',
    'application/pdf',
    'image/webp',
    'image/gif',
  ]);
  expect(ACCEPTED_TYPES.picture).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  expect(accepts('picture', 'image/gif')).toBe(false);
  expect(acceptedNames('content')).toBe('MP4, MOV, JPEG or PNG');
  expect(acceptedNames('attachment')).toBe('MP4, MOV, JPEG, PNG, PDF, WebP or GIF');
});
