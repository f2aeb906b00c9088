import { type QueryClient, useQueries } from '@tanstack/react-query';
import { listInvitedCreators } from '@troupe/contract/campaigns/invite';
import type { InviteStatus } from '@troupe/domain/campaigns/invite';
import type { ContactState } from '@troupe/domain/discovery/creator';
import type { PillTone } from '@troupe/ui/content/pill';
import { useBrandId } from '../brand/current-brand.ts';
import { callOptions } from '../call/query.ts';
import { t } from '../messages/messages.gen.ts';
import { inviteBarrier } from './creator-labels.ts';

type Named = { username: string };
type Answer = { invited: string[] };

const CALL = [listInvitedCreators.noun, listInvitedCreators.name];

const invitedOptions = (brandId: string, usernames: string[]) =>
  callOptions(listInvitedCreators, { params: { brandId }, body: { usernames } });

/** As many as a page holds, so that a further page asks only about its own creators. */
const AT_ONCE = 24;

const pagesOf = (creators: readonly Named[]): string[][] =>
  Array.from({ length: Math.ceil(creators.length / AT_ONCE) }, (_, at) =>
    creators.slice(at * AT_ONCE, (at + 1) * AT_ONCE).map(({ username }) => username),
  );

const allOf = (answers: { data?: Answer | undefined }[]): ReadonlySet<string> =>
  new Set(answers.flatMap(({ data }) => data?.invited ?? []));

/** The already invited usernames among these; empty while loading. */
export function useInvited(creators: readonly Named[]): ReadonlySet<string> {
  const brandId = useBrandId();
  return useQueries({
    queries: pagesOf(creators).map((usernames) => invitedOptions(brandId, usernames)),
    combine: allOf,
  });
}

/** Shows creators as invited, or no longer, before the server is asked again. */
export function markInvited(queryClient: QueryClient, usernames: readonly string[], invited: boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: CALL })) {
    const [, , asked] = query.queryKey as [string, string, { body: { usernames: string[] } }];
    const shown = asked.body.usernames.filter((username) => usernames.includes(username));
    if (shown.length === 0) continue;
    queryClient.setQueryData<Answer>(query.queryKey, (before) => {
      const others = (before?.invited ?? []).filter((username) => !shown.includes(username));
      return { invited: invited ? [...others, ...shown] : others };
    });
  }
}

/** Why the invite button of a creator cannot be used; undefined when it can. */
export const inviteReason = (state: ContactState, invited: boolean): string | undefined =>
  invited ? t('creator.invited') : inviteBarrier(state);

const TONES: Record<InviteStatus, PillTone> = {
  scheduled: 'neutral',
  queued: 'neutral',
  sent: 'iris',
  deferred: 'tangerine',
  bounced: 'red',
  failed: 'red',
  uncertain: 'tangerine',
  replied: 'green',
  unsubscribed: 'red',
  cancelled: 'neutral',
  opted_in: 'green',
  approved: 'green',
  collaborating: 'green',
  posted: 'green',
  completed: 'green',
  declined: 'red',
  withdrawn: 'neutral',
};

/** A status of an invite as people read it, and its colour. */
export const inviteLook = (status: InviteStatus): { label: string; tone: PillTone } => ({
  label: t(`invite.status.${status}`),
  tone: TONES[status],
});
