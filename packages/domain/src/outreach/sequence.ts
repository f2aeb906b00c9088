import { z } from 'zod';
import { Id, Instant, text, Version } from '../shape.ts';
import { FollowUpBody } from './email-template.ts';
import { t } from './messages/messages.gen.ts';

/** The most follow-ups of a sequence. */
export const MAX_STEPS = 6;

/**
 * When a follow-up is sent. All of them stop for good at a reply and at an opt-in, so `no-reply` is always met while
 * a sequence runs. Email opens aren't tracked: opening means opening the personal invite link.
 */
export const StepCondition = z.enum(['no-reply', 'no-open', 'no-opt-in']);
export type StepCondition = z.infer<typeof StepCondition>;

/** How long after the email before it a follow-up is sent. */
const StepDelay = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('days'), count: z.int().min(1).max(60) }),
  z.object({ unit: z.literal('business-hours'), count: z.int().min(1).max(160) }),
]);

/** One follow-up. `id` stays the same when steps move, so that it is sent to a creator only once. */
export const SequenceStep = z.object({
  id: Id,
  delay: StepDelay,
  condition: StepCondition,
  /** Sanitized HTML with variables. */
  body: z.string(),
});
export type SequenceStep = z.infer<typeof SequenceStep>;

/** Follow-ups of a brand, saved under a name. */
export const Sequence = z.object({
  id: Id,
  name: z.string(),
  steps: z.array(SequenceStep),
  /** Moves follow-ups that would be sent on a weekend to Monday. */
  weekdaysOnly: z.boolean(),
  /** Increases with each change. */
  version: z.int(),
  /** How many creators are in it now, and how many ever were. */
  running: z.int(),
  started: z.int(),
  updatedBy: z.string().nullable(),
  updated: Instant,
});
export type Sequence = z.infer<typeof Sequence>;

/** A follow-up as entered by a person. */
const StepForm = z.object({
  id: Id,
  delay: StepDelay,
  condition: StepCondition,
  body: FollowUpBody,
});

/** Input for saving a sequence. */
export const SequenceForm = z.object({
  name: z
    .string({ error: () => t('sequence.nameMissing') })
    .pipe(text({ max: 120, required: () => t('sequence.nameMissing') })),
  steps: z
    .array(StepForm)
    .min(1, { error: () => t('sequence.stepsMissing') })
    .max(MAX_STEPS, { error: () => t('sequence.tooManySteps', { count: MAX_STEPS }) })
    .refine((steps) => new Set(steps.map(({ id }) => id)).size === steps.length, {
      error: () => t('sequence.sameStep'),
    }),
  weekdaysOnly: z.boolean().default(true),
  /** The version the change is based on, to detect edit conflicts. */
  version: Version.optional(),
});
export type SequenceForm = z.input<typeof SequenceForm>;

/**
 * Returns the follow-up that a creator gets next: the first after the last one that was sent or skipped. Steps moved
 * or added before it are never sent to them. Null if there is none.
 * @param decided ids of steps that were sent or skipped
 */
export function nextStep(
  steps: readonly SequenceStep[],
  decided: readonly string[],
): { step: SequenceStep; number: number } | null {
  const known = new Set(decided);
  const last = steps.findLastIndex(({ id }) => known.has(id));
  // Where all decided steps were removed, as many as they were count as done.
  const place = last < 0 ? decided.length : last + 1;
  const step = steps[place];
  return step ? { step, number: place + 1 } : null;
}
