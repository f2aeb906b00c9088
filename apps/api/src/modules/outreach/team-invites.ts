import * as calls from '@troupe/contract/account/team';
import {
  MAX_OPEN_TEAM_INVITES,
  remainingSeats,
  TEAM_INVITE_DAYS,
  TEAM_INVITE_PAUSE_MINUTES,
  type Team,
  type TeamSeats,
  teamFullText,
} from '@troupe/domain/account/team';
import { planOf } from '@troupe/domain/billing/plan';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { emailHtml } from '../../platform/language.ts';
import { countMembers, hasMemberWithEmail, readMembers, readPerson } from '../account/team/team.queries.ts';
import { lockTeamAsOwner, publishTeamChange } from '../account/teams.ts';
import { readLanguages, readLanguagesOfEmails } from '../account/user/user.queries.ts';
import { readPlan } from '../billing/subscription/subscription.queries.ts';
import { cancelMail, suppressedAmong } from './mail/mail.queries.ts';
import { noticeDomain, queueMails } from './mail/mail-queue.queries.ts';
import { t } from './messages/messages.gen.ts';
import {
  countInviteMailsSince,
  countOpenInvites,
  findOpenInvite,
  insertTeamInvite,
  markResent,
  markWithdrawn,
  newTeamInviteToken,
  readOpenInvites,
} from './team-invite/team-invite.queries.ts';

const DAY = 86_400_000;
/** Daily limit per brand, to prevent spam. */
const MAX_PER_DAY = 100;

/** Registers the calls with which owners invite people to their team. */
export function teamInvites(api: Api): void {
  const { implement } = api;
  implement(calls.inviteToTeam, (context) => inviteToTeam(api, context));
  implement(calls.resendTeamInvite, (context) => resendInvite(api, context));
  implement(calls.withdrawTeamInvite, (context) => withdrawInvite(api, context));
}

async function inviteToTeam(
  api: Api,
  { brandId, caller, body: { email, role } }: CallContext<typeof calls.inviteToTeam>,
) {
  const now = api.clock.now();
  const id = await api.db.transaction(async (tx) => {
    const brandName = await lockTeamAsOwner(tx, brandId, caller);
    if (await hasMemberWithEmail(tx, brandId, email))
      throw problem('already_member', { message: `${email} is already on the team.` });
    const before = await findOpenInvite(tx, brandId, { email });
    if (before && before.expiresAt > now.toISOString())
      throw problem('already_invited', {
        message: `${email} has already been invited. You can resend the invitation from the list.`,
      });
    await requireSeat(tx, brandId, now);
    await requireReachable(tx, brandId, email);
    await requireEmailsLeft(tx, brandId, now);
    if (before) await markWithdrawn(tx, before.id, now);
    const token = newTeamInviteToken();
    const mailId = await queueInvite(api, tx, { brandId, brandName, email, token }, caller);
    await publishTeamChange(tx, brandId);
    return insertTeamInvite(tx, { brandId, email, role, token, invitedBy: caller.userId, mailId }, now);
  });
  return readInvite(api, brandId, id);
}

async function resendInvite(
  api: Api,
  { brandId, caller, params: { inviteId } }: CallContext<typeof calls.resendTeamInvite>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const brandName = await lockTeamAsOwner(tx, brandId, caller);
    const invite = await findOpenInvite(tx, brandId, { id: inviteId });
    if (!invite) throw problem('not_found');
    const again = Date.parse(invite.sentAt) + TEAM_INVITE_PAUSE_MINUTES * 60_000;
    if (now.getTime() < again)
      throw problem('rate_limited', {
        message: `This invitation was sent less than ${TEAM_INVITE_PAUSE_MINUTES} minutes ago. Wait before resending it.`,
      });
    // Expired invitations don't count toward the limit, so renewing needs a seat.
    if (invite.expiresAt <= now.toISOString()) await requireSeat(tx, brandId, now);
    await requireReachable(tx, brandId, invite.email);
    await requireEmailsLeft(tx, brandId, now);
    if (invite.mailId) await cancelMail(tx, brandId, invite.mailId);
    const { email, token } = invite;
    const mailId = await queueInvite(api, tx, { brandId, brandName, email, token }, caller);
    await markResent(tx, inviteId, mailId, now);
  });
  return readInvite(api, brandId, inviteId);
}

async function withdrawInvite(
  api: Api,
  { brandId, caller, params: { inviteId } }: CallContext<typeof calls.withdrawTeamInvite>,
) {
  await api.db.transaction(async (tx) => {
    await lockTeamAsOwner(tx, brandId, caller);
    const invite = await findOpenInvite(tx, brandId, { id: inviteId });
    if (!invite)
      throw problem('not_found', { message: 'This invitation has already been accepted or withdrawn.' });
    if (invite.mailId) await cancelMail(tx, brandId, invite.mailId);
    await markWithdrawn(tx, inviteId, api.clock.now());
    await publishTeamChange(tx, brandId);
  });
  return readTeam(api.db, brandId, api.clock.now());
}

