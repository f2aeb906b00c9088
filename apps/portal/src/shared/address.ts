import { useMatch } from '@tanstack/react-router';

/** Whether a text is the id of a campaign, an opt-in or a program. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Whether a text may be the token of a personal link (`/invite/TOKEN`). */
export const isInviteToken = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

/** The path of a campaign; with the personal link that led there, if one did. */
export const campaignAddress = (campaignId: string, inviteToken: string | null = null): string =>
  `/campaigns/${campaignId}${inviteToken ? `?invite=${encodeURIComponent(inviteToken)}` : ''}`;

/** A part of the current path, by its name in the route. */
export const useRouteParam = (name: 'affiliateId' | 'campaignId' | 'optInId' | 'token'): string =>
  useMatch({ strict: false, select: ({ params }) => (params as Record<string, string>)[name] ?? '' });
