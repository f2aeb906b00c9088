import type { InviteStatus } from '@troupe/domain/campaigns/invite';
import { INVITE_STATUSES } from '@troupe/domain/discovery/invite-status';

/** Search parameters of the invites screen: filters and the open creator. */
export interface InvitesAddress {
  q?: string | undefined;
  status?: InviteStatus[] | undefined;
  campaign?: string | undefined;
  creator?: string | undefined;
  /** Whether the drawer shows the engagement breakdown. */
  breakdown?: 'open' | undefined;
  /** Whether deep insights are shown on their own. */
  insights?: 'open' | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
const id = (value: unknown) => texts(value).find((one) => UUID.test(one));

/** Parses the search parameters; drops invalid values. */
export function readInvitesAddress(raw: Record<string, unknown>): InvitesAddress {
  const status = INVITE_STATUSES.filter((one) => texts(raw.status).includes(one));
  const breakdown = raw.breakdown === 'open' ? 'open' : undefined;
  return {
    q: texts(raw.q)[0]?.slice(0, 120),
    status: status.length > 0 ? status : undefined,
    campaign: id(raw.campaign),
    creator: id(raw.creator),
    breakdown,
    insights: raw.insights === 'open' && !breakdown ? 'open' : undefined,
  };
}

/** Whether the invites are filtered, so an empty list means that nothing matches. */
export const isNarrowed = ({ q, status, campaign }: InvitesAddress): boolean =>
  Boolean(q || status || campaign);
