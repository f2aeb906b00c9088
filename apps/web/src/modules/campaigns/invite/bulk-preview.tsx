import { IconCheck, IconCircleOff } from '@tabler/icons-react';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import type { BulkPreview as Preview } from './invite-queries.ts';
import { groupSkipped, skipReasonName } from './use-sending.ts';

/** The most names shown for one reason. */
const NAMED = 200;

/** `@cleo, @nia and 12 more`. */
function namesText(usernames: readonly string[]): string {
  const names = usernames
    .slice(0, NAMED)
    .map((username) => `@${username}`)
    .join(', ');
  const more = usernames.length - NAMED;
  return more > 0 ? t('invite.namesAndMore', { names, count: exactNumber(more) }) : names;
}

/** Who gets an email and who is skipped, grouped by reason. */
export function BulkPreview({ preview: { ready, skipped } }: { preview: Preview }) {
  return (
    <div className="invite-bulk" role="status">
      <p className="invite-bulk-ready">
        {ready > 0 && <IconCheck size={16} aria-hidden="true" />}
        {ready === 0 ? t('invite.noneReady') : t('invite.ready', { count: ready })}
      </p>
      {skipped.length > 0 && (
        <>
          <p className="t-12 t-ink2">{t('invite.skipped', { count: skipped.length })}</p>
          {groupSkipped(skipped).map(({ reason, usernames }) => (
            <details key={reason} className="invite-bulk-reason">
              <summary>
                <IconCircleOff size={16} aria-hidden="true" />
                <span className="t-grow">{skipReasonName(reason)}</span>
                <span className="t-num t-ink2">{exactNumber(usernames.length)}</span>
              </summary>
              <p className="t-12 t-ink2">{namesText(usernames)}</p>
            </details>
          ))}
        </>
      )}
    </div>
  );
}
