import { BUILDER_STEPS, type BuilderStep } from '@troupe/domain/campaigns/campaign-brief';

/** The steps of the builder as people read them. */
export const STEP_NAMES: Record<BuilderStep, string> = {
  basics: 'Basics',
  offer: 'Offer',
  deliverables: 'Deliverables',
  audience: 'Audience',
  questions: 'Questions',
  review: 'Review and publish',
};

/** Reads the step out of an address; the first one unless it says another. */
export const readStep = (value: unknown): BuilderStep =>
  BUILDER_STEPS.find((step) => step === value) ?? 'basics';

/** The address of a step. */
export const stepHref = (campaignId: string, step: BuilderStep): string =>
  `/campaign-builder/${campaignId}${step === 'basics' ? '' : `?step=${step}`}`;
