import { IconAlertTriangle } from '@tabler/icons-react';
import type { Brand } from '@troupe/domain/brand';
import { Link } from '@troupe/ui/link';
import type { ReactNode } from 'react';

/** What a brand lacks before it can send any invite; null when nothing. */
export function sendingBarrier(brand: Brand | undefined): 'plan' | 'domain' | null {
  if (!brand) return null;
  if (brand.activeSubscriptions.length === 0) return 'plan';
  return brand.emailConfigured ? null : 'domain';
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
export const barrierReason = (barrier: 'plan' | 'domain' | null): string | undefined =>
  barrier ? TEXTS[barrier].text : undefined;

/** Says what the brand lacks, with the way there. */
export function SendingBarrier({ barrier }: { barrier: 'plan' | 'domain' | null }) {
  if (!barrier) return null;
  const { text, link, href } = TEXTS[barrier];
  return (
    <Warning>
      {text}{' '}
      <Link href={href} className="t-link">
        {link}
      </Link>
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="invite-warning" role="note">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
