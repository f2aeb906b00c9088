import {
  listInvitedCreators,
  listInvites,
  openInvite,
  searchInvites,
} from '@troupe/contract/campaigns/invite';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { networkOf } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../../platform/api.ts';
import { findInvites, readInvitePage } from './invite.queries.ts';
import { visitInvite } from './invite-visit.queries.ts';
import { invitedAmong } from './invited.queries.ts';

const VISITS_PER_MINUTE = 60;

/** Registers the calls that read invites: the brand's pages and personal links. `invite-creators` creates them. */
export function inviteRoutes(api: Api): void {
  const now = () => api.clock.now().toISOString();

  api.implement(listInvites, async ({ brandId, query }) => {
    const { invites, total } = await readInvitePage(
      api.pool,
      brandId,
      {
        page: query.page,
        search: query.search ?? '',
        status: query.status,
        campaignId: query.campaignId ?? null,
      },
      now(),
    );
    return { invites, ...pagesOf(query.page, total) };
  });

  api.implement(searchInvites, async ({ brandId, body }) => ({
    invites: await findInvites(api.pool, brandId, body.username, now()),
  }));

  // One call for all invite buttons on a screen.
  api.implement(listInvitedCreators, async ({ brandId, body }) => {
    const usernames = [...new Set(body.usernames.map((username) => username.toLowerCase()))];
    const found = await invitedAmong(api.db, brandId, usernames);
    return { invited: body.usernames.filter((username) => found.has(username.toLowerCase())) };
  });

  const limit = createLimiter(api.rates, 'open-invite', VISITS_PER_MINUTE);
  api.implement(openInvite, async ({ params, request }) => {
    await limit(networkOf(request.ip));
    const brief = /^[\w-]{10,100}$/.test(params.token)
      ? await visitInvite(api.db, params.token, api.config.API_ORIGIN, now())
      : null;
    if (!brief) {
      throw problem('not_found', { message: "This invitation doesn't exist or was withdrawn." });
    }
    return brief;
  });
}
