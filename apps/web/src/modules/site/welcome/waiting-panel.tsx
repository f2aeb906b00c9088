import { IconChevronRight, IconMessage, IconPhotoCheck, IconUserCheck } from '@tabler/icons-react';
import type { PendingCounts } from '@troupe/domain/site/welcome';
import { Link } from '@troupe/ui/action/link';
import { Dot } from '@troupe/ui/content/pill';
import { counted, exactNumber } from '@troupe/ui/lib/format';

/** Items that need the team's attention. */
export function WaitingPanel({ waiting }: { waiting: PendingCounts }) {
  const { optIns, previews, messages } = waiting;
  const rows = [
    {
      count: optIns,
      text: `${counted(optIns, 'opt-in')} to review`,
      href: '/campaigns',
      Icon: IconUserCheck,
    },
    {
      count: previews,
      text: `${counted(previews, 'content preview')} to review`,
      href: '/campaigns',
      Icon: IconPhotoCheck,
    },
    {
      count: messages,
      text: `${exactNumber(messages)} unread ${messages === 1 ? 'message' : 'messages'}`,
      href: '/inbox',
      Icon: IconMessage,
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className="t-panel" aria-labelledby="waiting">
      <h2 id="waiting" className="t-16">
        Waiting for you
      </h2>
      {rows.length === 0 ? (
        <p className="t-ink2 waiting-none">
          You're all caught up. Opt-ins, content and messages show up here.
        </p>
      ) : (
        <ul className="waiting">
          {rows.map(({ text, href, Icon }) => (
            <li key={text}>
              <Link href={href}>
                <Icon size={18} />
                <span className="t-grow t-medium">{text}</span>
                <Dot />
                <IconChevronRight size={16} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
