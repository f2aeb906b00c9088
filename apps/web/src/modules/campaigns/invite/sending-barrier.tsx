import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@troupe/ui/action/link';
import type { ReactNode } from 'react';

/** What prevents a brand from sending invites. */
type Lack = 'plan' | 'domain';

/** What a brand lacks before it can send any invite. */
export function lacksOf(
  brand: { activeSubscriptions: readonly unknown[]; emailConfigured: boolean } | undefined,
): Lack[] {
  if (!brand) return [];
  return [
    ...(brand.activeSubscriptions.length === 0 ? (['plan'] as const) : []),
    ...(brand.emailConfigured ? [] : (['domain'] as const)),
  ];
}

const TEXTS = {
  plan: { text: 'Inviting creators needs a plan.', link: 'See plans', href: '/pricing' },
  domain: {
    text: 'Set up your email domain before you send invites.',
    link: 'Set up email domain',
    href: '/account#email-settings',
  },
} as const;

/** Why nothing can be sent yet, for the button. */
export const lackReason = ([first]: readonly Lack[]): string | undefined => first && TEXTS[first].text;

/** Says what the brand lacks, with the way there. */
export function SendingBarrier({ lacks }: { lacks: readonly Lack[] }) {
  return lacks.map((lack) => (
    <Warning key={lack}>
      {TEXTS[lack].text}{' '}
      <Link href={TEXTS[lack].href} className="t-link">
        {TEXTS[lack].link}
      </Link>
    </Warning>
  ));
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="invite-warning" role="note">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
