import { ProgramChange, ProgramOverview, ProgramVersion } from '@troupe/domain/affiliate/affiliate-program';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getAffiliateProgram = defineCall({
  name: 'getAffiliateProgram',
  noun: 'affiliate-program',
  method: 'GET',
  path: '/brand/:brandId/affiliates/program',
  access: 'brand',
  summary:
    'Retrieves the affiliate program. Until it is first turned on, `version` is 0 and `rules` holds the suggested rules. Rates are in basis points (1,000 is 10%), amounts in minor units.',
  params,
  output: z.object({ program: ProgramOverview }),
});

export const changeAffiliateProgram = defineCall({
  name: 'changeAffiliateProgram',
  noun: 'affiliate-program',
  method: 'PUT',
  path: '/brand/:brandId/affiliates/program',
  access: 'brand',
  peopleOnly: true,
  summary:
    'Turns the affiliate program on or off, or changes its rules. Creates a new version, which applies to orders placed from now on. Changed terms are offered to creators, who keep their current terms until they accept. `off` and `closed` stop crediting orders. Returns 409 if `version` is outdated.',
  params,
  body: ProgramChange,
  bodyLimit: 1024 * 1024,
  output: z.object({ program: ProgramOverview }),
  problems: ['conflict', 'add_on_required'],
});

export const listAffiliateProgramVersions = defineCall({
  name: 'listAffiliateProgramVersions',
  noun: 'affiliate-program',
  method: 'GET',
  path: '/brand/:brandId/affiliates/program/versions',
  access: 'brand',
  summary: 'Lists up to 100 versions of the affiliate program, newest first.',
  params,
  output: z.object({ versions: z.array(ProgramVersion) }),
});
