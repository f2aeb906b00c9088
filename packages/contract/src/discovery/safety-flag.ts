import {
  SafetyCategory,
  SafetyCoverage,
  SafetyDecision,
  SafetyFlag,
  SafetyFlagState,
} from '@troupe/domain/discovery/safety-flag';
import { Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const filters = {
  state: several(SafetyFlagState),
  category: several(SafetyCategory),
  creatorId: several(Id, 200),
  /** On this list. */
  listId: Id.optional(),
};

export const listSafetyFlags = defineCall({
  name: 'listSafetyFlags',
  noun: 'safety-flag',
  method: 'GET',
  path: '/brand/:brandId/safety/flags',
  access: 'brand',
  summary:
    "Lists flags on creators with their newest evidence, most recently updated first. `open` counts the brand's open flags.",
  params,
  query: z.object({ page: PageNumber.default(1), ...filters }),
  output: z.object({ flags: z.array(SafetyFlag), open: z.int(), ...paging }),
});

export const exportSafetyFlags = defineCall({
  name: 'exportSafetyFlags',
  noun: 'safety-flag',
  method: 'GET',
  path: '/brand/:brandId/safety/flags/csv',
  access: 'brand',
  summary: 'Downloads up to 10,000 flags as CSV, with one row per piece of evidence.',
  params,
  query: z.object(filters),
  file: 'text/csv',
});

export const getCreatorSafety = defineCall({
  name: 'getCreatorSafety',
  noun: 'safety-flag',
  method: 'GET',
  path: '/brand/:brandId/safety/creators/:creatorId',
  access: 'brand',
  summary: "Returns a creator's flags and what was checked. Having no flags doesn't mean a creator is safe.",
  params: params.extend({ creatorId: Id }),
  output: z.object({ flags: z.array(SafetyFlag), coverage: SafetyCoverage }),
  problems: ['not_found'],
});

export const decideSafetyFlag = defineCall({
  name: 'decideSafetyFlag',
  noun: 'safety-flag',
  method: 'PUT',
  path: '/brand/:brandId/safety/flags/:flagId',
  access: 'brand',
  summary:
    'Confirms a flag, dismisses it with a reason, or reopens it. A decision stays until new evidence is found.',
  params: params.extend({ flagId: Id }),
  body: SafetyDecision,
  output: z.object({ flag: SafetyFlag }),
  problems: ['not_found', 'conflict'],
});
