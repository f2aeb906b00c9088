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
    'Tests rules against orders from the last 90 days. Returns the orders that would have been credited differently and what each creator would have earned. Nothing is saved. Creators with an individual rate keep it; all others get the new terms. Covers the newest 100,000 orders. Amounts are in minor units. Limited to one test at a time and 10 every 10 minutes per brand.',
  params: z.object({ brandId: Id }),
  body: z.object({ rules: ProgramRules }),
  bodyLimit: 1024 * 1024,
  output: z.object({ rehearsal: Rehearsal }),
  problems: ['rate_limited'],
});
