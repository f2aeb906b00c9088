import { IconCheck, IconCircleOff, IconClock, IconMailX, IconQuestionMark } from '@tabler/icons-react';
import type { FollowUpTimeline, TimelineEntry } from '@troupe/domain/campaigns/follow-up';
import { exactTime } from '@troupe/ui/lib/date';
import { formats } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { EmailFrame } from '../../../../shared/email-frame.tsx';
import { t } from './messages/messages.gen.ts';
import './follow-up.css';

const ICONS = {
  planned: IconClock,
  queued: IconClock,
  sent: IconCheck,
  skipped: IconCircleOff,
  unsent: IconMailX,
  uncertain: IconQuestionMark,
} as const;

/** The emails to a creator in their order: when they are sent, why they were skipped, and their texts. */
export function Timeline({ timeline }: { timeline: FollowUpTimeline }) {
  const { entries, zone, zoneSource, empty } = timeline;
  return (
    <div className="follow-timeline">
      {empty.length > 0 && (
        <p className="follow-warning" role="note">
          {t('emptyHere', { variables: empty.map((name) => `{{${name}}}`).join(', ') })}
        </p>
      )}
      <ol>
        {entries.map((entry) => (
          <Entry key={`${entry.number} ${entry.stepId}`} entry={entry} zone={zone} />
        ))}
      </ol>
      <p className="t-12 t-ink3">{t(`zone.${zoneSource}`, { zone: zone.replaceAll('_', ' ') })}</p>
    </div>
  );
}

function Entry({ entry, zone }: { entry: TimelineEntry; zone: string }) {
  const [open, setOpen] = useState(false);
  const Icon = ICONS[entry.state];
  return (
    <li className="follow-entry" data-state={entry.state}>
      <span className="follow-entry-icon" aria-hidden="true">
        <Icon size={16} />
      </span>
      <div className="t-grow follow-entry-body">
        <p>
          <span className="t-medium">
            {entry.number === 0 ? t('entry.invite') : t('entry.followUp', { number: entry.number })}
          </span>{' '}
          <span className="t-ink2">{stateText(entry)}</span>
        </p>
        {entry.at && (
          <p className="t-12 t-ink2">
            <time dateTime={entry.at}>{exactTime(entry.at)}</time>
            {entry.state === 'planned' && zone !== formats().timeZone && (
              <span className="t-ink3"> {t('entry.there', { time: thereText(entry.at, zone) })}</span>
            )}
          </p>
        )}
        {entry.reason && entry.state !== 'sent' && <p className="t-12 t-ink2">{entry.reason}</p>}
        {entry.html && (
          <>
            <button
              type="button"
              className="t-link t-12 follow-text-button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open ? t('entry.hide') : t('entry.show')}
              <span className="t-hidden">
                {' '}
                {entry.number === 0 ? t('entry.invite') : t('entry.followUp', { number: entry.number })}
              </span>
            </button>
            {open && (
              <div className="follow-entry-email">
                <p dir="auto" className="t-12">
                  <span className="t-ink3">{t('entry.subject')}</span> {entry.subject}
                </p>
                <EmailFrame html={entry.html} />
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function stateText({ state, condition, number }: TimelineEntry): string {
  if (state === 'skipped')
    return condition === 'no-opt-in' ? t('state.skippedUnopened') : t('state.skippedOpened');
  if (state !== 'planned') return t(`state.${state}`);
  return number === 0 ? t('state.plannedInvite') : t(`state.planned.${condition ?? 'no-reply'}`);
}

/** The time on the creator's own clock. */
const thereText = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString(formats().locale, {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
