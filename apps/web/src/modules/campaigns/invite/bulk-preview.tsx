import { IconCheck, IconCircleOff } from '@tabler/icons-react';
import { SKIP_REASON_NAMES } from '@troupe/domain/campaigns/invite';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import type { BulkPreview as Preview } from './invite-queries.ts';
import { groupSkipped } from './use-sending.ts';

/** More names than these only make the list long. */
const NAMED = 200;

/** Who gets a mail and who is skipped, grouped by why. */
export function BulkPreview({ preview: { ready, skipped } }: { preview: Preview }) {
  return (
    <div className="invite-bulk" role="status">
      <p className="invite-bulk-ready">
        {ready > 0 && <IconCheck size={16} aria-hidden="true" />}
        {ready === 0 ? 'No creators can be invited' : `${counted(ready, 'creator')} ready, one email each`}
      </p>
      {skipped.length > 0 && (
        <>
          <p className="t-12 t-ink2">{counted(skipped.length, 'creator')} skipped</p>
          {groupSkipped(skipped).map(({ reason, usernames }) => (
            <details key={reason} className="invite-bulk-reason">
              <summary>
                <IconCircleOff size={16} aria-hidden="true" />
                <span className="t-grow">{SKIP_REASON_NAMES[reason]}</span>
                <span className="t-num t-ink2">{exactNumber(usernames.length)}</span>
              </summary>
              <p className="t-12 t-ink2">
                {usernames
                  .slice(0, NAMED)
                  .map((username) => `@${username}`)
                  .join(', ')}
                {usernames.length > NAMED && ` and ${exactNumber(usernames.length - NAMED)} more`}
              </p>
            </details>
          ))}
        </>
      )}
    </div>
  );
}
