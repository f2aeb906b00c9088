import { planOf } from '@troupe/domain/billing/plan';
import type { WelcomeState, WelcomeStep } from '@troupe/domain/site/welcome';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';

interface StepLabels {
  title: () => string;
  /** What to do, while it is not done. */
  why: () => string;
  /** What becomes possible with it. */
  unlocks: () => string;
  /** The verb on its button. */
  action: () => string;
  minutes: number;
  href: string;
  /** Another way to do it. */
  other?: { action: () => string; href: string };
  /** What was done. */
  done: (state: WelcomeState) => string;
}

export const STEP_WORDS: Record<WelcomeStep, StepLabels> = {
  'email-domain': {
    title: () => t('step.email-domain.title'),
    why: () => t('step.email-domain.why'),
    unlocks: () => t('step.email-domain.unlocks'),
    action: () => t('step.email-domain.action'),
    minutes: 10,
    href: '/account#email-settings',
    done: ({ name }) => t('step.email-domain.done', { name: name ?? '' }),
  },
  plan: {
    title: () => t('step.plan.title'),
    why: () => t('step.plan.why'),
    unlocks: () => t('step.plan.unlocks'),
    action: () => shared('plans.see'),
    minutes: 3,
    href: '/pricing',
    done: ({ name }) => planText(name ?? ''),
  },
  store: {
    title: () => t('step.store.title'),
    why: () => t('step.store.why'),
    unlocks: () => t('step.store.unlocks'),
    action: () => t('step.store.action'),
    minutes: 4,
    href: '/account#store',
    done: ({ name, count }) => t('step.store.done', { name: name ?? '', more: Math.max(0, count - 1) }),
  },
  creator: {
    title: () => t('step.creator.title'),
    why: () => t('step.creator.why'),
    unlocks: () => t('step.creator.unlocks'),
    action: () => t('step.creator.action'),
    minutes: 2,
    href: '/creator-search',
    other: { action: () => t('step.creator.import'), href: '/creator-search/import' },
    done: ({ name, count }) => t('step.creator.done', { name: name ?? '', count }),
  },
  campaign: {
    title: () => t('step.campaign.title'),
    why: () => t('step.campaign.why'),
    unlocks: () => t('step.campaign.unlocks'),
    action: () => t('step.campaign.action'),
    minutes: 15,
    href: '/campaigns',
    done: ({ name, count }) => t('step.campaign.done', { name: name ?? '', more: Math.max(0, count - 1) }),
  },
  invite: {
    title: () => t('step.invite.title'),
    why: () => t('step.invite.why'),
    unlocks: () => t('step.invite.unlocks'),
    action: () => t('step.invite.action'),
    minutes: 3,
    href: '/creator-search/lists',
    done: ({ count }) => t('step.invite.done', { count }),
  },
};

function planText(id: string): string {
  const plan = planOf(id);
  if (!plan) return id;
  return t('step.plan.done', {
    plan: plan.name,
    isLimited: plan.collaborations === null ? 'no' : 'yes',
    count: plan.collaborations ?? '',
  });
}

/** '5 of 6 setup steps done.' */
export function progressText(brand: string, done: number, of: number): string {
  return done === of ? t('welcome.isSetUp', { brand }) : t('welcome.progress', { done, of });
}

/** @param hour of the person's day, 0 to 23 */
export function greeting(hour: number, firstName: string): string {
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return t('welcome.greeting', { part, name: firstName, hasName: firstName ? 'yes' : 'no' });
}
