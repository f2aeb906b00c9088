import type { Mailbox, MailboxProblem, MailboxProvider } from '@troupe/domain/outreach/mailbox';
import type { PillTone } from '@troupe/ui/content/pill';
import { t } from './messages/messages.gen.ts';

/** The name of who hosts a mailbox. */
export const providerName = (provider: MailboxProvider): string =>
  provider === 'imap' ? t('provider.imap') : provider === 'google' ? 'Gmail' : 'Microsoft 365';

/** Text for a mailbox problem. */
export const problemText = (found: MailboxProblem): string => t(`problem.${found}`);

/** The status of a mailbox. */
export function mailboxLook({ status, synced }: Mailbox): { tone: PillTone; word: string } {
  if (status === 'attention') return { tone: 'tangerine', word: t('status.attention') };
  return synced
    ? { tone: 'green', word: t('status.connected') }
    : { tone: 'neutral', word: t('status.reading') };
}
