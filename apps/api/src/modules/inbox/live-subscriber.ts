import { DOMAIN_EVENTS, type DomainEventOf, LIVE_TYPES, type LiveType } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import { type NewLiveEvent, publishLiveEvents } from '../../platform/live/live.queries.ts';

/** Writes live events for connected users, in the transaction of the change. */
export function subscribeLiveStreams({ events }: Pick<Api, 'events'>): void {
  events.subscribe(LIVE_TYPES, (tx, published) =>
    publishLiveEvents(tx, [...bulkEvents(published), ...published.flatMap(eventsOf)]),
  );
}

/** Groups bulk opt-in changes into one event per team. */
function bulkEvents(published: readonly DomainEventOf<LiveType>[]): NewLiveEvent[] {
  const bulk = published.filter((event) => event.type === 'opt_in.changed' && event.data.bulk);
  const ofCampaign = Map.groupBy(bulk as DomainEventOf<'opt_in.changed'>[], ({ data }) => data.campaignId);
  return [...ofCampaign].flatMap(([campaignId, changes]) => {
    const optInIds = changes.map(({ data }) => data.optInId);
    const [first] = changes;
    return first
      ? [{ audience: `brand:${first.brandId}`, type: 'opt-in' as const, campaignId, data: { optInIds } }]
      : [];
  });
}

function eventsOf(event: DomainEventOf<LiveType>): NewLiveEvent[] {
  const { live: type } = DOMAIN_EVENTS[event.type];
  const team = `brand:${event.brandId}`;
  switch (event.type) {
    case 'brand.changed':
      return [{ audience: team, type }];
    case 'campaign.changed':
    case 'untagged_post.changed':
      return [{ audience: team, type, campaignId: event.data.campaignId }];
    case 'opt_in.changed': {
      const { optInId, campaignId, creatorUserId, status, version, bulk } = event.data;
      const audiences = both(bulk ? null : team, creatorUserId);
      return audiences.map((audience) => ({
        audience,
        type,
        campaignId,
        optInId,
        data: { status, version },
      }));
    }
    case 'gift.changed': {
      const { optInId, campaignId, creatorUserId, status } = event.data;
      const audiences = both(team, creatorUserId);
      return audiences.map((audience) => ({ audience, type, campaignId, optInId, data: { gift: status } }));
    }
    case 'opt_in.seen': {
      const { campaignId, unseen } = event.data;
      return [{ audience: team, type, campaignId, data: { unseen } }];
    }
    case 'content.changed': {
      const { optInId, campaignId, creatorUserId, change } = event.data;
      const audiences = both(team, creatorUserId);
      return audiences.map((audience) => ({ audience, type, campaignId, optInId, data: change }));
    }
    case 'payable.changed':
      return [{ audience: team, type, data: { payables: event.data.payableIds } }];
    case 'payable.moved': {
      const { optInId, creatorUserId, state } = event.data;
      const audiences = both(null, creatorUserId);
      return audiences.map((audience) => ({ audience, type, optInId, data: { payable: state } }));
    }
    case 'store.changed':
      return [{ audience: team, type, data: { storeId: event.data.storeId } }];
    case 'monitor.changed':
    case 'mention.spike':
      return [{ audience: team, type, data: { monitorIds: [event.data.monitorId] } }];
  }
}

const both = (team: string | null, creatorUserId: string | null): string[] => [
  ...(team ? [team] : []),
  ...(creatorUserId ? [`user:${creatorUserId}`] : []),
];
