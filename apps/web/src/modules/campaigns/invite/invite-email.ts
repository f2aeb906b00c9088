import { wallTime } from '@troupe/ui/lib/date';
import { dateField, momentAt, readField, timeField } from '@troupe/ui/lib/wall-time';
import { t } from '../messages/messages.gen.ts';

/** The email of an invite, as it is edited. */
export interface InviteEmail {
  /** Empty while none is chosen. */
  campaignId: string;
  /** Whether a template is chosen instead of the campaign's or the standard email. */
  custom: boolean;
  /** Empty while none is chosen; counts only with `custom`. */
  templateId: string;
  later: boolean;
  /** Whether `later` means one time for all, or a time of day on each creator's clock. */
  clock: 'mine' | 'theirs';
  /** Value of a `datetime-local` field, in the person's time zone; counts only with `later`. */
  sendAt: string;
  /** `HH:MM` on the creator's clock, the first day, and whether weekends are left out. */
  localTime: string;
  localDate: string;
  weekdaysOnly: boolean;
  /** The follow-ups to send; empty for none. */
  sequenceId: string;
}

const DAY = 24 * 60 * 60 * 1000;
/** How far ahead an invite can be scheduled, in days. */
const MOST_DAYS = 90;

/** The first and last moment an invite can be scheduled for. */
export const timeLimits = (now: Date) => ({
  min: timeField(now),
  max: timeField(new Date(now.getTime() + MOST_DAYS * DAY)),
});

/** Returns a new invite email, for the given campaign if any; suggests tomorrow morning for sending later. */
export function newInviteEmail(now: Date, campaignId = ''): InviteEmail {
  const today = wallTime(now);
  const morning = momentAt({ ...today, day: today.day + 1, hour: 9, minute: 0 });
  return {
    campaignId,
    custom: false,
    templateId: '',
    later: false,
    clock: 'mine',
    sendAt: timeField(morning),
    localTime: '09:00',
    localDate: dateField(morning),
    weekdaysOnly: true,
    sequenceId: '',
  };
}

/** Returns when it is sent, ISO 8601 in UTC; null for now, and while the field is empty. */
export function scheduledTime({ later, clock, sendAt }: InviteEmail): string | null {
  const at = readField(sendAt);
  return later && clock === 'mine' && at ? at.toISOString() : null;
}

/** Returns the time of day on the creator's clock; null unless that is chosen. */
const localSending = ({ later, clock, localTime, localDate, weekdaysOnly }: InviteEmail) =>
  later && clock === 'theirs' ? { time: localTime, date: localDate || null, weekdaysOnly } : null;

/** The template and send time as the API expects them. */
export const inviteEmailBody = (email: InviteEmail) => ({
  campaignId: email.campaignId,
  templateId: email.custom && email.templateId ? email.templateId : null,
  sendAt: scheduledTime(email),
  sendLocal: localSending(email),
  sequenceId: email.sequenceId || null,
});

/** Returns why it can't be sent yet; undefined if it can. */
export function inviteEmailProblem(email: InviteEmail, now: Date): string | undefined {
  if (!email.campaignId) return t('invite.problem.campaign');
  if (email.custom && !email.templateId) return t('invite.problem.template');
  if (!email.later) return undefined;
  if (email.clock === 'theirs') return localProblem(email, now);
  const at = scheduledTime(email);
  if (!at) return t('invite.problem.time');
  const ahead = new Date(at).getTime() - now.getTime();
  if (ahead <= 0) return t('invite.problem.past');
  return ahead > MOST_DAYS * DAY ? t('invite.problem.tooFar', { days: MOST_DAYS }) : undefined;
}

function localProblem({ localTime, localDate }: InviteEmail, now: Date): string | undefined {
  if (!/^\d\d:\d\d$/.test(localTime)) return t('invite.problem.timeOfDay');
  const last = dateField(new Date(now.getTime() + MOST_DAYS * DAY));
  return localDate > last ? t('invite.problem.tooFar', { days: MOST_DAYS }) : undefined;
}
