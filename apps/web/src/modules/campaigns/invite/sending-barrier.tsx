import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@troupe/ui/action/link';
import type { ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';

/** What prevents a brand from sending invites. */
type Lack = 'plan' | 'domain';

/** Returns what a brand still needs before it can send invites. */
export function lacksOf(
  brand: { activeSubscriptions: readonly unknown[]; emailConfigured: boolean } | undefined,
): Lack[] {
  if (!brand) return [];
  return [
    ...(brand.activeSubscriptions.length === 0 ? (['plan'] as const) : []),
    ...(brand.emailConfigured ? [] : (['domain'] as const)),
  ];
}

const textOf = (lack: Lack): string => t(`barrier.${lack}`);

/** Returns why the button to send is disabled; undefined if nothing is lacking. */
export const lackReason = ([first]: readonly Lack[]): string | undefined => first && textOf(first);

/** Says what the brand lacks, with a link to get it. */
export function SendingBarrier({ lacks }: { lacks: readonly Lack[] }) {
  return lacks.map((lack) => (
    <Warning key={lack}>
      {textOf(lack)}{' '}
      <Link href={lack === 'plan' ? '/pricing' : '/account#email-settings'} className="t-link">
        {t(lack === 'plan' ? 'barrier.plans' : 'barrier.setUpDomain')}
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
