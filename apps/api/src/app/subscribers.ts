import { subscribePayables } from '../modules/campaigns/payables.ts';
import { subscribeContentNotices } from '../modules/inbox/content-events.ts';
import { subscribeLiveStreams } from '../modules/inbox/live-subscriber.ts';
import { subscribeOptIns } from '../modules/inbox/opt-in-events.ts';
import { subscribePaymentNotices } from '../modules/inbox/payment-events.ts';
import { subscribeWebhooks } from '../modules/operations/outgoing-webhooks.ts';
import type { Api } from '../platform/api.ts';

/** Wires who hears of domain events, in this order (`domain/domain-event.ts` lists them). */
export function subscribeModules(api: Api): void {
  subscribePayables(api);
  subscribeLiveStreams(api);
  subscribeOptIns(api);
  subscribeContentNotices(api);
  subscribePaymentNotices(api);
  subscribeWebhooks(api);
}
