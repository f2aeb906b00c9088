import { IconChevronRight, IconMessage, IconPhotoCheck, IconUserCheck } from '@tabler/icons-react';
import type { PendingCounts } from '@troupe/domain/site/welcome';
import { Link } from '@troupe/ui/action/link';
import { Dot } from '@troupe/ui/content/pill';
import { t } from '../messages/messages.gen.ts';

/** Items that need the team's attention. */
export function WaitingPanel({ waiting }: { waiting: PendingCounts }) {
  const { optIns, previews, messages } = waiting;
  const rows = [
    {
      count: optIns,
      text: t('waiting.optIns', { count: optIns }),
      href: '/campaigns',
      Icon: IconUserCheck,
    },
    {
      count: previews,
      text: t('waiting.previews', { count: previews }),
      href: '/campaigns',
      Icon: IconPhotoCheck,
    },
    {
      count: messages,
      text: t('waiting.messages', { count: messages }),
      href: '/inbox',
      Icon: IconMessage,
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className="t-panel" aria-labelledby="waiting">
      <h2 id="waiting" className="t-16">
        {t('waiting.title')}
      </h2>
      {rows.length === 0 ? (
        <p className="t-ink2 waiting-none">{t('waiting.none')} </p>
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
