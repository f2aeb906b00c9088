import { Id } from '@troupe/domain/shape';
import { User } from '@troupe/domain/user';
import { z } from 'zod';
import { defineCall } from './call.ts';

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
