import * as calls from '@troupe/contract/outreach/sequence';
import { followUpTextMissing, templateTextError } from '@troupe/domain/outreach/email-template';
import type { SequenceStep } from '@troupe/domain/outreach/sequence';
import { problem } from '@troupe/domain/problem';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { sanitizeTemplate } from './email-template/email-template.sanitize.ts';
import {
  insertSequence,
  MAX_SEQUENCES,
  readSequences,
  removeSequence,
  restoreSequence,
  updateSequence,
} from './sequence/sequence.queries.ts';

/** Registers the calls for follow-up sequences, whose steps are sanitized like email templates. */
export function sequences(api: Api): void {
  const { implement, implementChange, db, clock } = api;
  implement(calls.listSequences, async ({ brandId }) => ({ sequences: await readSequences(db, brandId) }));
  implementChange(calls.saveSequence, (context) => saveSequence(api, context));
  implementChange(calls.removeSequence, async ({ brandId, params, commit }) => {
    const now = clock.now().toISOString();
    await commit(async (tx) => {
      const result = await removeSequence(tx, brandId, params.sequenceId, now);
      if (result === 'missing') throw problem('not_found');
      if (result === 'needed')
        throw problem('in_use', {
          message:
            "Creators are still in this sequence. Stop its follow-ups first, or wait until they're finished.",
        });
    });
    return { success: true };
  });
  implementChange(calls.restoreSequence, async ({ brandId, params, commit }) => ({
    sequence: await commit(async (tx) => {
      const restored = await restoreSequence(tx, brandId, params.sequenceId);
      if (!restored) throw problem('not_found');
      return restored;
    }),
  }));
}

async function saveSequence(
  { clock }: Api,
  { brandId, params, body, caller, idempotencyKey, commit }: ChangeContext<typeof calls.saveSequence>,
) {
  const values = {
    name: body.name.trim(),
    steps: body.steps.map(cleanStep),
    weekdaysOnly: body.weekdaysOnly,
  };
  const writer = {
    brandId,
    userId: caller.userId,
    now: clock.now().toISOString(),
    // Scope the key to the user: two people may use the same key.
    requestKey: idempotencyKey && `${caller.userId}:${idempotencyKey}`,
  };
  return commit(async (tx) => {
    if (params.sequenceId === 'NEW') {
      const sequence = await insertSequence(tx, writer, values);
      if (sequence === 'full')
        throw problem('too_many', {
          message: `A brand can have up to ${MAX_SEQUENCES} sequences. Remove one first.`,
        });
      if (!sequence) throw problem('not_found');
      return { sequence };
    }
    const result = await updateSequence(tx, writer, params.sequenceId, values, body.version ?? null);
    if (!result) throw problem('not_found');
    if ('conflict' in result) {
      const { conflict: current } = result;
      throw problem('conflict', {
        message: `${current.updatedBy ?? 'Someone else'} changed this sequence while you were editing. Your changes weren't saved.`,
        extra: { current },
      });
    }
    return { sequence: result.saved };
  });
}

/** Sanitizes the body of a step; throws when too little remains. */
function cleanStep({ id, delay, condition, body: written }: SequenceStep, place: number): SequenceStep {
  const body = sanitizeTemplate(written);
  const wrong = templateTextError(body, followUpTextMissing);
  if (wrong) throw problem('invalid', { message: wrong, fields: { [`steps.${place}.body`]: wrong } });
  return { id, delay, condition, body };
}
