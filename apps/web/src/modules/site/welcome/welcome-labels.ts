import { planOf } from '@troupe/domain/billing/plan';
import type { WelcomeState, WelcomeStep } from '@troupe/domain/site/welcome';
import { counted, exactNumber } from '@troupe/ui/lib/format';

interface StepLabels {
  title: string;
  /** What it is good for, while it is not done. */
  why: string;
  /** The verb on its button. */
  action: string;
  minutes: number;
  href: string;
  /** What was done. */
  done: (state: WelcomeState) => string;
}

export const STEP_WORDS: Record<WelcomeStep, StepLabels> = {
  'email-domain': {
    title: 'Set up your email domain',
    why: 'Invites are sent from your own address.',
    action: 'Set up email domain',
    minutes: 10,
    href: '/account#email-settings',
    done: ({ name }) => `${name} is verified. Invites are sent from your own address.`,
  },
  plan: {
    title: 'Choose a plan',
    why: 'Publishing, inviting and deep insights need one.',
    action: 'See plans',
    minutes: 3,
    href: '/pricing',
    done: ({ name }) => planText(name ?? ''),
  },
  store: {
    title: 'Connect a store',
    why: 'Orders show which creator they came from.',
    action: 'Connect My Store',
    minutes: 4,
    href: '/account#store',
    done: ({ name, count }) =>
      count > 1 ? `${name} and ${exactNumber(count - 1)} more are connected.` : `${name} is connected.`,
  },
  creator: {
    title: 'Save your first creator',
    why: 'Find creators who fit your brand and save them to a list.',
    action: 'Find creators',
    minutes: 2,
    href: '/creator-search',
    done: ({ name, count }) => `${counted(count, 'creator')} saved, the newest in ${name}.`,
  },
  campaign: {
    title: 'Publish your first campaign',
    why: 'Creators can see it and opt in.',
    action: 'Create a campaign',
    minutes: 15,
    href: '/campaigns',
    done: ({ name, count }) =>
      count > 1 ? `${name} went live first, ${exactNumber(count - 1)} more followed.` : `${name} went live.`,
  },
  invite: {
    title: 'Send your first invite',
    why: 'Invite a creator from one of your lists.',
    action: 'Open your lists',
    minutes: 3,
    href: '/creator-search/lists',
    done: ({ count }) => `${exactNumber(count)} sent so far.`,
  },
};

function planText(id: string): string {
  const plan = planOf(id);
  if (!plan) return id;
  return plan.collaborations === null
    ? `${plan.name}. As many collaborations as you like.`
    : `${plan.name}. ${plan.collaborations} collaborations a month.`;
}

/** '5 of 6 setup steps done.' */
export function progressText(brand: string, done: number, of: number): string {
  return done === of ? `${brand} is set up.` : `${done} of ${of} setup steps done.`;
}

/** @param hour of the person's day, 0 to 23 */
export function greeting(hour: number, firstName: string): string {
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return firstName ? `Good ${part}, ${firstName}` : `Good ${part}`;
}