async function readInvite({ db, clock }: Api, brandId: string, id: string) {
  const invite = (await readOpenInvites(db, brandId, clock.now())).find((one) => one.id === id);
  if (!invite) throw problem('not_found');
  return { invite };
}

async function requireSeat(tx: Database, brandId: string, now: Date): Promise<void> {
  const places = await readSeats(tx, brandId, now);
  if (places.limit !== null && remainingSeats(places) === 0)
    throw problem('team_full', { message: teamFullText(places.limit), extra: { limit: places.limit } });
  if (places.invited >= MAX_OPEN_TEAM_INVITES)
    throw problem('team_full', {
      message: `You have ${MAX_OPEN_TEAM_INVITES} pending invitations. Withdraw some to send more.`,
    });
}

async function requireReachable(tx: Database, brandId: string, email: string): Promise<void> {
  if ((await suppressedAmong(tx, brandId, [email])).size > 0)
    throw problem('suppressed', {
      message: `Email to ${email} bounced, or the recipient unsubscribed. Use another address.`,
    });
}

async function requireEmailsLeft(tx: Database, brandId: string, now: Date): Promise<void> {
  if ((await countInviteMailsSince(tx, brandId, new Date(now.getTime() - DAY))) >= MAX_PER_DAY)
    throw problem('rate_limited', {
      message: `Your brand can send up to ${MAX_PER_DAY} invitations a day. Try again tomorrow.`,
    });
}

/** Queues the email of an invitation; returns its ID. */
async function queueInvite(
  api: Api,
  tx: Database,
  to: { brandId: string; brandName: string; email: string; token: string },
  caller: Caller,
): Promise<string> {
  const inviter = await readPerson(tx, caller.userId);
  const [known, own] = await Promise.all([
    readLanguagesOfEmails(tx, [to.email.toLowerCase()]),
    readLanguages(tx, [caller.userId]),
  ]);
  // People without an account probably speak the language of their team.
  const language = known.get(to.email.toLowerCase()) ?? own.get(caller.userId) ?? 'en';
  const content = inLanguage(language, () =>
    renderTeamInvite({
      brandName: to.brandName,
      invitedBy: inviter?.name || null,
      email: to.email,
      link: `${api.config.WEB_ORIGIN}/team-invite/${to.token}`,
    }),
  );
  const [mailId] = await queueMails(
    tx,
    [
      {
        brandId: to.brandId,
        kind: 'notice',
        to: { address: to.email, name: '' },
        ...content,
        purpose: 'team-invite',
        dueAt: null,
        domain: noticeDomain(api),
        unsubscribable: false,
      },
    ],
    api.clock.now(),
  );
  if (!mailId) throw problem('internal', { detail: 'no email was queued' });
  return mailId;
}

/** The contents of a team invitation email. */
interface TeamInviteEmail {
  brandName: string;
  /** Null if the inviter is unknown. */
  invitedBy: string | null;
  email: string;
  link: string;
}

/** Renders a team invitation email in the current language. */
function renderTeamInvite({ brandName, invitedBy, email, link }: TeamInviteEmail): {
  subject: string;
  html: string;
  plain: string;
} {
  const lines = [
    invitedBy
      ? t('teamInvite.by', { name: invitedBy, brand: brandName })
      : t('teamInvite.opening', { brand: brandName }),
    t('teamInvite.how', { email, count: TEAM_INVITE_DAYS }),
  ];
  const ending = t('teamInvite.ending');
  return {
    subject: t('teamInvite.subject', { brand: brandName }),
    plain: `${[...lines, link, ending].join('\n\n')}\n`,
    html: emailHtml([
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(t('teamInvite.open'))}</a></p>`,
      `<p>${escapeHtml(ending)}</p>`,
    ]),
  };
}

/** Returns the seats of a team: used, invited, and the plan's limit (null if unlimited or without a plan). */
export async function readSeats(db: Database, brandId: string, now: Date): Promise<TeamSeats> {
  return {
    members: await countMembers(db, brandId),
    invited: await countOpenInvites(db, brandId, now),
    limit: await readLimit(db, brandId),
  };
}

/** Returns a brand's members, open invitations and seats. */
export async function readTeam(db: Database, brandId: string, now: Date): Promise<Team> {
  const [members, invites, limit] = await Promise.all([
    readMembers(db, brandId),
    readOpenInvites(db, brandId, now),
    readLimit(db, brandId),
  ]);
  const invited = invites.filter(({ expired }) => !expired).length;
  return { members, invites, places: { members: members.length, invited, limit } };
}

const readLimit = async (db: Database, brandId: string): Promise<number | null> =>
  planOf((await readPlan(db, brandId))?.planId ?? null)?.teamUsers ?? null;
