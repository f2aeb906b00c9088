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
    'The signed-in person, with the brands they belong to. The first call of a person makes their account.',
  output: User,
});

export const selectBrand = defineCall({
  name: 'selectBrand',
  noun: 'user',
  method: 'POST',
  path: '/me',
  access: 'user',
  summary: 'Saves the brand the person chose to work with.',
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
  summary:
    'Changes the profile, field by field: name, time zone, and how dates and numbers are written. `pictureUrl: null` removes the picture. The email is changed at the login host.',
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
    'Sets the picture: a JPEG, PNG or WebP of at most 5 MB, told by its content, cropped to a square. Anything else answers 415 with the list `accepted`.',
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
  summary: 'The picture of a person; its name is made of the picture, so it may be remembered forever.',
  params: z.object({ userId: Id, name: z.string().regex(/^[0-9a-f]{32}\.jpg$/) }),
  file: 'image/jpeg',
  problems: ['not_found'],
});
