import { Sequence, SequenceForm } from '@troupe/domain/outreach/sequence';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ sequenceId: Id });

export const listSequences = defineCall({
  name: 'listSequences',
  noun: 'sequence',
  method: 'GET',
  path: '/brand/:brandId/sequences',
  access: 'brand',
  summary: "Lists the brand's follow-up sequences, most recently updated first.",
  params,
  output: z.object({ sequences: z.array(Sequence) }),
});

export const saveSequence = defineCall({
  name: 'saveSequence',
  noun: 'sequence',
  method: 'POST',
  path: '/brand/:brandId/sequences/:sequenceId',
  access: 'brand',
  effect: "Changes the follow-ups that creators in the sequence haven't received yet.",
  summary:
    "Creates or updates a follow-up sequence. Use `NEW` as the ID to create one. A sequence has up to six steps with a delay, a condition and a body; bodies are sanitized, and unknown variables are rejected with their positions. For creators already in the sequence, changes apply from the step after the last one they received; steps added or moved before it aren't sent to them. If `version` is outdated, nothing is saved: the call fails with `conflict` and returns the saved sequence in `current`.",
  params: params.extend({ sequenceId: z.union([Id, z.literal('NEW')]) }),
  body: SequenceForm,
  bodyLimit: 4096 * 1024,
  output: z.object({ sequence: Sequence }),
  problems: ['not_found', 'conflict', 'too_many'],
});

export const removeSequence = defineCall({
  name: 'removeSequence',
  noun: 'sequence',
  method: 'DELETE',
  path: '/brand/:brandId/sequences/:sequenceId',
  access: 'brand',
  summary:
    'Archives a follow-up sequence. Fails while its follow-ups are running or paused; stop them first.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'in_use'],
});

export const restoreSequence = defineCall({
  name: 'restoreSequence',
  noun: 'sequence',
  method: 'POST',
  path: '/brand/:brandId/sequences/:sequenceId/restore',
  access: 'brand',
  summary: 'Restores an archived follow-up sequence.',
  params: one,
  output: z.object({ sequence: Sequence }),
  problems: ['not_found'],
});
