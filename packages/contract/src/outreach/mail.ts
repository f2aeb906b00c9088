import { MailQueue } from '@troupe/domain/outreach/mail';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getMailQueue = defineCall({
  name: 'getMailQueue',
  noun: 'mail',
  method: 'GET',
  path: '/brand/:brandId/mail-queue',
  access: 'brand',
  summary: "Returns the brand's queued emails and sending rate.",
  params: z.object({ brandId: Id }),
  output: MailQueue,
});
