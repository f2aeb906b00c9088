import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getPicture = defineCall({
  name: 'getPicture',
  noun: 'content',
  method: 'GET',
  path: '/media/:creatorId/:name',
  access: 'public',
  summary: 'Downloads a profile or post picture copied from the platform.',
  params: z.object({
    creatorId: Id,
    name: z.string().regex(/^[0-9a-f]{32}\.(jpg|png|webp|avif|gif|svg)$/),
  }),
  file: 'image/*',
  problems: ['not_found'],
});
