import { ProfileChange } from '@troupe/domain/account/profile';
import { User } from '@troupe/domain/account/user';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getMe = defineCall({
  name: 'getMe',
  noun: 'user',
  method: 'GET',
  path: '/me',
  access: 'user',
  summary:
    "Retrieves the logged-in user and their brands. Creates the user's account on their first request.",
  output: User,
});

export const selectBrand = defineCall({
  name: 'selectBrand',
  noun: 'user',
  method: 'POST',
  path: '/me',
  access: 'user',
  summary: 'Saves which brand the user is working in.',
  body: z.object({ selectedBrand: Id }),
  output: User,
  problems: ['forbidden'],
});

export const updateMe = defineCall({
  name: 'updateMe',
  noun: 'user',
  method: 'PUT',
  path: '/me',
  access: 'user',
  audit: 'Updated profile',
  summary:
    "Updates the user's profile. Fields you leave out keep their values. Set `pictureUrl` to null to remove the picture. The email address can be changed only on the login site.",
  body: ProfileChange,
  output: User,
});

export const uploadPicture = defineCall({
  name: 'uploadPicture',
  noun: 'user',
  method: 'POST',
  path: '/me/picture',
  access: 'user',
  summary:
    "Uploads a profile picture. Accepts JPEG, PNG and WebP up to 5 MB, detected from the file's content; the picture is cropped to a square. Other types return 415 with the `accepted` types.",
  multipart: true,
  output: User,
  problems: ['unsupported_type', 'too_large'],
});

export const getUserPicture = defineCall({
  name: 'getUserPicture',
  noun: 'user',
  method: 'GET',
  path: '/user-picture/:userId/:name',
  access: 'public',
  summary:
    'Downloads a profile picture. The file name changes with the picture, so responses can be cached indefinitely.',
  params: z.object({ userId: Id, name: z.string().regex(/^[0-9a-f]{32}\.jpg$/) }),
  file: 'image/jpeg',
  problems: ['not_found'],
});
