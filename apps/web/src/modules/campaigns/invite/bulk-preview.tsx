import { IconAlertTriangle, IconCheck, IconCircleOff } from '@tabler/icons-react';
import type { SkipReason } from '@troupe/domain/campaigns/invite';
import { Checkbox } from '@troupe/ui/field/choice';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import { contactText } from './follow-up/follow-up-queries.ts';
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

interface BulkPreviewProps {
  preview: Preview;
  /** Whether times follow each creator's time zone. */
  showsZones: boolean;
  /** Whether creators with a recent contact are included. */
  contactAnyway: boolean;
  onContactAnyway: (anyway: boolean) => void;
}

/** Who gets an email and who is skipped, grouped by reason; gaps in texts, and where time zones come from. */
export function BulkPreview({ preview, showsZones, contactAnyway, onContactAnyway }: BulkPreviewProps) {
  const { ready, skipped, empty, zones } = preview;
  const contacted = skipped.filter(({ contact }) => contact !== null);
  return (
    <div className="invite-bulk" role="status">
      <p className="invite-bulk-ready">
        {ready > 0 && <IconCheck size={16} aria-hidden="true" />}
        {ready === 0 ? t('invite.noneReady') : t('invite.ready', { count: ready })}
      </p>
      {showsZones && zones.country + zones.main > 0 && (
        <p className="t-12 t-ink2">{t('invite.zones.known', { count: zones.country + zones.main })}</p>
      )}
      {showsZones && zones.brand > 0 && (
        <p className="t-12 t-ink2">
          {t('invite.zones.brand', { count: zones.brand, zone: zones.brandZone.replaceAll('_', ' ') })}
        </p>
      )}
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
              {OVERRIDABLE.has(reason) ? (
                <ul className="t-12 t-ink2">
                  {contacted
                    .filter((one) => one.reason === reason)
                    .slice(0, NAMED)
                    .map(({ socialProfileId, username, contact }) => (
                      <li key={socialProfileId}>
                        @{username}: {contact && contactText(contact)}
                      </li>
                    ))}
                </ul>
              ) : (
                <p className="t-12 t-ink2">{namesText(usernames)}</p>
              )}
            </details>
          ))}
        </>
      )}
      {(contacted.length > 0 || contactAnyway) && (
        <Checkbox
          label={t('invite.contactAnyway')}
          checked={contactAnyway}
          onChange={(event) => onContactAnyway(event.target.checked)}
        />
      )}
      <EmptyWarning empty={empty} />
    </div>
  );
}

/** Reasons that a person can override. */
const OVERRIDABLE: ReadonlySet<SkipReason> = new Set(['invited_by_teammate', 'contacted_by_brand']);

/** Names the creators whose emails would have a gap. */
export function EmptyWarning({ empty }: { empty: Preview['empty'] }) {
  return empty.map(({ variable, count, usernames }) => (
    <details key={variable} className="invite-bulk-reason">
      <summary>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span className="t-grow">{t('invite.empty', { variable: `{{${variable}}}`, count })}</span>
      </summary>
      <p className="t-12 t-ink2">
        {namesText(usernames)}. {t('invite.emptyHelp', { example: `{{${variable}|...}}` })}
      </p>
    </details>
  ));
}
