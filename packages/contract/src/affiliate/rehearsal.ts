import { ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import { Rehearsal } from '@troupe/domain/affiliate/rehearsal';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const rehearseProgram = defineCall({
  name: 'rehearseProgram',
  noun: 'affiliate-program',
  method: 'POST',
  path: '/brand/:brandId/affiliates/program/rehearse',
  access: 'brand',
  audit: false,
  summary:
    'Tries out rules on the orders of the last 90 days: which would have been credited to others, and what each creator would have earned. Nothing is saved. Creators with a rate of their own keep it, all others get the new terms. At most 50,000 orders are looked at, newest first. Amounts are in minor units.',
  params: z.object({ brandId: Id }),
  body: z.object({ rules: ProgramRules }),
  bodyLimit: 1024 * 1024,
  output: z.object({ rehearsal: Rehearsal }),
});
