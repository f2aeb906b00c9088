import { TEAM_INVITE_DAYS } from '@troupe/domain/account/team';
import { escapeHtml } from '@troupe/domain/html-text';

/** What the mail of an invitation to a team says. */
export interface TeamLetter {
  brandName: string;
  /** Null when nobody is named. */
  invitedBy: string | null;
  email: string;
  link: string;
}

/** The mail of an invitation to a team. */
export function teamLetter({ brandName, invitedBy, email, link }: TeamLetter): {
  subject: string;
  html: string;
  plain: string;
} {
  const opening = invitedBy
    ? `${invitedBy} invites you to the team of ${brandName} on Troupe.`
    : `You are invited to the team of ${brandName} on Troupe.`;
  const how = `Log in or sign up with ${email} to join. The invitation holds for ${TEAM_INVITE_DAYS} days.`;
  const ending = 'If you do not know who this is, leave this mail alone and nothing happens.';
  return {
    subject: `Join ${brandName} on Troupe`,
    plain: `${[opening, how, link, ending].join('\n\n')}\n`,
    html: [
      `<p>${escapeHtml(opening)}</p>`,
      `<p>${escapeHtml(how)}</p>`,
      `<p><a href="${escapeHtml(link)}">Open the invitation</a></p>`,
      `<p>${ending}</p>`,
    ].join('\n'),
  };
}
